#!/bin/sh
# sanitize.sh PRESET [PATTERN]: the tests under a sanitizer, asan or tsan; those whose names match
# the pattern, and then only what these run is built. Tests of the oracle itself and of all
# combinations run without sanitizers.
set -eu
cd "$(dirname "$0")/.."
preset=$1 pattern=${2:-.}
build=$PWD/build-$preset

cmake --preset "$preset" >/dev/null
select_tests() { ctest --test-dir "$build" --no-tests=error -LE 'judge|long' -R "$pattern" "$@"; }
if [ "$pattern" = . ]; then
    cmake --build "$build"
else
    programs=$(select_tests --show-only=json-v1 | grep -o "\"$build/[^\"]*" | cut -c$((${#build} + 3))- |
        sort -u | while read -r file; do
        if ninja -C "$build" -t query "$file" >/dev/null 2>&1; then echo "$file"; fi
    done)
    # The examples are run by themselves: of such programs ctest says nothing before they are there.
    # shellcheck disable=SC2086 # several names
    ninja -C "$build" examples/all $programs
fi
select_tests --output-on-failure -j 2
