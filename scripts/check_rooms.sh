#!/bin/sh
# Checks that every room of src/ includes only itself and rooms above it (src/rooms.txt), and that
# nothing outside src/ but tests, fuzz and bench reaches into a room.
# usage: check_rooms.sh [ROOT]
set -eu
root=${1:-$(dirname "$0")/..}
cd "$root"

find src -name '*.c' -o -name '*.h' | sort | xargs grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' /dev/null |
awk '
BEGIN {
    while ((getline line < "src/rooms.txt") > 0) {
        sub(/#.*/, "", line)
        n = split(line, word, " ")
        if (n == 0) continue
        order[word[1]] = ++rooms
        for (i = 2; i <= n; ++i) owner[word[i]] = word[1]
    }
}
{
    split($0, part, ":")
    file = part[1]; place = part[1] ":" part[2]
    split(file, path, "/"); room = path[2]
    target = $0; sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
    split(target, piece, "/")
    if (!(room in order)) { print place ": room " room " is not in src/rooms.txt"; bad = 1; next }
    if (piece[1] == "selvage") to = owner[piece[2]]; else to = piece[1]
    if (to == "" || !(to in order)) {
        print place ": \"" target "\" belongs to no room of src/rooms.txt"; bad = 1
    } else if (order[to] > order[room]) {
        print place ": room " room " may not include " target " of the later room " to; bad = 1
    }
}
END { exit bad }'

# io, tool and examples stand on the public API alone.
if grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"(base|math|predicates|topology|mesh|elementary)/' \
    $(find io tool examples -name '*.c' -o -name '*.h') /dev/null; then
    echo "io, tool and examples include public headers only" >&2
    exit 1
fi
