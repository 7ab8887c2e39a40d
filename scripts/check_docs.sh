#!/bin/sh
# Checks that the public headers explain themselves: each opens with a doc comment (///), and every
# public function, struct, enum, typedef and macro has one of its own, on the line before it or
# behind it (///<). A comment before a group documents only the first of the group. Members and enum
# values are checked by `make docs`.
# usage: check_docs.sh [ROOT]
set -eu
root=${1:-$(dirname "$0")/..}
cd "$root"

LC_ALL=C awk '
function refuse(why) { print FILENAME ":" FNR ": " why; bad = 1 }
function is_doc(text) { return text ~ /^[ \t]*\/\/\/($|[^<\/])/ }
function name_of(text) { # the word before the first parenthesis
    sub(/\(.*/, "", text)
    n = split(text, word, /[^A-Za-z0-9_]+/)
    while (n > 0 && word[n] == "") --n
    return word[n]
}
# The doc comment that ends on the line before, or stands behind the declaration, is its own.
function need(what) { if (!documented && $0 !~ /\/\/\/</) refuse(what " has no doc comment") }

FNR == 1 {
    if (!is_doc($0)) refuse("the header does not open with a doc comment")
    documented = 0
    continued = 0
}
# Inside a declaration of several lines.
continued { continued = $0 !~ /;/; next }
is_doc($0) { documented = 1; next }

/^[ \t]*#[ \t]*define[ \t]+SV_/ {
    macro = $0
    sub(/^[ \t]*#[ \t]*define[ \t]+/, "", macro)
    sub(/[^A-Za-z0-9_].*/, "", macro)
    where[macro] = FILENAME ":" FNR
    if (documented || $0 ~ /\/\/\/</) told[macro] = 1
    documented = 0
    next
}
/^[ \t]*#/ { documented = 0; next } # conditions and includes
/^(typedef[ \t]+)?(struct|enum|union)[ \t{]/ {
    what = $0
    sub(/^typedef[ \t]+/, "", what)
    sub(/[ \t]*[{;].*/, "", what)
    need(what)
    documented = 0
    next
}
/^typedef[ \t]/ { need("typedef " name_of($0)); documented = 0; continued = $0 !~ /;/; next }
/^SV_API[ \t]/ || /^static inline[ \t]/ {
    need("function " name_of($0))
    documented = 0
    continued = /^SV_API/ && $0 !~ /;/
    next
}
/^[A-Za-z_].*\(/ { refuse("function " name_of($0) " is neither SV_API nor static inline") }
{ documented = 0 }
END {
    for (macro in where)
        if (!(macro in told)) { print where[macro] ": macro " macro " has no doc comment"; bad = 1 }
    exit bad
}' include/selvage/*.h
