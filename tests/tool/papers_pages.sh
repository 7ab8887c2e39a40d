#!/bin/sh
# The pages of selvage papers all in Chromium without a display: papers_pages.mjs.
# usage: papers_pages.sh NODE SOURCE-ROOT FOLDER-OF-PAGES
set -eu
node=$1 root=$2 pages=$3
[ "$node" != none ] || { echo "skipped: this build has no viewer (node, npm)"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "skipped: no chromium (scripts/setup.sh browser)"; exit 77; }
modules=$root/viewer/web/node_modules
[ -d "$modules/playwright-core" ] || { echo "skipped: no playwright-core"; exit 77; }
"$node" "$root/tests/tool/papers_pages.mjs" "$modules" "$browser" "$pages"
