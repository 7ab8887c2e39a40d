#!/bin/sh
# What can be typed wrong, and where the result goes. usage: usage.sh BENCH JSON-CHECK
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
quick="--generated --counters"

expect 2 --frobnicate
expect 2 --scene TYPO --counters
grep -q "no scene TYPO" "$scratch/err"
expect 2 --scene TYPO $quick
# The generated scene has no name to choose by.
expect 2 --scene cloth-funnel $quick

expect 0 $quick --json "$scratch/result.json"
"$json_check" '"name": ' '"candidates": ' <"$scratch/result.json"
expect 1 $quick --json "$scratch/no/such/folder.json"
grep -q "cannot write" "$scratch/err"
[ "$(ls -A "$scratch")" = "err
out
result.json" ] || { echo "a temporary file is left" >&2; exit 1; }
if [ -w /dev/full ]; then
    status=0
    "$bench" $quick >/dev/full 2>/dev/null || status=$?
    [ $status -eq 1 ] || { echo "a full disk went unnoticed" >&2; exit 1; }
fi

# A scene is not overwritten with its own figures.
if [ -n "${SELVAGE_DATA:-}" ]; then
    folder=$scratch/data/scenes/cloth-funnel
    mkdir -p "$folder/frames"
    cp "$SELVAGE_DATA/scenes/cloth-funnel/frames/227.ply" "$folder/frames"
    before=$(cksum <"$folder/frames/227.ply")
    SELVAGE_DATA=$scratch/data
    export SELVAGE_DATA
    expect 2 --scene cloth-funnel --counters --json "$folder/frames/227.ply"
    [ "$(cksum <"$folder/frames/227.ply")" = "$before" ] || { echo "the scene is destroyed" >&2; exit 1; }
fi
