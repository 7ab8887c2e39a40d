#!/bin/sh
# The page of the live demo, FOLDER/index.html (build-demo/page), one file that opens by double click;
# with --threads also the module with threads, FOLDER/threads/, for hosts that isolate their pages
# (docs/demo.md).
# usage: demo_page.sh [--threads] [--home LINK] [FOLDER]
set -eu
cd "$(dirname "$0")/.."
threads= home=
while [ $# -gt 0 ]; do
    case $1 in
    --threads) threads=yes ;;
    --home)
        home=$2
        shift
        ;;
    -*)
        echo "demo_page.sh: --threads or --home LINK, not $1" >&2
        exit 2
        ;;
    *) break ;;
    esac
    shift
done
folder=${1:-build-demo/page}
for program in emcmake node; do
    command -v $program >/dev/null 2>&1 || { echo "demo_page.sh: no $program (scripts/setup.sh wasm viewer)" >&2; exit 1; }
done
# Debian's emscripten needs Debian's modules of node, which another node does not look for.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"

module() { # module BUILD OPTIONS...
    build=$1
    shift
    emcmake cmake --preset wasm -B "$build" -DSELVAGE_BUILD_TESTS=OFF -DSELVAGE_BUILD_DEMO=ON \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$(command -v node)" "$@" >/dev/null
    cmake --build "$build" --target demo-module
}
module build-demo
[ -z "$threads" ] || module build-demo-threads -DSELVAGE_THREADS=ON -DCMAKE_C_FLAGS=-pthread
node demo/web/build.mjs build-demo/demo/demo-module.js "$folder" "$home" "${threads:+build-demo-threads/demo}"
