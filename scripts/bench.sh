#!/bin/sh
# Runs the benchmark programs. Arguments go to each of them but bench_sim, which has scenes of its own.
# SELVAGE_DATA: the folder with the scenes; without it, generated ones stand in.
set -eu
cd "$(dirname "$0")/.."
printf 'machine: %s, %s threads\n' \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)" "$(nproc)"
for program in build/bench/bench_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    echo "== $(basename "$program")"
    case $program in
    */bench_sim) "$program" ;;
    *) "$program" "$@" ;;
    esac
done
