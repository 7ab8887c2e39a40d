#!/bin/sh
# The pages of the documentation: made, and their links checked; and the check itself, on pages with links
# that lead nowhere. Exit code 77: skipped, where there is no node or no marked.
# usage: site.sh NODE SOURCE-ROOT
set -eu
node=$1 root=$2
[ "$node" != none ] || { echo "skipped: no node"; exit 77; }
[ -d "$root/docs/site/node_modules/marked" ] || { echo "skipped: no marked (scripts/setup.sh site)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
"$node" "$root/docs/site/build.mjs" "$scratch/site"
"$node" "$root/docs/site/check_links.mjs" "$scratch/site"
# A page of the documentation says what the file says.
grep -q 'What one sees' "$scratch/site/docs/demo.html"

refused() { # refused NAME HTML: one page with this body has a broken link
    mkdir -p "$scratch/$1"
    printf '<p id="here">%s</p>' "$2" >"$scratch/$1/index.html"
    if "$node" "$root/docs/site/check_links.mjs" "$scratch/$1" >/dev/null 2>&1; then
        echo "not found: $2"
        exit 1
    fi
}
refused file '<a href="nowhere.html">x</a>'
refused picture '<img src="nowhere.png">'
refused anchor '<a href="#nowhere">x</a>'
refused outside '<a href="../index.html">x</a>'
refused loads '<script src="https://example.com/a.js"></script>'
mkdir "$scratch/good"
printf '<p id="here"><a href="#here">x</a><a href="https://example.com">x</a></p>' >"$scratch/good/index.html"
"$node" "$root/docs/site/check_links.mjs" "$scratch/good"
