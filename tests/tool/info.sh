#!/bin/sh
# selvage info on the examples.
. "$(dirname "$0")/common.sh"
data=$root/examples/data

expect 0 info "$data/moebius.obj"
said out "not orientable"
said out "48 edges in 1 loop"
quiet err
expect 0 info "$data/broken.obj"
for fault in "vertex 23: y at t0 is NaN" "face 9: vertex 17 is repeated" "face 4: has the same vertices" \
    "face 10: has zero area" "edge (0, 1): is non-manifold" "edge (8, 9): faces 5 and 6" \
    "vertex 22: no face has it" "vertex 12: its faces fall into 2 fans"; do
    said out "$fault"
done
expect 0 info --faults 0 "$data/broken.obj"
said out "pinch vertex: 1"
! grep -q "vertex 12" "$scratch/out" || fail "--faults 0 names faults"

# A file that cannot be read does not hide the others.
expect 2 info absent.obj "$data/moebius.obj"
said err "absent.obj"
said out "not orientable"

# JSON is JSON, whatever the files are called.
expect 0 info --json "$data/folded_cloth.obj" "$data/moebius.obj" "$data/broken.obj"
"$json_check" '"euler": 1' '"orientable": false' '"bounds": null' '"severity": "error"' <"$scratch/out" ||
    fail "info --json"
expect 0 info --json - "$data/moebius.obj"
"$json_check" '"command": "info"' <"$scratch/out" || fail "info --json -"
odd=$(printf '%s/a "b" \\ \303\251 \377 \tc.obj' "$scratch")
cp "$data/moebius.obj" "$odd"
expect 0 info --json "$odd"
"$json_check" 'a \"b\" \\' '\ufffd' '\tc.obj' <"$scratch/out" || fail "info --json of an odd name"
expect 2 info --json absent.obj
"$json_check" '"error": ' <"$scratch/out" || fail "info --json of an absent file"
expect 0 info --json="$scratch/info.json" "$data/moebius.obj"
said out "not orientable"
"$json_check" '"closed": false' <"$scratch/info.json" || fail "info --json=FILE"
expect 2 info --json="$scratch/no/such/folder.json" "$data/moebius.obj"
said err "cannot write"
if [ -w /dev/full ]; then
    status=0
    "$tool" info --json "$data/moebius.obj" >/dev/full 2>"$scratch/err" || status=$?
    [ $status -eq 2 ] || fail "a full disk went unnoticed"
fi

# The result never replaces an input, under whatever name, and an older result only when it is whole.
cp "$data/moebius.obj" "$scratch/a.obj"
ln -s a.obj "$scratch/link.obj"
ln "$scratch/a.obj" "$scratch/other.obj"
for name in a.obj link.obj other.obj; do
    expect 2 info --json="$scratch/$name" "$scratch/a.obj"
    said err "is one of the inputs"
    quiet out
    cmp -s "$scratch/a.obj" "$data/moebius.obj" || fail "--json=$name destroyed the input"
done
mkdir "$scratch/results"
echo old >"$scratch/results/old.json"
ln -s old.json "$scratch/results/link.json"
expect 0 info --json="$scratch/results/link.json" "$data/moebius.obj"
[ -L "$scratch/results/link.json" ] || fail "--json replaced a link instead of its file"
"$json_check" '"closed": false' <"$scratch/results/old.json" || fail "--json through a link"
[ "$(ls -A "$scratch/results" | wc -l)" -eq 2 ] || fail "--json left a temporary file"
expect 0 info --json=/dev/null "$data/moebius.obj"
if (ulimit -f 0) 2>/dev/null; then
    echo old >"$scratch/results/old.json"
    (trap '' XFSZ; ulimit -f 0; exec "$tool" info --json="$scratch/results/old.json" \
        "$data/moebius.obj" 2>/dev/null | cat >/dev/null)
    [ "$(cat "$scratch/results/old.json")" = old ] || fail "a failed --json replaced an older result"
    [ "$(ls -A "$scratch/results" | wc -l)" -eq 2 ] || fail "a failed --json left a temporary file"
fi

# Nothing is said of a surface that is not there; loops along a cut are no boundary.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >"$scratch/points.obj"
expect 0 info "$scratch/points.obj"
said out "surface     none"
! grep -q "orientable\|manifold" "$scratch/out" || fail "a surface of nothing"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n' >"$scratch/book.obj"
expect 0 info "$scratch/book.obj"
said out "boundary    6 edges; rim 3 loops"
{
    printf 'POINTCACHE2\0\001\0\0\0\001\0\0\0\0\0\0\0\0\0\300\177\002\0\0\0'
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
} >"$scratch/nan.PC2"
expect 0 info "$scratch/nan.PC2"
said out "times       not finite"
