#!/bin/sh
# Makes sure that the named groups of tools are installed: build, test, fuzz, check, page.
# Installs what is missing with apt-get where it may; else prints the one line to type.
set -eu
missing=
need() { # need PACKAGE TEST...: the test tells whether the package's contents are there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
header() { echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1; }
cmocka_header() { printf '#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <cmocka.h>\n' | cc -E -x c - >/dev/null 2>&1; }
clang_runtime() { f=$(clang -print-file-name=libclang_rt.fuzzer-x86_64.a) && [ -f "$f" ]; }

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
    *)
        echo "setup.sh: unknown group $group" >&2
        exit 2
        ;;
    esac
done
[ -z "$missing" ] && exit 0

run=
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then run=sudo; else run=no; fi
fi
if [ "$run" != no ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing:$missing"
    $run apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "These packages are missing. Please type:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
    exit 1
fi
