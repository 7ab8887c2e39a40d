#!/bin/sh
# The build for WebAssembly, tested under node: the SIMD128 kernels give the answers of the plain
# ones. The tests against exact arithmetic want mini-gmp, which is fetched if it can be.
# usage: check_wasm.sh [all|kernels]; kernels: only the tests of what is compiled per instruction set,
# and of whole scenes
set -eu
cd "$(dirname "$0")/.."
build=build-wasm
for program in emcmake node; do
    command -v $program >/dev/null 2>&1 || { echo "check_wasm.sh: no $program (scripts/setup.sh wasm)" >&2; exit 1; }
done
# Debian's emscripten needs Debian's modules of node, which another node does not look for.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"

gmp=
if scripts/mini_gmp.sh $build/gmp; then
    gmp=$PWD/$build/gmp/mini-gmp
elif [ -z "${SELVAGE_NO_GMP:-}" ]; then
    echo "check_wasm.sh: no mini-gmp (SELVAGE_NO_GMP=1: without the tests against exact arithmetic)" >&2
    exit 1
fi
# Named, because emcmake of before 2023 adds an option that today's node refuses.
emcmake cmake --preset wasm -DCMAKE_CROSSCOMPILING_EMULATOR="$(command -v node)" \
    -DSELVAGE_MINI_GMP="$gmp" >/dev/null
case ${1:-all} in
all)
    cmake --build $build
    ctest --test-dir $build --output-on-failure -j 2
    ;;
kernels)
    cmake --build $build --target kernel-tests
    ctest --test-dir $build --output-on-failure -j 2 -L kernels
    ;;
*)
    echo "check_wasm.sh: all or kernels, not $1" >&2
    exit 2
    ;;
esac
