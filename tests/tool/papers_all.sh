#!/bin/sh
# selvage papers all: the papers in one run, an index, and what is left when it is ended. The pages stay for
# papers_pages.sh. Times are not looked at.
# usage: papers_all.sh TOOL SOURCE-ROOT JSON-CHECK INTERRUPT FOLDER-OF-PAGES
. "$(dirname "$0")/common.sh"
pages=$5
rm -rf "$pages"

# All in one run: an index of pages, folders of CSV files, one JSON file.
expect 0 papers all --quick --html "$pages" --home up.html --json
"$json_check" '"command": "papers all"' '"quick": true' '"paper": "ding2013"' '"paper": "zhang2012"' '"exit_code": 0' \
    '"claims": [' '"machine": {' '"isa": "' '"complete": true' <"$scratch/out" || fail "papers all --json"
[ "$(grep -c '"exit_code": 0' "$scratch/out")" -eq 5 ] || fail "papers all: five results"
quiet err
tail -n 1 "$pages/index.html" | grep -q '</html>' || fail "the index does not end"
[ "$(grep -o '<article' "$pages/index.html" | wc -l)" -eq 5 ] || fail "papers of the index"
# Every address of the index is a file, and every page is reached.
grep -oE 'href="[^"]*"' "$pages/index.html" | cut -d '"' -f 2 | grep -v -e '^data:' -e '^up.html$' | sort -u >"$scratch/links"
while read -r link; do
    [ -s "$pages/$link" ] || fail "the index links to $link, which is not there"
done <"$scratch/links"
for page in "$pages"/*.html; do
    name=$(basename "$page")
    case $name in
    *-*) continue ;; # a scene, reached from the paper's page
    esac
    [ "$name" = index.html ] || grep -qx "$name" "$scratch/links" || fail "the index has no link to $name"
    [ "$(grep -c '<dt>machine</dt>' "$page")" -eq 1 ] || fail "$name does not tell the machine"
done
[ "$(grep -c '\.csv$' "$scratch/links")" -ge 9 ] || fail "CSV files of the index"
grep -q '<nav><a href="up.html">' "$pages/index.html" || fail "papers all --home"
find "$pages" -name '*.tmp' | grep -q . && fail "unfinished files are left"
expect 0 papers all --help
said out "--quiet"
said out "usage: selvage papers all"
expect 2 papers all --html -
said err "takes a folder"
expect 2 papers all --html "$pages/index.html"
said err "a file has this name"
expect 2 papers all --html "$scratch/no/such"
expect 2 papers all cloth.obj
expect 2 papers al
said err "did you mean: selvage papers all"
# Ctrl-C in the first minutes: nothing that looks whole.
interrupted 1 papers all --quiet --html "$scratch/ended" --json="$scratch/ended.json"
[ ! -s "$scratch/out" ] || fail "--quiet is not"
"$json_check" '"complete": false' <"$scratch/ended.json" || fail "the JSON of a run that was ended"
[ ! -e "$scratch/ended/index.html" ] || grep -q 'This run is not complete' "$scratch/ended/index.html" ||
    fail "the index of a run that was ended looks whole"
find "$scratch/ended" -name '*.tmp' | grep -q . && fail "unfinished files are left"
exit 0
