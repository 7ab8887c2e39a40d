#!/bin/sh
# selvage check on animations: numbered files, lists of files, PC2; and Ctrl-C.
. "$(dirname "$0")/common.sh"
data=$root/examples/data
t0=$data/drop_t0.obj
t1=$data/drop_t1.obj
mkdir "$scratch/frames"
cp "$t0" "$scratch/frames/f_1.obj"
cp "$t0" "$scratch/frames/f_2.obj"
cp "$t1" "$scratch/frames/f_9.obj"
cp "$t1" "$scratch/frames/f_10.obj"

# Only the step from the second frame to the third is bad.
for way in "$scratch/frames" "$scratch/frames/f_#.obj" \
    "$t0 $scratch/frames" "$t0 $t0 $t1 $t1"; do
    expect 1 check $way
    said out "1 of 4 frames are bad, the first is frame 1"
    quiet err
    expect 1 check $way --frames 1-2 --ccd --pairs "$scratch/pairs" --marked "$scratch/marked.ply"
    sed 's/^/1,/' "$data/drop_vf.csv" | cmp - "$scratch/pairs/vf.csv" || fail "vf.csv with frames"
done
expect 1 check "$scratch/frames" --first --json
"$json_check" '"first_bad_frame": 1' '"bad_frames": 1' '"hash": null' 'f_2.obj' <"$scratch/out" || fail "a cache in JSON"
! grep -q 'f_9.obj' "$scratch/out" || fail "--first goes on"
expect 0 check "$scratch/frames" --dcd
said out "clean: 4 frames"
expect 0 check "$scratch/frames" --frames 2-3
expect 0 check "$scratch/frames" --frames 1
expect 2 check "$scratch/frames" --frames 2-4
said err "there are 4 frames, 0 to 3"
expect 1 check "$t0" --with-moving "$t0" "$scratch/frames"
expect 2 check "$t0" "$t1" --with-moving "$t0" "$scratch/frames"
said err "4 frames"
COLUMNS=40 "$tool" check "$scratch/frames" >"$scratch/out" || true
grep -v / "$scratch/out" | awk 'length($0) > 40 { exit 1 }' || fail "wider than 40"

# A frame that cannot be read ends the check, and says which it is.
cp "$data/moebius.obj" "$scratch/frames/f_9.obj"
expect 2 check "$scratch/frames"
said err "f_9.obj"
sed 's/^v 8 -8 0$/v nan -8 0/' "$t1" >"$scratch/frames/f_9.obj"
expect 2 check "$scratch/frames"
said err "frame 1 of"
said err "vertex 1: x at t1 is NaN"

# STL: corners that are one vertex in the first frame stay one, so that neighbours do not collide.
stl() { # stl NAME X Y: two triangles that share an edge; the second has the corners (0,Y) and (X,1)
    printf 'solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n' >"$1"
    printf 'facet normal 0 0 0\nouter loop\nvertex 0 %s 0\nvertex 1 0 0\nvertex %s 1 0\nendloop\nendfacet\nendsolid\n' "$3" "$2" >>"$1"
}
mkdir "$scratch/stl"
stl "$scratch/stl/a1.stl" 1 1
stl "$scratch/stl/a2.stl" 2 1
expect 0 check "$scratch/stl/a1.stl" "$scratch/stl/a2.stl" --ccd
expect 0 check "$scratch/stl"
expect 0 check "$scratch/stl/a1.stl"
stl "$scratch/stl/a2.stl" 2 3
expect 2 check "$scratch/stl/a1.stl" "$scratch/stl/a2.stl"
said err "a2.stl: face 1 is detached at corner 0"
expect 2 check "$scratch/stl"
said err "is detached"

# PC2: all vertices in one point, so that everything touches.
pc2() { # pc2 FRAMES-IN-OCTAL FRAMES
    printf 'POINTCACHE2\0\001\0\0\0\035\0\0\0\0\0\0\0\0\0\200\077'"$1"
    head -c $((29 * 12 * $2)) /dev/zero
}
pc2 '\003\0\0\0' 3 >"$scratch/three.pc2"
expect 1 check "$t0" "$scratch/three.pc2"
said out "3 of 3 frames are bad, the first is frame 0"
expect 2 check "$scratch/three.pc2"
said err "give the mesh file before it"
expect 2 check "$data/moebius.obj" "$scratch/three.pc2"
said err "has 29 vertices, but"
expect 2 check "$t0" "$scratch/three.pc2" "$t1"
said err "drop_t1.obj cannot follow it"
pc2 '\004\0\0\0' 3 >"$scratch/short.pc2"
expect 2 check "$t0" "$scratch/short.pc2"
said err "short.pc2"

# Ctrl-C ends it and leaves no files.
pc2 '\120\303\0\0' 50000 >"$scratch/long.pc2"
interrupted 1 check "$t0" "$scratch/long.pc2" --ccd --pairs "$scratch/broken"
[ -z "$(ls "$scratch/broken")" ] || fail "Ctrl-C left files"
