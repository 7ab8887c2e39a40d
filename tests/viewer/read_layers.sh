#!/bin/sh
# Layers of films written by the library, read by the page's reader under node.
# usage: read_layers.sh NODE SOURCE-ROOT LAYERS-SAMPLE
set -eu
[ "$1" != none ] || { echo "skipped: this build has no viewer (node, npm)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
"$3" "$scratch"
"$1" --no-warnings "$2/tests/viewer/read_layers.mjs" "$2/viewer/web/src" "$scratch"
