#!/bin/sh
# The site: live demo, documentation, the papers' pages, sample reports, as a folder of static files with
# relative links only (docs/demo.md). SITE_PAPERS: quick (default; small scenes), full (about ten minutes), or
# none; pages of the papers that are there already stay, unless SITE_PAPERS is set. SITE_THREADS=0: without
# the module with threads.
# usage: site.sh [FOLDER]
set -eu
cd "$(dirname "$0")/.."
folder=${1:-site}
say() { printf '%s\n' "$*"; }
mkdir -p "$folder"

say "the tool"
cmake --preset release >/dev/null
cmake --build build --target selvage-tool >/dev/null
tool=build/selvage

say "the live demo (minutes the first time)"
threads=--threads
[ "${SITE_THREADS:-1}" != 0 ] || threads=
scripts/demo_page.sh $threads --home ../index.html "$folder/demo" >/dev/null

say "sample reports"
mkdir -p "$folder/samples"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
"$tool" check examples/data/folded_cloth.obj --quiet --html "$folder/samples/report.html" || [ $? -eq 1 ]
"$tool" sim drape --frames 90 --quiet -o "$scratch/drape" --html "$folder/samples/simulation.html"

case ${SITE_PAPERS:-} in
none) ;;
full)
    say "the papers (about ten minutes)"
    "$tool" papers all --home ../index.html --html "$folder/papers" >/dev/null
    ;;
*)
    if [ -n "${SITE_PAPERS:-}" ] || [ ! -f "$folder/papers/index.html" ]; then
        say "the papers, on small scenes (SITE_PAPERS=full: as measured)"
        "$tool" papers all --quick --home ../index.html --html "$folder/papers" >/dev/null
    fi
    ;;
esac

say "the documentation"
if command -v doxygen >/dev/null 2>&1; then
    doxygen docs/Doxyfile >/dev/null
    rm -rf "$folder/api"
    cp -R build-docs/html "$folder/api"
    # Pages of docs/ that the reference leads to, but does not have.
    sed -i 's|href="\([a-z]*\)\.md\(#[^"]*\)\{0,1\}"|href="../docs/\1.html\2"|g' "$folder/api/index.html"
fi
node docs/site/build.mjs "$folder"
node docs/site/check_links.mjs "$folder"
say "$folder/index.html"
