#!/bin/sh
# selvage verify contacts on the examples, right and wrong.
. "$(dirname "$0")/common.sh"
data=$root/examples/data
t0=$data/drop_t0.obj
t1=$data/drop_t1.obj
lists=$scratch/lists
mkdir "$lists"
cp "$data/drop_vf.csv" "$lists/vf.csv"
cp "$data/drop_ee.csv" "$lists/ee.csv"

expect 0 verify contacts "$t0" "$t1" --expect "$lists"
said out "hash of the contacts"
quiet err
: >"$lists/triangles_t0.csv"
expect 0 verify contacts "$t0" "$t1" --expect "$lists" --all
said out "combinations: equal, with the same hash"
expect 0 verify contacts "$t0" "$t1" --expect "$lists" --all --json
"$json_check" '"equal": true' '"volume": "dop18"' '"builder": "sah"' '"threads": 5' '"isa": "scalar"' <"$scratch/out" ||
    fail "verify contacts --all --json"

# The order of rows and of what is in them says nothing.
sort -r "$data/drop_vf.csv" >"$lists/vf.csv"
sed 's/^\([0-9]*\),\([0-9]*\),\([0-9]*\),\([0-9]*\)$/\4,\3,\2,\1/' "$data/drop_ee.csv" >"$lists/ee.csv"
expect 0 verify contacts "$t0" "$t1" --expect "$lists"

# Missed and invented.
sed 1d "$data/drop_vf.csv" >"$lists/vf.csv"
echo "0,2,3,4" >>"$lists/ee.csv"
expect 1 verify contacts "$t0" "$t1" --expect "$lists"
said out "invented: vertex 4 - face 0"
said out "missed: edge (0, 2) - edge (3, 4)"
expect 1 verify contacts "$t0" "$t1" --expect "$lists" --json
"$json_check" '"equal": false' '"false_negatives": 1' '"false_positives": 1' <"$scratch/out" || fail "a difference in JSON"
expect 1 verify contacts "$t0" "$t1" --expect "$lists" --show 0
! grep -q missed "$scratch/out" || fail "--show 0 names pairs"

# One mesh: triangles.
expect 1 check "$data/folded_cloth.obj" --pairs "$scratch/folded"
expect 0 verify contacts "$data/folded_cloth.obj" --expect "$scratch/folded"
sed 's/0$/1/' "$scratch/folded/triangles.csv" >"$lists/triangles.csv"
rm "$lists/triangles_t0.csv"
expect 1 verify contacts "$data/folded_cloth.obj" --expect "$lists"
said out "missed: face"

# Lists that cannot be read.
expect 2 verify contacts "$t0" "$t1" --expect "$scratch/nowhere"
said err "vf.csv"
cp "$lists/ee.csv" "$lists/vf.csv"
expect 2 verify contacts "$t0" "$t1" --expect "$lists"
said err "rows have 4 columns, expected 2"
echo "1,x" >"$lists/vf.csv"
expect 2 verify contacts "$t0" "$t1" --expect "$lists"
said err "vf.csv"
expect 2 verify contacts "$t0" "$data/moebius.obj" --expect "$scratch/folded"
