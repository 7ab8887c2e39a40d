#!/bin/sh
# Checks that no two files of the libraries and the tool have a static function of the same name: a
# profile, a backtrace or a search shall tell them apart. Prints the names that are there twice, with
# their places. The wide types of the instruction sets (math/simd_*.h) have the same names on
# purpose: one of each is in a build. usage: check_names.sh [FOLDER...]
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- src io sim report viewer papers demo tool
found=$(mktemp)
trap 'rm -f "$found"' EXIT INT TERM
find "$@" -name node_modules -prune -o -name '*.[ch]' ! -path 'src/math/simd_*.h' -print | LC_ALL=C sort | xargs awk '
/^(static|SV_FN|SV_INLINE|SV_DEVICE static)[ \t].*[A-Za-z0-9_]+\(/ {
    text = $0
    gsub(/__attribute__\(\([a-z_]*\)\) /, "", text)
    sub(/\(.*/, "", text)
    sub(/^.*[^A-Za-z0-9_]/, "", text)
    if (text == "" || text ~ /^__/ || text == "_Static_assert") next
    if (!((text, FILENAME) in seen)) {
        seen[text, FILENAME] = 1
        places[text] = places[text] " " FILENAME
        ++count[text]
    }
}
# A type on a line of its own: the name begins the next one.
/^(static|SV_FN|SV_INLINE)[ \t][^(;]*$/ { open = 1; next }
open && /^[A-Za-z0-9_]+\(/ {
    text = $0
    sub(/\(.*/, "", text)
    if (!((text, FILENAME) in seen)) {
        seen[text, FILENAME] = 1
        places[text] = places[text] " " FILENAME
        ++count[text]
    }
}
{ open = 0 }
END {
    for (name in count) if (count[name] > 1) print name ":" places[name]
}' >"$found"
LC_ALL=C sort "$found"
[ ! -s "$found" ]
