#!/bin/sh
# The live demo in a browser: the page is built and tested against the native library; with --threads also
# the module with threads.
# usage: check_demo.sh [--threads] [TRIANGLES]
set -eu
cd "$(dirname "$0")/.."
threads=
if [ "${1:-}" = --threads ]; then
    threads=--threads
    shift
fi
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "check_demo.sh: no chromium (scripts/setup.sh browser)" >&2; exit 1; }
cmake --preset release -DSELVAGE_BUILD_TESTS=ON >/dev/null
cmake --build build --target demo_reference
rm -rf build-demo/page
scripts/demo_page.sh $threads build-demo/page
build/tests/demo/demo_reference "${1:-5000}" >build-demo/reference.json
node tests/demo/browser.mjs viewer/web/node_modules "$browser" build-demo/page/index.html build-demo/reference.json
