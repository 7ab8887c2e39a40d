# check, view, sim --png: a picture of the worst, first, last frame, without a browser. How stills look is tested in tests/viewer.
. "$(dirname "$0")/common.sh"
png_check=$(dirname "$json_check")/png_check
t0=$root/examples/data/drop_t0.obj
t1=$root/examples/data/drop_t1.obj
folded=$root/examples/data/folded_cloth.obj
picture=$scratch/worst.png

# shows WxH LEAST MOST: the picture is so large, with so many red pixels.
shows() {
    told=$("$png_check" "$picture") || fail "$picture is no PNG file"
    [ "${told% *}" = "$1" ] || fail "the picture is $told"
    red=${told#* }
    [ "$red" -ge "$2" ] && [ "$red" -le "$3" ] || fail "$red pixels are red, not $2 to $3"
}

# One mesh, two frames: exit codes and text are those without a picture. The bar of the title is red, too.
expect 1 check "$folded" --png "$picture"
said out "collisions of the mesh"
shows 1600x1000 20000 300000
expect 0 check "$t0" --png "$picture" --png-size 300x200
shows 300x200 0 0
expect 1 check "$t0" "$t1" --png "$picture" --png-size 300x200 -q
quiet out
quiet err
shows 300x200 300 3000 # the small cloth; the floor, two large faces, only slightly
[ "$(ls "$scratch" | grep -c worst)" -eq 1 ] || fail "other files beside the picture"

# Pairs that are not kept are counted, but cannot be shown.
expect 3 check "$t0" "$t1" --max-pairs 0 --png "$picture" --png-size 300x200 -q
shows 300x200 0 200

# The same bytes for any number of threads and any instruction set.
expect 1 check "$folded" --png "$scratch/a.png" --png-size 400x300 --threads 1 -q
expect 1 check "$folded" --png "$scratch/b.png" --png-size 400x300 --threads 3 --isa scalar -q
cmp "$scratch/a.png" "$scratch/b.png" || fail "the picture depends on threads or instruction set"
expect 1 check "$folded" --png "$scratch/b.png" --png-size 400x300 --png-dark -q
! cmp -s "$scratch/a.png" "$scratch/b.png" || fail "a dark ground is not dark"
expect 1 check "$folded" --png "$scratch/b.png" --png-size 400x300 --up y -q
! cmp -s "$scratch/a.png" "$scratch/b.png" || fail "y does not point up"
expect 1 check "$folded" --png - --png-size 400x300
cmp "$scratch/a.png" "$scratch/out" || fail "on stdout it is another picture"

# Of an animation the worst frame: between two flat ones (13 vertices a row), it is as red as that mesh alone.
expect 1 check "$folded" --png "$picture" --png-size 800x500 -q
alone=$("$png_check" "$picture")
cp "$folded" "$scratch/f_1.obj"
awk -v n=13 '/^v / { print "v", i % n, int(i / n), 0; ++i; next } { print }' "$folded" >"$scratch/f_0.obj"
cp "$scratch/f_0.obj" "$scratch/f_2.obj"
expect 1 check "$scratch/f_#.obj" --dcd --png "$picture" --png-size 800x500
said out "1 of 3 frames are bad, the first is frame 1"
[ "$("$png_check" "$picture")" = "$alone" ] || fail "another frame is shown: $("$png_check" "$picture"), not $alone"
expect 0 check "$scratch/f_#.obj" --dcd --frames 2 --png "$picture" --png-size 300x200
shows 300x200 0 0
# With an obstacle.
expect 1 check "$folded" --with "$t0" --png "$picture" --png-size 300x200 -q
shows 300x200 100 60000

# view and sim: nothing is red.
expect 0 view "$folded" --png "$picture" --png-size 300x200 --up y
shows 300x200 0 0
quiet out
expect 2 view "$folded" --png "$picture" -o "$scratch/x.html"
expect 2 view "$folded" --png "$folded"
expect 2 view "$folded" --png "$picture" --layers
said err "give only one of them"
expect 2 view "$folded" --png-dark
if [ -c /dev/full ]; then
    expect 2 view "$folded" --png /dev/full
    said err "No space left"
fi
expect 0 sim ball --resolution 0.5 --frames 3 -q -o "$scratch/ball" --png "$picture" --png-size 300x200
shows 300x200 0 0
expect 2 sim ball -q -o "$scratch/other" --png "$scratch/no/such/folder/x.png"
[ ! -e "$scratch/other" ] || fail "a folder for a run that was refused"

# Ctrl-C while a large picture is drawn: nothing of it stays.
mkdir "$scratch/ended"
status=0
"$interrupt" 0.3 "$tool" view "$folded" --png "$scratch/ended/x.png" --png-size 8192x8192 || status=$?
[ $status -eq 130 ] || fail "exit code $status, not 130, after Ctrl-C"
[ -z "$(ls -A "$scratch/ended")" ] || fail "Ctrl-C left $(ls -A "$scratch/ended")"

# Refused before anything is computed; an old picture survives.
echo old >"$picture"
expect 2 check "$t0" --png "$scratch/no/such/folder/x.png"
said err "no/such/folder/x.png"
expect 2 check "$t0" --png "$t0"
expect 2 check "$t0" --png-size 300x200
said err "needs --png"
for size in 300 x 0x5 300x 300x200x 300x9000 -3x40 15x100; do
    expect 2 check "$t0" --png "$picture" "--png-size=$size"
    said err "png-size"
done
expect 2 check "$t0" --png "$picture" --up x
expect 2 check "$t0" --json --png -
said err "only one of them"
expect 2 check "$scratch/none.obj" --png "$picture"
[ "$(cat "$picture")" = old ] || fail "a failure replaces the picture"
