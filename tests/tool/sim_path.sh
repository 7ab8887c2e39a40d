#!/bin/sh
# selvage sim --substeps-out: the caches have the way that was simulated, not just the frames on it.
. "$(dirname "$0")/common.sh"

# In one frame of four substeps a ball goes from below a sheet around its edge to above: the straight
# line between the two frames passes through the sheet, the way of the ball does not.
cat >"$scratch/around.json" <<'END'
{
  "name": "around", "frames": 3, "substeps": 4, "gravity": [0, 0, 0], "windPressure": 0,
  "cloths": [{"name": "sheet", "shape": "grid", "size": [1, 1], "cells": [6, 6]}],
  "obstacles": [
    {"name": "ball", "shape": "ball", "radius": 0.1, "cells": 2, "move": [0, 0, -0.5],
     "keys": [{"time": 0.016666666666666666}, {"time": 0.020833333333333332, "move": [3, 0, 0]},
              {"time": 0.025, "move": [3, 0, 1]}, {"time": 0.029166666666666667, "move": [0, 0, 1]}]},
    {"name": "floor", "shape": "floor", "height": -2}
  ]
}
END
expect 0 sim "$scratch/around.json" -o "$scratch/frames" --verify
said out "around: 3 frames, cloth"
expect 1 check "$scratch/frames/sheet.obj" "$scratch/frames/sheet.pc2" --with-moving "$scratch/frames/ball.obj" \
    "$scratch/frames/ball.pc2"
expect 0 sim "$scratch/around.json" -o "$scratch/path" --verify --substeps-out
said out "around: 3 frames (13 in the caches), cloth"
said out "no intersections"
expect 0 check "$scratch/path/sheet.obj" "$scratch/path/sheet.pc2" --with-moving "$scratch/path/ball.obj" \
    "$scratch/path/ball.pc2"
said out "clean: 13 frames"
[ ! -e "$scratch/path/floor.pc2" ] || fail "a floor that rests has a cache"
"$json_check" '"substeps_out": true' '"frame": 3' '"cache_frame": 12' '"cache_times": [' <"$scratch/path/log.json" ||
    fail "log.json of --substeps-out"
# times_of LOG: the times of the frames of the caches, one a line.
times_of() { sed -n '/"cache_times": \[/,/\]/s/^ *\([0-9.e-]*\),*$/\1/p' "$1"; }
times_of "$scratch/path/log.json" | awk '{ if ($1 < (NR - 1) / 240 - 1e-9 || $1 > (NR - 1) / 240 + 1e-9) bad = 1 }
    END { exit bad || NR != 13 }' || fail "not the times of substeps: $(times_of "$scratch/path/log.json")"
"$json_check" '"substeps_out": false' <"$scratch/frames/log.json" || fail "log.json without --substeps-out"
! grep -q "cache_" "$scratch/frames/log.json" || fail "log.json tells times that are those of frames"

# A mesh for each: every fourth is a frame of the run without them; --restart removes them all.
for out in frames path; do
    [ $out = path ] && option=--substeps-out || option=
    expect 0 sim "$scratch/around.json" -o "$scratch/$out" --format obj --restart $option
done
for frame in 0 1 2 3; do
    for mesh in sheet ball; do
        cmp -s "$scratch/frames/${mesh}_000$frame.obj" "$scratch/path/${mesh}_$(printf %04d $((4 * frame))).obj" ||
            fail "--substeps-out changes frame $frame of $mesh"
    done
done
[ ! -e "$scratch/path/sheet_0013.obj" ] || fail "more frames than parts"
expect 0 sim "$scratch/around.json" -o "$scratch/path" --frames 1 --restart --substeps-out
[ "$(echo $(ls "$scratch/path"))" = "ball.obj ball.pc2 floor.obj log.json sheet.obj sheet.pc2" ] ||
    fail "--restart leaves parts: $(ls "$scratch/path")"
# A file of another under the name of a part is never touched.
mkdir "$scratch/mine"
echo mine >"$scratch/mine/sheet_0012.obj"
expect 2 sim "$scratch/around.json" -o "$scratch/mine" --format obj --substeps-out
said err "sheet_0012.obj exists already"
[ "$(ls "$scratch/mine")" = sheet_0012.obj ] || fail "a refused run left files"

# The same in one step, in the way of a sheet that is pinned all over: the step is halved.
sed 's/"substeps": 4/"substeps": 1/; s/"cells": \[6, 6\]/&, "pins": [{"box": [[-1, -1, -1], [1, 1, 1]]}]/' \
    "$scratch/around.json" >"$scratch/halved.json"
expect 0 sim "$scratch/halved.json" -o "$scratch/halved" --verify
expect 1 check "$scratch/halved/sheet.obj" "$scratch/halved/sheet.pc2" --with-moving "$scratch/halved/ball.obj" \
    "$scratch/halved/ball.pc2"
expect 0 sim "$scratch/halved.json" -o "$scratch/halved" --verify --restart --substeps-out
expect 0 check "$scratch/halved/sheet.obj" "$scratch/halved/sheet.pc2" --with-moving "$scratch/halved/ball.obj" \
    "$scratch/halved/ball.pc2"
parts=$(times_of "$scratch/halved/log.json" | wc -l)
logged=$(sed -n 's/^    "parts": \([0-9]*\),*$/\1/p' "$scratch/halved/log.json")
[ "$logged" -gt 3 ] && [ "$parts" -eq $((1 + logged)) ] || fail "$parts parts of 3 frames, the log has $logged"
# How many meshes there are is known at the end; a file of another in their place is found even then,
# and the run goes on once it is gone.
mkdir "$scratch/late"
echo mine >"$scratch/late/sheet_0004.obj"
expect 2 sim "$scratch/halved.json" -o "$scratch/late" --format obj --substeps-out
said err "sheet_0004.obj exists already"
[ "$(cat "$scratch/late/sheet_0004.obj")" = mine ] || fail "a file of mine was touched"
[ "$(echo $(ls "$scratch/late"))" = "sheet_0004.obj sim.part" ] || fail "a refused run left files"
rm "$scratch/late/sheet_0004.obj"
expect 0 sim "$scratch/halved.json" -o "$scratch/late" --format obj --substeps-out
said err "has all its frames"
[ -e "$scratch/late/ball_0004.obj" ] || fail "the run did not go on"

# A frame that fails: a press leaves the cloth no room. Its parts are dropped; and fewer frames than
# there are take their parts only.
cat >"$scratch/crush.json" <<'END'
{
  "name": "crush", "frames": 60,
  "cloths": [{"name": "sheet", "shape": "grid", "size": [0.5, 0.5], "cells": [6, 6], "move": [0, 0, 0.1]}],
  "obstacles": [
    {"name": "floor", "shape": "box", "size": [2, 2, 0.2], "move": [0, 0, -0.1]},
    {"name": "press", "shape": "box", "size": [2, 2, 0.2], "move": [0, 0, 0.5],
     "keys": [{"time": 0}, {"time": 0.5, "move": [0, 0, -0.6]}]}
  ]
}
END
expect 3 sim "$scratch/crush.json" -o "$scratch/crush" --substeps-out
said err "no room"
last=$(sed -n 's/.*--frames \([0-9]*\) writes them/\1/p' "$scratch/err")
for frames in $last $((last - 3)); do
    rm -rf "$scratch/crush" "$scratch/crush2"
    expect 3 sim "$scratch/crush.json" -o "$scratch/crush" --substeps-out
    expect 0 sim "$scratch/crush.json" -o "$scratch/crush" --substeps-out --frames "$frames"
    said err "has all its frames"
    expect 0 sim "$scratch/crush.json" -o "$scratch/crush2" --substeps-out --frames "$frames"
    for file in sheet.pc2 press.pc2; do
        cmp -s "$scratch/crush/$file" "$scratch/crush2/$file" || fail "$file: parts of a frame that failed"
    done
    expect 0 check "$scratch/crush/sheet.obj" "$scratch/crush/sheet.pc2" --with-moving "$scratch/crush/press.obj" \
        "$scratch/crush/press.pc2"
    parts=$(times_of "$scratch/crush/log.json" | wc -l)
    logged=$(sed -n 's/^    "parts": \([0-9]*\),*$/\1/p' "$scratch/crush/log.json")
    [ "$parts" -eq $((1 + logged)) ] || fail "$parts parts of $frames frames, the log has $logged"
done

# Intersections in a part of a frame count as that frame's.
sed 's/"frames": 3,/"frames": 3, "collisions": false,/; s/\[3, 0, 0\]/[0, 0, 0.5]/; s/\[3, 0, 1\]/[0, 0, 0.5]/' \
    "$scratch/around.json" >"$scratch/ghost.json"
expect 0 sim "$scratch/ghost.json" -o "$scratch/ghost" --verify # at the frames there is nothing to see
expect 1 sim "$scratch/ghost.json" -o "$scratch/ghost" --verify --restart --substeps-out
said out "intersections: in 1 frames, first in frame 2: face"
