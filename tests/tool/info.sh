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
