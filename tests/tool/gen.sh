#!/bin/sh
# selvage gen: what it writes, what it refuses, and that nothing is left of what it could not write.
. "$(dirname "$0")/common.sh"
cd "$scratch"

# What there is.
expect 0 gen --list
quiet err
for name in onepiece1 pipe burst sheet soup; do
    grep -q "^$name  *[^ ]" out || fail "--list does not tell $name"
done
for columns in 80 40; do
    COLUMNS=$columns "$tool" gen --list >out
    awk -v most=$columns 'length($0) > most { exit 1 }' out || fail "--list: wider than $columns"
done

# Shapes: of any size, in every format, the same for the same seed.
for shape in sheet ribbon tube sphere soup; do
    expect 0 gen $shape -o $shape.obj --size 2000
    said out "$shape.obj: "
    quiet err
    expect 0 info $shape.obj
    triangles=$(sed -n 's/^  triangles *//p' out | tr -d ,)
    [ "$triangles" -gt 1800 ] && [ "$triangles" -lt 2200 ] || fail "$shape: $triangles triangles"
done
for shape in sheet ribbon tube sphere; do
    expect 0 info $shape.obj
    said out "components  1"
    said out "manifold"
    expect 0 check $shape.obj
done
expect 0 info sphere.obj
said out "surface     closed"
expect 0 info soup.obj
said out "components  2,000"
expect 1 check soup.obj
expect 0 gen ribbon -o rough.obj --noise 3 --seed 1
expect 1 check rough.obj
for format in ply stl off; do
    expect 0 gen tube -o tube.$format --quiet
    quiet out
    quiet err
    expect 0 info tube.$format
done
expect 0 gen sheet -o a.obj --noise 0.2 --seed 5
expect 0 gen sheet -o b.obj --noise 0.2 --seed 5
cmp -s a.obj b.obj || fail "other bytes for the same seed"
expect 0 gen sheet -o b.obj --noise 0.2 --seed 6
cmp -s a.obj b.obj && fail "the same bytes for another seed"
expect 0 gen tube -o least.obj --size 1
expect 0 info least.obj

# Scenes: a mesh and a cache, or numbered meshes, with the same frames in them.
expect 0 gen pipe -o pipe --quick
said out "pipe: 3,150 triangles, 1,596 vertices, 31 frames in pipe/pipe.pc2"
quiet err
[ "$(ls pipe | tr '\n' ' ')" = "pipe.obj pipe.pc2 " ] || fail "files: $(ls pipe)"
expect 0 info pipe/pipe.obj pipe/pipe.pc2
said out "frames      31"
expect 1 check pipe/pipe.obj pipe/pipe.pc2
expect 0 gen onepiece1 -o worn --quick --frames 4
expect 0 check worn/onepiece1.obj worn/onepiece1.pc2
said out "clean: 5 frames"
for format in ply obj; do
    expect 0 gen folds -o $format --quick --frames 3 --format $format
    quiet err
    [ "$(ls $format | wc -l)" -eq 4 ] || fail "files: $(ls $format)"
    expect 0 check "$format/folds_####.$format"
done
expect 0 gen onepiece1 -o again --quick --frames 4 -q
quiet out
cmp -s worn/onepiece1.pc2 again/onepiece1.pc2 || fail "another run has other bytes"

# What is there already stays.
cp pipe/pipe.pc2 kept
expect 2 gen pipe -o pipe --quick --frames 3
said err "pipe/pipe.obj exists already"
cmp -s kept pipe/pipe.pc2 || fail "a cache was replaced"
rm pipe/pipe.obj
expect 2 gen pipe -o pipe --quick --frames 3
said err "pipe/pipe.pc2 exists already"
[ ! -e pipe/pipe.obj ] || fail "a mesh without its cache"
mkdir numbered
echo mine >numbered/pipe_0002.ply
expect 2 gen pipe -o numbered --quick --frames 3 --format ply
said err "pipe_0002.ply exists already"
[ "$(ls numbered)" = pipe_0002.ply ] || fail "files: $(ls numbered)"

# What cannot be written leaves nothing.
expect 2 gen pipe -o absent/folder --quick
said err "absent/folder"
expect 2 gen pipe -o a.obj --quick
said err "a.obj is a file: a scene needs a folder"
expect 2 gen sheet -o absent/sheet.obj
said err "absent/sheet.obj"
expect 2 gen sheet -o sheet.xyz
said err "sheet.xyz"
[ ! -e absent ] && [ ! -e sheet.xyz ] || fail "something was left"
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod 555 locked
    expect 2 gen pipe -o locked --quick
    said err "locked/pipe"
    chmod 755 locked
    [ -z "$(ls locked)" ] || fail "files: $(ls locked)"
fi
# A limit on the size of files stands in for a full disk: the mesh fits, the cache does not.
status=0
(
    ulimit -f 200
    trap '' XFSZ
    exec "$tool" gen pipe -o full --quick
) >out 2>err || status=$?
[ $status -eq 2 ] || fail "a full disk: exit code $status"
said err "full/pipe.pc2"
[ ! -e full ] || fail "files: $(ls full)"

# Ctrl-C: the folder goes away again.
interrupted 1 gen waves -o broken --frames 100000
[ ! -e broken ] || fail "files: $(ls broken)"

# Everything that can be typed wrong.
expect 2 gen
said err "selvage gen --list"
expect 2 gen pipe sheet -o x
said err "one scene or shape at a time"
expect 2 gen pipes -o x
said err "there is no scene and no shape 'pipes' (did you mean pipe?)"
expect 2 gen frobnicate -o x
said err "selvage gen --list"
expect 2 gen pipe
said err "-o PATH is missing"
expect 2 gen pipe -o ""
said err "-o PATH is missing"
expect 2 gen pipe -o x --size 10
said err "--size is for shapes, and pipe is a scene"
expect 2 gen sheet -o x.obj --quick
said err "--quick is for scenes, and sheet is a shape"
expect 2 gen pipe -o x --frames 0
said err "--frames"
expect 2 gen pipe -o x --format abc
said err "not one of pc2|ply|obj"
expect 2 gen sheet -o x.obj --size 0
said err "--size"
expect 2 gen sheet -o x.obj --noise -1
said err "'-1' is not a non-negative number"
[ ! -e x ] && [ ! -e x.obj ] || fail "something was written"
