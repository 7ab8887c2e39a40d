#!/bin/sh
# selvage view: the page of meshes that are not checked, and what opens it.
. "$(dirname "$0")/common.sh"
t0=$root/examples/data/drop_t0.obj
t1=$root/examples/data/drop_t1.obj
unset DISPLAY WAYLAND_DISPLAY || true
mkdir "$scratch/tmp" "$scratch/bin"
export TMPDIR="$scratch/tmp"

status=0
"$tool" view "$t0" -o "$scratch/a.html" >"$scratch/out" 2>"$scratch/err" || status=$?
if grep -q "built without the viewer" "$scratch/err"; then
    [ $status -eq 2 ] || fail "without the viewer: exit code $status"
    echo "skipped: this build has no viewer"
    exit 77
fi

# Written where it is told, and nothing is opened.
expect 0 view "$t0" "$t1" -o "$scratch/a.html"
said out "$scratch/a.html"
said err "a.html: 0."
tail -n 1 "$scratch/a.html" | grep -q '</html>' || fail "the page does not end"
! grep -q '"verdict": ' "$scratch/a.html" || fail "a verdict without a check"
[ -z "$(ls "$scratch/tmp")" ] || fail "a folder that nobody wanted"

# Without a display: the path of a page in a folder of its own.
expect 0 view "$t0" --with "$t1"
page=$(cat "$scratch/out")
case $page in "$scratch"/tmp/selvage-*/drop_t0.obj.html) ;; *) fail "another path: $page" ;; esac
[ -f "$page" ] || fail "no page there"

# With one it is opened; the path is printed where that fails.
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$scratch" >"$scratch/bin/xdg-open"
chmod +x "$scratch/bin/xdg-open"
PATH=$scratch/bin:$PATH
export DISPLAY=:none PATH
expect 0 view "$t0"
if [ "$(uname)" = Linux ]; then
    quiet out
    [ -f "$(cat "$scratch/opened")" ] || fail "what was opened is not there"
    printf '#!/bin/sh\nexit 3\n' >"$scratch/bin/xdg-open"
    expect 0 view "$t0"
    said out "drop_t0.obj.html"
fi

# frames PAGE: how many it tells of.
frames() { sed -n '/"frames": \[/,/^  \]/p' "$1" | grep -c '^    \['; }

# Frames of an animation.
for f in 0 1 2 3; do cp "$t0" "$scratch/f_$f.obj"; done
expect 0 view "$scratch/f_#.obj" --frames 1-2 -o "$scratch/a.html"
[ "$(frames "$scratch/a.html")" -eq 2 ] || fail "frames of the page"

# Every format, several objects, texture coordinates and normals; a polygon is its triangles.
for format in obj ply stl off; do
    expect 0 gen sheet -o "$scratch/sheet.$format" --size 200 -q
    expect 0 view "$scratch/sheet.$format" --with "$t0" --up y -o "$scratch/a.html"
    grep -q '"triangles": 200' "$scratch/a.html" || fail "triangles of $format"
    grep -q '"up": "y"' "$scratch/a.html" || fail "y does not point up"
done
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/2/1 4/1/1\n' \
    >"$scratch/uv.obj"
expect 0 view "$scratch/uv.obj" -o "$scratch/a.html"
grep -q '"triangles": 2,' "$scratch/a.html" || fail "a textured quadrilateral"
! grep -q '"up": ' "$scratch/a.html" || fail "an axis that nobody told"

# The page of a simulation: the same results with and without, all meshes, also those that rest.
expect 0 sim twist --frames 6 --resolution 0.5 -q -o "$scratch/plain"
for format in pc2 ply; do
    page=$scratch/$format.html
    expect 0 sim twist --frames 6 --resolution 0.5 -q -o "$scratch/$format" --format $format --html "$page"
    quiet err
    grep -q '"statement": "7 frames, simulated"' "$page" || fail "the page of a simulation ($format)"
    [ "$(frames "$page")" -eq 7 ] || fail "frames ($format)"
    [ "$(grep -c '"still": ' "$page")" -eq "$(grep -c '"kind": ' "$scratch/$format/log.json")" ] ||
        fail "objects of the page ($format)"
done
cmp "$scratch/plain/sheet.pc2" "$scratch/pc2/sheet.pc2" || fail "--html changes the simulation"
# What the library does, in some frames of a simulation and of files.
layers() { tr -d ' \n' <"$1" | grep -o '"layers":\[[^"]*\]\]' | sed 's/,[1-9][0-9]*\]/]/g'; }
expect 0 sim twist --frames 6 --resolution 0.5 -q -o "$scratch/layers" --html "$page" --layers=0,4-5
[ "$(layers "$page")" = '"layers":[[0],[4],[5]]' ] || fail "layers of a simulation: $(layers "$page")"
expect 0 view "$scratch/plain/sheet.obj" "$scratch/plain/sheet.pc2" -o "$page" --layers
[ "$(layers "$page")" = '"layers":[[5]]' ] || fail "layers of the last step: $(layers "$page")"
expect 0 view "$t0" -o "$page" --layers
[ "$(layers "$page")" = '"layers":[[0]]' ] || fail "layers of one mesh: $(layers "$page")"
expect 2 view "$t0" -o "$scratch/bad.html" --layers=1
expect 2 sim twist --frames 6 -o "$scratch/none" --html "$page" --layers=7
said err "there are the frames 0 to 6"
expect 2 sim twist --frames 6 -o "$scratch/none" --layers
[ ! -e "$scratch/none" ] && [ ! -e "$scratch/bad.html" ] || fail "something was written in spite of a bad list"
expect 2 sim twist --frames 6 -o "$scratch/none" --html "$scratch/no/such/x.html"
[ ! -e "$scratch/none" ] || fail "a simulation whose page cannot be written begins"

# Refused.
rm -rf "$scratch"/tmp/*
expect 2 view
expect 2 view "$scratch/none.obj"
said err "none.obj"
expect 2 view "$scratch/f_#.obj" --frames 2-9
said err "there are 4 frames"
expect 2 view "$t0" -o "$t0"
expect 2 view "$t0" -o "$scratch/no/such/x.html"
expect 2 view "$t0" --limit 0
expect 2 view "$t0" --up x
said err "--up"
[ -z "$(ls "$scratch/tmp")" ] || fail "a folder is left"
TMPDIR=$scratch/no/such
expect 2 view "$t0"
said err "cannot make the folder"

# From near the least double to near the greatest: the page has numbers.
printf 'v -1.7e308 0 -1.7e308\nv 1.7e308 0 0\nv 0 1.7e308 1.7e308\nf 1 2 3\n' >"$scratch/vast.obj"
expect 0 view "$scratch/vast.obj" -o "$scratch/a.html"
! grep -q '"quantum": null\|"origin": \[null' "$scratch/a.html" || fail "a page without numbers"
