#!/bin/sh
# Reports in Chromium without a display or a GPU.
# usage: browser.sh NODE SOURCE-ROOT FILM-SAMPLE TOOL
set -eu
node=$1 root=$2 tool=$4
[ "$node" != none ] || { echo "skipped: this build has no viewer (node, npm)"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "skipped: no chromium (scripts/setup.sh browser)"; exit 77; }
[ -d "$root/viewer/web/node_modules/playwright-core" ] || { echo "skipped: no playwright-core"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
data=$root/examples/data

report() { # report NAME ARGUMENTS...: a report in the scratch folder; collisions are no failure
    name=$1
    shift
    "$tool" check "$@" --quiet --html "$scratch/$name.html" || [ $? -eq 1 ]
}
report step "$data/drop_t0.obj" "$data/drop_t1.obj"
report mesh "$data/folded_cloth.obj"
report clean "$data/drop_t0.obj"
# A ball swings into a sheet and pushes it through another ball, which the simulation does not know of.
"$tool" sim ball --frames 90 --resolution 0.5 --quiet -o "$scratch/ball"
awk '/^v / { $3 += 0.87 } { print }' "$scratch/ball/ball.obj" >"$scratch/second.obj"
report film "$scratch/ball/sheet.obj" "$scratch/ball/sheet.pc2" --with "$scratch/second.obj"
"$node" "$root/tests/viewer/browser.mjs" "$root/viewer/web/node_modules" "$browser" "$scratch"
