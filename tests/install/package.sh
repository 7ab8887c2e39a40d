#!/bin/sh
# Installs the build into a scratch prefix, moves it, and builds the examples against it.
# usage: package.sh CMAKE BUILD COMPILER FLAGS
set -eu
cmake=$1 build=$2 compiler=$3 flags=$4
here=$(cd "$(dirname "$0")" && pwd)
examples=$here/../../examples
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

"$cmake" --install "$build" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/prefix" # nothing may remember where it was installed

run() { # run PROGRAM EXPECTED-EXIT EXPECTED-TEXT
    status=0
    "$1" >"$scratch/out" || status=$?
    if [ $status -ne "$2" ] || ! grep -q "$3" "$scratch/out"; then
        echo "$1: exit $status, output:" >&2
        cat "$scratch/out" >&2
        exit 1
    fi
}

echo "find_package"
"$cmake" -S "$here/consumer" -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DEXAMPLES="$examples" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$flags" >/dev/null
"$cmake" --build "$scratch/consumer" >/dev/null
run "$scratch/consumer/first_contact" 0 'first contact'
run "$scratch/consumer/mesh_faults" 0 'warnings'
run "$scratch/consumer/self_collision" 0 'edge-edge contacts'
run "$scratch/consumer/custom_threads" 0 '^equal'
run "$scratch/consumer/cloth" 0 ' 0 intersections'

status=0
"$scratch/prefix/bin/selvage" --version >/dev/null || status=$?
[ $status -eq 0 ] || { echo "the installed tool does not run" >&2; exit 1; }

if ! command -v pkg-config >/dev/null 2>&1; then
    echo "skipped: no pkg-config here, so its files are not tried"
    exit 77
fi
echo "pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name selvage.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 $flags "$examples/first_contact.c" -o "$scratch/one" \
    $(pkg-config --cflags --libs selvage)
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 $flags "$examples/mesh_faults.c" -o "$scratch/two" \
    $(pkg-config --cflags --libs selvage-io)
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 $flags "$examples/custom_threads.c" -o "$scratch/three" \
    $(pkg-config --cflags --libs selvage)
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 $flags "$examples/cloth.c" -o "$scratch/four" \
    $(pkg-config --cflags --libs selvage-sim)
run "$scratch/one" 0 'first contact'
run "$scratch/two" 0 'warnings'
run "$scratch/three" 0 '^equal'
run "$scratch/four" 0 ' 0 intersections'
