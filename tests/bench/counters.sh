#!/bin/sh
# usage: counters.sh BENCH COUNTERS.csv SCENE|all
set -eu
bench=$1 expected=$2 scene=$3
if [ -z "${SELVAGE_DATA:-}" ]; then
    echo "skipped: SELVAGE_DATA is not set"
    exit 77
fi
if [ ! -f "$expected" ]; then
    echo "skipped: no $(basename "$expected")"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
if [ "$scene" = all ]; then
    cp "$expected" "$scratch/expected"
    "$bench" --counters >"$scratch/found"
else
    sed -n "1p; /^$scene,/p" "$expected" >"$scratch/expected"
    "$bench" --counters --scene "$scene" >"$scratch/found"
fi
[ "$(wc -l <"$scratch/expected")" -gt 1 ] || { echo "$(basename "$expected") has no scene $scene" >&2; exit 1; }
diff "$scratch/expected" "$scratch/found" || {
    echo "the counters moved: if that is meant, say why in the change and commit the new ones:" >&2
    echo "    bench_elementary --counters > bench/counters.csv" >&2
    exit 1
}
