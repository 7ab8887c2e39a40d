#!/bin/sh
# selvage check on an instant and on a step.
. "$(dirname "$0")/common.sh"
data=$root/examples/data
t0=$data/drop_t0.obj
t1=$data/drop_t1.obj

# A step: the napkin falls through the floor.
expect 1 check "$t0" "$t1" --pairs "$scratch/pairs" --times --marked "$scratch/marked.ply"
said out "vertex-face"
said out "vertex 4 - face 0: t = 0.8"
said out "edge (0, 2) - edge (4, 9): t = 0.8, at (-2, -2, 0)"
quiet err
cmp "$scratch/pairs/vf.csv" "$data/drop_vf.csv" || fail "vf.csv"
cmp "$scratch/pairs/ee.csv" "$data/drop_ee.csv" || fail "ee.csv"
[ -f "$scratch/pairs/triangles.csv" ] && [ ! -s "$scratch/pairs/triangles.csv" ] || fail "triangles.csv"
grep -q '^4,0,0\.79999999[0-9]*,0\.8000000[0-9]*$' "$scratch/pairs/vf_times.csv" || fail "vf_times.csv"
[ "$(ls "$scratch/pairs" | wc -l)" -eq 5 ] || fail "other files beside the pairs"
LC_ALL=C grep -a -q "property uchar contact" "$scratch/marked.ply" || fail "no contact flag"
expect 0 info "$scratch/marked.ply"
said out "triangles   34"
expect 1 check "$t0" "$t1" --ccd --threads 1
! grep -q triangles.at "$scratch/out" || fail "--ccd looks at an instant"

# An instant: no frame of the drop intersects itself, the folded cloth does.
expect 0 check "$t0"
said out "clean"
expect 0 check "$t0" "$t1" --dcd
expect 1 check "$data/folded_cloth.obj" --pairs "$scratch/folded"
said out "cross, at ("
awk -F, '!($1 < $2 && $3 <= 3 && NF == 3) { exit 1 }' "$scratch/folded/triangles.csv" || fail "triangles.csv of the cloth"
sort -t, -k1,1n -k2,2n "$scratch/folded/triangles.csv" | cmp -s - "$scratch/folded/triangles.csv" || fail "not in order"
expect 0 check "$t0" --quiet
quiet out
expect 1 check "$data/folded_cloth.obj" -q
quiet out
quiet err

# Near.
expect 0 check "$t0" --thickness 0.5 --ring 8
expect 1 check "$t0" --thickness 4 --ring 8 --pairs "$scratch/near"
said out "near vertex-face"
said out "distance"
awk -F, 'NF != 3 || $3 > 4.001 { exit 1 }' "$scratch/near/near_vf.csv" || fail "near_vf.csv"
awk -F, 'NF != 5 || $5 > 4.001 { exit 1 }' "$scratch/near/near_ee.csv" || fail "near_ee.csv"
[ -s "$scratch/near/near_vf.csv" ] || fail "near_vf.csv is empty"

# The first contact, limits, contacts at the start.
expect 1 check "$t0" "$t1" --first --json
"$json_check" '"verdict": "collisions"' <"$scratch/out" || fail "--first"
expect 3 check "$t0" "$t1" --max-pairs 5 --pairs "$scratch/few"
said err "--max-pairs 5"
said err "25 vertex-face, 8 edge-edge"
[ "$(wc -l <"$scratch/few/vf.csv")" -eq 5 ] || fail "--max-pairs keeps another number"
expect 1 check "$t0" "$t1" --max-pairs 25
expect 3 check "$t0" "$t1" --max-pairs 0 --json
"$json_check" '"verdict": "limit"' '"vf": 25' <"$scratch/out" || fail "a limit in JSON"
sed 's/ 0$/ 0/; 2,5!s/^v \([^ ]*\) \([^ ]*\) .*/v \1 \2 0/' "$t0" >"$scratch/flat.obj"
expect 1 check "$scratch/flat.obj" "$t1" --ccd
said out "t = 0,"
expect 1 check "$scratch/flat.obj" "$t1" --ccd --overlap error
said out "in contact at t0 already"
expect 0 check "$scratch/flat.obj" "$t1" --ccd --overlap ignore --ring 8

# Several objects.
expect 1 check "$t0" "$t1" --with "$data/moebius.obj" --pairs "$scratch/two"
said out "of moebius.obj"
awk -F, 'NF != 4 || $1 > 1 || $3 > 1 || ($1 == 1 && $3 == 1) { exit 1 }' "$scratch/two/vf.csv" || fail "vf.csv of two"
awk -F, 'NF != 6 { exit 1 }' "$scratch/two/ee.csv" || fail "ee.csv of two"
awk -F, 'NF != 5 { exit 1 }' "$scratch/two/triangles.csv" || fail "triangles.csv of two"
expect 1 check "$data/moebius.obj" --with-moving "$t0" "$t1" --ccd --json --marked "$scratch/two.ply"
"$json_check" '"triangles": 34' '"triangles": 48' '"object": 1' <"$scratch/out" || fail "two objects in JSON"
expect 0 info "$scratch/two.ply"
said out "triangles   82"

# JSON.
expect 1 check "$t0" "$t1" --json
"$json_check" '"verdict": "collisions"' '"vf": 25' '"ee": 8' '"hash": "' '"counters": {' '"bad": true' \
    '"edge": [0, 2]' '"first_bad_frame": 0' <"$scratch/out" || fail "check --json"
expect 1 check "$t0" "$t1" --json="$scratch/check.json"
said out "collisions"
"$json_check" '"command": "check"' <"$scratch/check.json" || fail "check --json=FILE"
expect 0 check "$t0" --json -
"$json_check" '"verdict": "clean"' '"triangles": 0' '"first_bad_frame": null' <"$scratch/out" || fail "clean JSON"

# The same hash in every way.
hash() { sed -n 's/^  "hash": "\(.*\)",$/\1/p' "$scratch/out"; }
expect 1 check "$t0" "$t1" --json
first=$(hash)
[ ${#first} -eq 16 ] || fail "no hash"
for way in "--volume sphere --builder sah" "--volume dop18 --builder morton --threads 5" "--isa scalar --threads 1"; do
    expect 1 check "$t0" "$t1" --json $way
    [ "$(hash)" = "$first" ] || fail "another hash with $way"
done

# It fits the terminal.
for columns in 80 40; do
    COLUMNS=$columns "$tool" check "$t0" "$t1" --with "$data/moebius.obj" >"$scratch/out" 2>"$scratch/err" || true
    awk -v most=$columns 'length($0) > most { exit 1 }' "$scratch/out" || fail "wider than $columns"
done

# What cannot be checked names its place.
expect 2 check "$t0" "$data/moebius.obj"
said err "29 and 48 vertices"
sed 's/^f 1 2 3$/f 1 3 2/' "$t1" >"$scratch/turned.obj"
expect 2 check "$t0" "$scratch/turned.obj"
said err "face 0 has the vertices 0 1 2 and 0 2 1"
expect 2 check "$data/broken.obj"
said err "vertex 23: y at t0 is NaN"
expect 2 check "$t0" absent.obj
said err "absent.obj"
expect 2 check "$t0" "$root/tests/data/malformed/expected.txt"
said err "expected.txt"
expect 2 check "$t0" --ccd
said err "a step needs two frames"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >"$scratch/points.obj"
expect 0 check "$scratch/points.obj"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$scratch/one.obj"
expect 0 check "$scratch/one.obj" "$scratch/one.obj"

# What is written never replaces what is read, and appears whole or not at all.
cp "$t0" "$scratch/in.ply"
expect 2 check "$scratch/in.ply" --marked "$scratch/in.ply"
said err "is one of the inputs"
expect 2 check "$t0" --with "$scratch/in.ply" --json="$scratch/in.ply"
said err "is one of the inputs"
cmp -s "$t0" "$scratch/in.ply" || fail "an input was destroyed"
"$tool" gen sheet -o "$scratch/n_0.ply" --size 200 -q
cp "$scratch/n_0.ply" "$scratch/n_1.ply"
for option in --json= --marked=; do # a file of a pattern is an input, too
    expect 2 check "$scratch/n_#.ply" "$option$scratch/n_1.ply"
    said err "is one of the inputs"
    cmp -s "$scratch/n_0.ply" "$scratch/n_1.ply" || fail "$option: an input was destroyed"
done
expect 2 check "$t0" --json="$scratch/same.png" --png "$scratch/same.png"
said err "is named by two options"
[ ! -e "$scratch/same.png" ] || fail "one of two outputs was written"
expect 0 check "$t0" --json=/dev/null --png /dev/null
expect 2 check "$t0" "$t1" --pairs "$scratch/in.ply/x"
said err "cannot create the folder"
mkdir "$scratch/old"
echo old >"$scratch/old/vf.csv"
expect 2 check "$data/broken.obj" "$data/broken.obj" --pairs "$scratch/old"
[ "$(cat "$scratch/old/vf.csv")" = old ] && [ "$(ls "$scratch/old" | wc -l)" -eq 1 ] || fail "a failed check left files"
