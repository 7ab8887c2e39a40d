#!/bin/sh
# What can be typed wrong, and the smallest scene. usage: sim.sh BENCH
set -eu
bench=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
expect() { # expect CODE ARGUMENTS...
    code=$1
    shift
    status=0
    COLUMNS=120 "$bench" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq "$code" ] || { echo "exit code $status, not $code: $*" >&2; cat "$scratch/err" >&2; exit 1; }
}

expect 0 --help
grep -q "^usage: bench_sim" "$scratch/out"
expect 2 TYPO
grep -q "^usage: bench_sim" "$scratch/err"

# Steps are nearer to solved ones than to no step at all: the last two columns.
expect 0 drape
awk '$1 == "drape" { seen = NF == 10 && $2 > 0 && $4 >= 1 && $9 > 0 && $9 < $10 } END { exit !seen }' "$scratch/out" ||
    { cat "$scratch/out" >&2; exit 1; }
