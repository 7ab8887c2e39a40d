#!/bin/sh
# Draws docs/pictures/report.png, layers.png and report.webp: the page of a check, its layers, and the
# page as it plays, taken in Chromium (scripts/setup.sh browser pictures); with the page of the live
# demo (scripts/demo_page.sh) also demo.png.
# usage: draw_pages.sh [TOOL [DEMO.html]]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tool=${1:-$root/build/selvage}
pictures=$root/docs/pictures
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
draw() { node "$root/scripts/draw_pages.mjs" "$@"; }

if [ $# -gt 1 ]; then
    draw demo "$2" "$pictures/demo.png" 1400 900 '
        const levels = document.getElementById("level");
        levels.value = [...levels.options].find((option) => option.textContent === "leaves").value;
        levels.dispatchEvent(new Event("change"));'
fi

# Three garments on a body that punches and kicks; their folds go through each other.
"$tool" gen karate --quick -q -o "$scratch/karate"
cd "$scratch"
page=$scratch/karate.html
"$tool" check karate/karate.obj karate/karate.pc2 -q --layers=81 --html "$page" || [ $? -eq 1 ]
draw still "$page" "$pictures/report.png" 1400 900 'selvage.seek(81)'
DARK=1 draw still "$page" "$pictures/layers.png" 1400 900 'selvage.seek(81); selvage.method.showVolumes(0)'
"$tool" check karate/karate.obj karate/karate.pc2 -q --html "$page" || [ $? -eq 1 ]
draw frames "$page" "$scratch/frames" 960 600
img2webp -loop 0 -lossy -q 60 -m 6 -d 90 "$scratch"/frames/*.png -d 1500 "$scratch/frames/059.png" \
    -o "$pictures/report.webp" >/dev/null
ls -l "$pictures/report.png" "$pictures/layers.png" "$pictures/report.webp"
