#!/bin/sh
# selvage verify queries on the examples, right and wrong.
. "$(dirname "$0")/common.sh"
queries=$root/examples/queries
data=$root/examples/data

expect 0 verify queries --repeat 2 --json "$queries/vf.csv" "$queries/ee.csv"
"$json_check" '"collisions": 12' '"collisions": 10' '"false_negatives": 0' '"compared": 38' <"$scratch/out" ||
    fail "verify --json"
expect 0 verify queries --json="$scratch/verify.json" "$queries/vf.csv"
said out "FN"
"$json_check" '"kind": "vf"' <"$scratch/verify.json" || fail "verify --json=FILE"

# Pairs over frames.
expect 0 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect hit "$data/drop_vf.csv" "$data/drop_ee.csv"
quiet err
expect 0 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect miss "$data/drop_vf_miss.csv" "$data/drop_ee_miss.csv"
expect 0 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" "$data/drop_vf.csv"
said err "no answer to compare with"
expect 1 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect miss --show 2 "$data/drop_vf.csv"
said err "query 0 (vf) must miss, but the result is hit"
said err "23 more mismatches"
expect 1 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect miss --show 1000000 "$data/drop_vf.csv"
said err "query 24 (vf) must miss, but the result is hit"
! grep -q "more mismatches" "$scratch/err" || fail "--show of all mismatches leaves some out"
expect 2 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --kind ee "$data/drop_vf.csv"
said err "4 columns"
echo "4,99" >"$scratch/vf.csv"
expect 2 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect hit "$scratch/vf.csv"
said err "no face 99"
echo "99,0" >"$scratch/vf.csv"
expect 2 verify queries --frames "$data/drop_t0.obj" "$data/drop_t1.obj" --expect hit "$scratch/vf.csv"
said err "no vertex 99"
expect 2 verify queries --frames "$data/drop_t0.obj" "$data/moebius.obj" --kind vf "$data/drop_vf.csv"
said err "not frames of one mesh"

# A wrong answer in the file is a mismatch, shown with all its digits.
sed 's/,1$/,0/' "$queries/ee.csv" >"$scratch/wrong_ee.csv"
expect 1 verify queries "$scratch/wrong_ee.csv"
said err "query 0 (ee) must miss, but the result is hit"
said err "0x1p+0"
expect 1 verify queries --json "$scratch/wrong_ee.csv"
"$json_check" '"false_positives": 10' '"expected": false' '"x0": [' <"$scratch/out" || fail "mismatches in JSON"

# The table fits the terminal.
for columns in 80 40; do
    COLUMNS=$columns "$tool" verify queries "$queries/vf.csv" "$queries/ee.csv" >"$scratch/out"
    grep -v / "$scratch/out" | awk -v most=$columns 'length($0) > most { exit 1 }' ||
        fail "a table wider than $columns"
done

# The result never replaces what is read: the queries, or a frame.
cp "$queries/vf.csv" "$scratch/vf.csv"
cp "$data/drop_t0.obj" "$scratch/t0.obj"
expect 2 verify queries --json="$scratch/vf.csv" "$scratch/vf.csv"
said err "is one of the inputs"
cmp -s "$scratch/vf.csv" "$queries/vf.csv" || fail "--json destroyed the queries"
expect 2 verify queries --json="$scratch/t0.obj" --frames "$scratch/t0.obj" "$data/drop_t1.obj" "$data/drop_vf.csv"
said err "is one of the inputs"
cmp -s "$scratch/t0.obj" "$data/drop_t0.obj" || fail "--json destroyed a frame"

# Frames in STL: corners that meet in one frame only are still corners of one mesh.
stl() { # stl NAME X
    printf 'solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n' >"$1"
    printf 'facet normal 0 0 0\nouter loop\nvertex %s 0 0\nvertex 3 0 1\nvertex 3 1 0\nendloop\nendfacet\nendsolid\n' "$2" >>"$1"
}
stl "$scratch/t0.stl" 2
stl "$scratch/t1.stl" 1
echo "3,0" >"$scratch/vf.csv"
expect 0 verify queries --frames "$scratch/t0.stl" "$scratch/t1.stl" --expect hit "$scratch/vf.csv"
