#!/bin/sh
# selvage check --html: the page as a file. What it shows is tested in tests/viewer.
. "$(dirname "$0")/common.sh"
t0=$root/examples/data/drop_t0.obj
t1=$root/examples/data/drop_t1.obj
page=$scratch/report.html

status=0
"$tool" check "$t0" --html "$page" >"$scratch/out" 2>"$scratch/err" || status=$?
if grep -q "built without the viewer" "$scratch/err"; then
    [ $status -eq 2 ] && [ ! -e "$page" ] || fail "without the viewer: exit code $status"
    quiet out
    echo "skipped: this build has no viewer"
    exit 77
fi

expect 0 check "$t0" --html "$page"
said out "clean"
said err "report.html: 0."
grep -q '"verdict": "clean"' "$page" || fail "the verdict of the page"
expect 1 check "$t0" "$t1" --html "$page" -q
quiet out
quiet err
grep -q '"verdict": "collisions"' "$page" || fail "the verdict of the page of a step"
tail -n 1 "$page" | grep -q '</html>' || fail "the page does not end"
# One file, and nothing in it that asks for another; the licence of three.js is in it.
[ "$(ls "$scratch" | grep -c report)" -eq 1 ] || fail "other files beside the page"
! grep -qE '(src|href)="(http|//)|@import|url\(' "$page" || fail "the page refers to other files"
grep -q "Copyright .* three.js authors" "$page" || fail "no licence of three.js"
# A name that would end the script.
cp "$t0" "$scratch/<b>x.obj"
expect 0 check "$scratch/<b>x.obj" --html "$page" -q
! grep -q '<b>x' "$page" || fail "a name is not escaped"
expect 0 check "$t0" --html - --quiet
tail -n 1 "$scratch/out" | grep -q '</html>' || fail "the page on stdout"

# The same bytes again, but for the time it took.
expect 1 check "$t0" "$t1" --html "$scratch/a.html" --threads 1 -q
expect 1 check "$t0" "$t1" --html "$scratch/b.html" --threads 2 --isa scalar -q
for name in a b; do sed '/^  "seconds": /d' "$scratch/$name.html" >"$scratch/$name.text"; done
cmp "$scratch/a.text" "$scratch/b.text" || fail "the page depends on threads or instruction set"

# Frames are left out beyond the limit.
expect 0 sim ball --resolution 2 --frames 120 -q -o "$scratch/ball"
expect 0 check "$scratch/ball/sheet.obj" "$scratch/ball/sheet.pc2" --html "$page" --html-limit 1
said err "of 121 frames (--html-limit)"
[ "$(wc -c <"$page")" -le 1000000 ] || fail "larger than its limit"

# Layers: in the page where they are asked for, the same bytes for any number of threads, and told where
# there is no room.
expect 1 check "$t0" "$t1" --html "$page" -q
grep -q '"layers": \[\]' "$page" || fail "layers that nobody asked for"
expect 1 check "$t0" "$t1" --html "$scratch/a.html" --layers --threads 1 -q
expect 1 check "$t0" "$t1" --html "$scratch/b.html" --layers=0 --threads 3 -q
for name in a b; do sed '/^  "seconds": /d' "$scratch/$name.html" >"$scratch/$name.text"; done
cmp "$scratch/a.text" "$scratch/b.text" || fail "layers depend on threads"
tr -d ' \n' <"$scratch/a.html" | grep -q '"layers":\[\[0,[1-9][0-9]*\]\]' || fail "no layers"
expect 0 check "$scratch/ball/sheet.obj" "$scratch/ball/sheet.pc2" --frames 0-29 --dcd --html "$page" --layers=all \
    --html-limit 1
said err "of 30 frames (--html-limit)"
[ "$(wc -c <"$page")" -le 1000000 ] || fail "larger than its limit with layers"
expect 0 check "$scratch/ball/sheet.obj" "$scratch/ball/sheet.pc2" --frames 4-8 --dcd --html "$page" \
    --layers=5,7-8
tr -d ' \n' <"$page" | grep -q '"layers":\[\[1,[0-9]*\],\[3,[0-9]*\],\[4,[0-9]*\]\]' || fail "which layers"

# Refused before anything is computed; an old page survives.
echo old >"$page"
expect 2 check "$t0" --html "$scratch/no/such/folder/x.html"
said err "no/such/folder/x.html"
expect 2 check "$t0" --html "$t0"
expect 2 check "$t0" --html-limit 3
said err "needs --html"
expect 2 check "$t0" --html "$page" --html-limit 0
expect 2 check "$t0" --layers
said err "needs --html"
for list in none 1 0-1 -1 0,,0 0, 2-0 99999999999999999999999; do
    expect 2 check "$t0" --html "$page" --layers="$list"
    said err "option --layers: '$list' is neither"
done
expect 2 check "$t0" --json --html -
expect 2 check "$scratch/none.obj" --html "$page"
[ "$(cat "$page")" = old ] || fail "a failure replaces the page"
# What the page is told: the axis that points up, and whether counts by object are all there are.
expect 1 check "$t0" "$t1" --html "$page" --up y -q
grep -q '"up": "y"' "$page" || fail "y does not point up"
grep -q '"byObjectLimited": false' "$page" || fail "all pairs are counted by object"
expect 3 check "$t0" "$t1" --with "$t1" --html "$page" --max-pairs 2 -q
grep -q '"byObjectLimited": true' "$page" || fail "not all pairs are counted by object"
! grep -q '"up": ' "$page" || fail "an axis that nobody told"
echo old >"$page"

# Layers of frames that were not reached.
for f in 0 1 2; do cp "$t0" "$scratch/f_$f.obj"; done
expect 0 check "$scratch/f_#.obj" --html "$scratch/f.html" --ccd --layers=2
said err "none of these frames was checked"
expect 0 check "$scratch/f_#.obj" --html "$scratch/f.html" --ccd --layers=1
! grep -q "none of these" "$scratch/err" || fail "a warning of layers that are there"

# A large mesh for which there is no room: says how much there must be.
expect 0 gen sheet -o "$scratch/large.obj" --size 600000
expect 2 check "$scratch/large.obj" --html "$page" --html-limit 1
said err "has no room for one frame; try --html-limit"
limit=$(sed -n 's/.*try --html-limit //p' "$scratch/err")
[ "$(cat "$page")" = old ] || fail "a failure replaces the page"
expect 0 check "$scratch/large.obj" --html "$page" --html-limit "$limit"
[ "$(wc -c <"$page")" -le "${limit}000000" ] || fail "larger than the limit that was told"
