#!/bin/sh
# What can be typed wrong, and one short run; with or without peers. usage: peers.sh BENCH JSON-CHECK
set -eu
bench=$1 json_check=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
expect() { # expect CODE ARGUMENTS...
    code=$1
    shift
    status=0
    "$bench" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq "$code" ] || { echo "exit code $status, not $code: $*" >&2; cat "$scratch/err" >&2; exit 1; }
}

expect 0 --help
grep -q "^usage: bench_peers" "$scratch/out"
expect 2 --frobnicate
grep -q "^usage: bench_peers" "$scratch/err"
expect 2 --rounds 0
expect 2 --quality best
expect 2 --scene TYPO
grep -q "no scene TYPO" "$scratch/err"
expect 2 --scene cloth-funnel --generated

expect 0 --generated --rounds 1 --json "$scratch/result.json"
grep -q "instant: CGAL" "$scratch/out"
"$json_check" '"contacts": ' '"times": ' '"ccd_times_embree_features": ' '"ccd_embree_features": ' '"dcd_cgal": ' <"$scratch/result.json"
expect 1 --generated --rounds 1 --json "$scratch/no/such/folder.json"
grep -q "cannot write" "$scratch/err"
