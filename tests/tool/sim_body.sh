#!/bin/sh
# selvage sim: what one run writes of its obstacles is an animated body of another.
. "$(dirname "$0")/common.sh"
small="--frames 40 --resolution 0.5"

# The ball as a body that an animation moves: the cloth cannot tell the difference.
mkdir "$scratch/scenes"
"$tool" sim ball --print >"$scratch/ball.json"
expect 0 sim ball -o "$scratch/ball" $small --verify
sed -e 's|"shape": "ball", .*|"shape": "file", "path": "../ball/ball.obj", "cache": "../ball/ball.pc2"|' \
    -e '/"move": \[0.05/d' -e '/"swing"/d' "$scratch/ball.json" >"$scratch/scenes/body.json"
expect 0 sim "$scratch/scenes/body.json" -o "$scratch/body" $small --verify
said out "no intersections"
for file in sheet.pc2 ball.pc2; do
    cmp -s "$scratch/ball/$file" "$scratch/body/$file" || fail "$file: an animated ball is another ball"
done
expect 0 check "$scratch/body/sheet.obj" "$scratch/body/sheet.pc2" --with-moving "$scratch/body/ball.obj" \
    "$scratch/body/ball.pc2"
said out "clean: 41 frames"

# At half the rate, from numbered meshes.
expect 0 sim ball -o "$scratch/files" $small --format ply
sed -e 's|"path": .*|"path": "../files/ball_0000.ply", "cache": "../files/ball_####.ply", "cacheRate": 30|' \
    "$scratch/scenes/body.json" >"$scratch/scenes/slow.json"
expect 0 sim "$scratch/scenes/slow.json" -o "$scratch/slow" --frames 80 --resolution 0.5 --verify
said out "no intersections"

# Mistakes name file, line and key.
sed -e 's|ball.pc2|absent.pc2|' "$scratch/scenes/body.json" >"$scratch/scenes/wrong.json"
expect 2 sim "$scratch/scenes/wrong.json" -o "$scratch/x"
said err "wrong.json:17: obstacles[0].cache: "
said err "absent.pc2"
sed -e 's|ball.pc2|sheet.pc2|' "$scratch/scenes/body.json" >"$scratch/scenes/wrong.json"
expect 2 sim "$scratch/scenes/wrong.json" -o "$scratch/x"
said err "wrong.json:17: obstacles[0].cache: the cache has 256 vertices, the mesh has 642"
[ ! -e "$scratch/x" ] || fail "a wrong scene left a folder"

# A press that leaves no room, as an animation; and the run that it ends only goes on with that one.
# press CLOTH-HEIGHT PRESS
press() {
    cat <<END
{
  "name": "press", "frames": 60,
  "cloths": [{"name": "sheet", "shape": "grid", "size": [0.5, 0.5], "cells": [6, 6], "move": [0, 0, $1]}],
  "obstacles": [
    {"name": "floor", "shape": "box", "size": [2, 2, 0.2], "move": [0, 0, -0.1]},
    {"name": "press", $2}
  ]
}
END
}
press 5 '"shape": "box", "size": [2, 2, 0.2], "move": [0, 0, 0.5],
     "keys": [{"time": 0}, {"time": 0.5, "move": [0, 0, -0.6]}]' >"$scratch/far.json"
expect 0 sim "$scratch/far.json" -o "$scratch/far"
press 0.1 '"shape": "file", "path": "far/press.obj", "cache": "far/press.pc2"' >"$scratch/near.json"
expect 3 sim "$scratch/near.json" -o "$scratch/near" --verify
said err "no room for vertex"
said err "of sheet between"
last=$(sed -n 's/.*--frames \([0-9]*\) writes them/\1/p' "$scratch/err")
cp "$scratch/far/press.pc2" "$scratch/press.pc2"
expect 0 sim "$scratch/far.json" -o "$scratch/far" --restart --frames 59 # the same beginning
expect 2 sim "$scratch/near.json" -o "$scratch/near" --verify --frames "$last"
said err "of other meshes or caches"
cp "$scratch/press.pc2" "$scratch/far/press.pc2"
expect 0 sim "$scratch/near.json" -o "$scratch/near" --verify --frames "$last"
said out "no intersections"
