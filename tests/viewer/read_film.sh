#!/bin/sh
# Films written by the library, read by the page's reader under node.
# usage: read_film.sh NODE SOURCE-ROOT FILM-SAMPLE TOOL
set -eu
[ "$1" != none ] || { echo "skipped: this build has no viewer (node, npm)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
"$3" "$scratch"
"$1" --no-warnings "$2/tests/viewer/read_film.mjs" "$2/viewer/web/src" "$scratch"
"$1" --no-warnings "$2/tests/viewer/coarse_mesh.mjs" "$2/viewer/web/src"
