#!/bin/sh
# Makes sure that the named groups of tools are installed: build, test, fuzz, check, docs, arm, wasm,
# peers, viewer, browser, pictures, site.
# Installs what is missing with apt-get where it may; else prints the one line to type. With --optional
# first, what cannot be had is told and no failure.
set -eu
missing=
failure=1
packages= # folders with packages of node, from their package-lock.json
if [ "${1:-}" = --optional ]; then
    failure=0
    shift
fi
need() { # need PACKAGE TEST...: the test tells whether the package's contents are there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
header() { echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1; }
cmocka_header() { printf '#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <cmocka.h>\n' | cc -E -x c - >/dev/null 2>&1; }
# Where clang keeps it differs by version and machine, so ask for a fuzzer.
clang_runtime() {
    echo 'int LLVMFuzzerTestOneInput(const char* d, unsigned long n) { return n > 9 && d[0]; }' |
        clang -fsanitize=fuzzer,address -x c - -o /dev/null
}
embree_header() { header embree3/rtcore.h || header embree4/rtcore.h; }
arm_header() { echo '#include <stdio.h>' | aarch64-linux-gnu-gcc -E -x c -; }

for group in "$@"; do
    case $group in
    build)
        need gcc command -v cc
        need libc6-dev header stdio.h
        need cmake command -v cmake
        need ninja-build command -v ninja
        ;;
    test)
        need libcmocka-dev cmocka_header
        need libgmp-dev header gmp.h
        need pkgconf command -v pkg-config
        # Intrinsics in plain C: the kernels of x86 that this processor cannot run.
        case $(uname -m) in x86_64) need libsimde-dev header simde/x86/avx512.h ;; esac
        ;;
    fuzz)
        need clang command -v clang
        need libclang-rt-dev clang_runtime
        ;;
    check)
        need g++ command -v c++
        need clang command -v clang
        need clang-format command -v clang-format
        need clang-tidy command -v clang-tidy
        ;;
    docs)
        need doxygen command -v doxygen
        ;;
    arm)
        need gcc-aarch64-linux-gnu command -v aarch64-linux-gnu-gcc
        need libc6-dev-arm64-cross arm_header
        need qemu-user command -v qemu-aarch64
        ;;
    wasm)
        need emscripten command -v emcc
        need nodejs command -v node
        ;;
    viewer) # what bundles the page of `selvage check --html`
        need nodejs node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'
        need npm command -v npm
        packages="$packages viewer/web"
        ;;
    site) # what makes pages of the documentation (make site)
        need nodejs node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'
        need npm command -v npm
        packages="$packages docs/site"
        ;;
    browser) # what tests that page
        need chromium command -v chromium
        ;;
    pictures) # what draws docs/pictures/report.webp (scripts/draw_pages.sh)
        need webp command -v img2webp
        ;;
    peers) # optional: what `make bench` compares with, where it is there
        need libembree-dev embree_header
        need g++ command -v c++
        need libcgal-dev header CGAL/version.h
        ;;
    *)
        echo "setup.sh: unknown group $group" >&2
        exit 2
        ;;
    esac
done
cd "$(dirname "$0")/.."
if [ -n "$missing" ]; then
    run=
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then run=sudo; else run=no; fi
    fi
    if [ "$run" = no ] || ! command -v apt-get >/dev/null 2>&1; then
        echo "These packages are missing. Please type:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
        exit $failure
    fi
    echo "installing:$missing"
    # shellcheck disable=SC2086
    { $run apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $missing \
            >/dev/null; } || exit $failure
fi

# The record that npm leaves is older than the list of packages, or is not there: they are installed.
for folder in $packages; do
    installed=$folder/node_modules/.package-lock.json
    if [ ! -f "$installed" ] || [ "$folder/package-lock.json" -nt "$installed" ]; then
        echo "installing: the packages of $folder"
        (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error --fetch-retries=0) || {
            echo "npm ci fails in $folder: what needs it cannot be built" >&2
            exit $failure
        }
        touch "$installed"
    fi
done
