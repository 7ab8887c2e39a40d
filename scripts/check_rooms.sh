#!/bin/sh
# Checks that every room of src/ includes only itself and rooms above it (src/rooms.txt), the public
# headers of a room likewise; that nothing outside src/ but tests, fuzz and bench reaches into a room;
# that io/, report/, viewer/ and papers/methods/ do not know the simulator; that outside src/ a folder
# includes only those that it stands on: report nothing, viewer report, papers report and viewer, the tool
# these and of papers the driver and the scenes, a command no other command, the demo papers/methods; that the tool names no paper; that
# only math/ knows intrinsics and only parallel/ threads (and viewer/beside.c, which packs beside a check). Both
# forms of #include are looked at.
# usage: check_rooms.sh [ROOT]
set -eu
root=${1:-$(dirname "$0")/..}
cd "$root"

find src include io sim report viewer papers demo tool examples -name node_modules -prune -o -name '*.[ch]' \
    -exec grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null {} + |
LC_ALL=C sort | awk '
BEGIN {
    while ((getline line < "src/rooms.txt") > 0) {
        sub(/#.*/, "", line)
        n = split(line, word, " ")
        if (n == 0) continue
        order[word[1]] = ++rooms
        for (i = 2; i <= n; ++i) owner[word[i]] = word[1]
    }
    # What only one room may know.
    split("immintrin.h x86intrin.h emmintrin.h arm_neon.h arm_sve.h", name, " ")
    for (i in name) only[name[i]] = "math"
    split("pthread.h threads.h", name, " ")
    for (i in name) only[name[i]] = "parallel"
    # The folders outside src/ that a folder may include, but for its own; folders not named: none.
    above["viewer"] = "report"
    above["papers"] = "report viewer"
    above["papers/PAPER"] = "report viewer papers papers/methods papers/scenes"
    above["papers/scenes"] = "report papers/methods"
    above["demo"] = "papers/methods"
    above["tool"] = "report viewer"
    # The headers of the library that stands on io.
    simHeader["sim.h"] = simHeader["shapes.h"] = 1
}
function refuse(why) { print place ": " why; bad = 1 }
# A header of this room, or of none (io.h), may include `target`; `to` is the room that it belongs to.
function check_order(to) {
    if (!(to in order)) refuse("\"" target "\" belongs to no room of src/rooms.txt")
    else if (room in order && order[to] > order[room])
        refuse("room " room " may not include " target " of the later room " to)
}
# The folder that a file belongs to: of papers/ and tool/ those in them are folders of their own.
function folder_of(name,    part, n) {
    n = split(name, part, "/")
    return n > 2 ? part[1] "/" part[2] : part[1]
}
# What `folder` may include of `other`, another folder outside src/.
function may_include(folder, other,    list, n, i) {
    if (folder == other) return 0 # without the folder, then
    if (folder == "papers" && other ~ /^papers\//) return 1 # the table of papers, the driver
    if (other == "papers" && folder ~ /^tool/) return target == "papers/paper.h"
    if (other == "papers/scenes" && folder == "tool/gen") return 1
    if (folder ~ /^papers\// && folder !~ /\/(methods|scenes)$/) folder = "papers/PAPER"
    if (folder == "tool" && target == "tool/papers/papers_command.h") return 1
    if (folder ~ /^tool\//) return other == "tool" || may_include("tool", other)
    n = split(above[folder], list, " ")
    for (i = 1; i <= n; ++i) if (list[i] == other) return 1
    return 0
}
{
    match($0, /:[0-9]+:/)
    file = substr($0, 1, RSTART - 1)
    place = file substr($0, RSTART, RLENGTH - 1)
    target = substr($0, RSTART + RLENGTH)
    sub(/^[ \t]*#[ \t]*include/, "", target)
    while (match(target, /\/\*([^*]|\*[^\/])*\*\//)) # comments may stand anywhere
        target = substr(target, 1, RSTART - 1) substr(target, RSTART + RLENGTH)
    sub(/^[ \t]*/, "", target)
    # The one include that is computed: the wide headers of the target (math/target.h).
    if (file ~ /^src\/math\// && target ~ /^SV_TARGET_HEADER\(/) next
    form = substr(target, 1, 1)
    if (form != "\"" && form != "<") { refuse("the included name cannot be read: " target); next }
    target = substr(target, 2)
    sub(/[">].*/, "", target)
    parts = split(target, piece, "/")

    split(file, path, "/")
    room = path[1] == "src" ? path[2] : ""
    if (path[1] == "include") room = owner[path[3]]
    if (path[1] == "src" && !(room in order)) { refuse("room " room " is not in src/rooms.txt"); next }
    if (target ~ /(^|\/)\.\.?(\/|$)/) { refuse("\"" target "\": no . or .. in the names"); next }
    # An example may bring threads of its own: that is what svTaskHooks are for.
    if ((target in only) && only[target] != room &&
        !(only[target] == "parallel" && (path[1] == "examples" || file == "viewer/beside.c"))) {
        refuse("only the room " only[target] " may include " target); next
    }
    below = path[1] == "io" || path[1] == "report" || path[1] == "viewer" || file ~ /^papers\/methods\// ||
            file == "include/selvage/io.h"
    if (piece[1] == "selvage" && below && piece[2] in simHeader) {
        refuse(file " may not know the simulator (" target ")")
    } else if (piece[1] == "selvage") {
        if (path[1] == "src" || room != "") check_order(owner[piece[2]])
    } else if (path[1] == "src") {
        if (piece[1] in order || form == "\"") check_order(piece[1])
    } else if (piece[1] in order) {
        refuse(path[1] " stands on the public headers alone, not on " target)
    } else if (parts > 1 && piece[1] ~ /^(report|viewer|papers|demo|tool)$/) {
        if (!may_include(folder_of(file), folder_of(target)))
            refuse(folder_of(file) " may not include " target)
    } else if (form == "\"" && (parts > 1 || path[1] == "include")) {
        refuse("\"" target "\" is neither a public header nor in this folder")
    }
}
END { exit bad }'

# The tool runs whatever the table of papers holds: it names none.
for folder in papers/*/; do
    paper=$(basename "$folder")
    if [ -f "papers/$paper/$paper.h" ] && grep -rn -- "$paper" tool; then
        echo "tool/ may not name a paper" >&2
        exit 1
    fi
done
