#!/bin/sh
# Layers of the method in Chromium, without a display or a GPU.
# usage: browser_layers.sh NODE SOURCE-ROOT TOOL
set -eu
node=$1 root=$2 tool=$3
[ "$node" != none ] || { echo "skipped: this build has no viewer (node, npm)"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "skipped: no chromium (scripts/setup.sh browser)"; exit 77; }
[ -d "$root/viewer/web/node_modules/playwright-core" ] || { echo "skipped: no playwright-core"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# A ball swings into a sheet and pushes it through another ball, which the simulation does not know of.
"$tool" sim ball --frames 60 --resolution 0.7 --quiet -o "$scratch/ball"
awk '/^v / { $3 += 0.87 } { print }' "$scratch/ball/ball.obj" >"$scratch/second.obj"
"$tool" check "$scratch/ball/sheet.obj" "$scratch/ball/sheet.pc2" --with "$scratch/second.obj" --frames 20-60 \
    --layers --quiet --html "$scratch/layers.html" || [ $? -eq 1 ]
"$node" "$root/tests/viewer/browser_layers.mjs" "$root/viewer/web/node_modules" "$browser" "$scratch/layers.html"
