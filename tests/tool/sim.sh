#!/bin/sh
# selvage sim: what it writes, what it refuses, and that a run which was killed goes on as if nothing
# had happened.
. "$(dirname "$0")/common.sh"
out=$scratch/run
small="--frames 20 --resolution 0.5"
long="--frames 300 --resolution 0.5"

# same A B: the same files, and but for the logs, which tell times, the same bytes in them.
same() {
    [ "$(ls "$1")" = "$(ls "$2")" ] || fail "other files in $2 than in $1: $(ls "$2")"
    for file in "$1"/*; do
        case $file in
        */log.json) ;;
        *) cmp -s "$file" "$2/${file##*/}" || fail "$2/${file##*/} has other bytes than $file" ;;
        esac
    done
}

# The built-in scenes, and one of them as a file.
expect 0 sim --list
quiet err
for scene in drape flag; do
    grep -q "^$scene  *[^ ]" "$scratch/out" || fail "--list does not tell $scene"
done
cut -d ' ' -f 1 "$scratch/out" >"$scratch/names"
while read -r name; do
    expect 0 sim "$name" --print
    "$json_check" <"$scratch/out" || fail "$name --print is not JSON"
done <"$scratch/names"
for columns in 80 40; do
    COLUMNS=$columns "$tool" sim --list >"$scratch/out"
    awk -v most=$columns 'length($0) > most { exit 1 }' "$scratch/out" || fail "--list: wider than $columns"
done

# What it writes.
expect 0 sim ball -o "$out" $small --verify
said out "frames/s"
said out "no intersections"
quiet err
"$json_check" '"command": "sim"' '"frames_per_second": ' '"worst_stretch": ' '"verified": true' \
    '"intersecting_frames": 0' '"kinetic_energy": ' '"contact_energy": ' '"detect": ' '"frame": 20' '"sheet.pc2"' \
    <"$out/log.json" || fail "log.json"
# The counts of the summary, which come first, are the sums of those of the frames. Each step is solved.
for count in newton_iterations solver_iterations halvings shortened unsolved; do
    sed -n "s/^ *\"$count\": \([0-9]*\),*\$/\1/p" "$out/log.json" |
        awk 'NR == 1 { whole = $1; next } { sum += $1 } END { exit !(NR > 20 && sum == whole) }' ||
        fail "log.json: $count"
done
[ "$(sed -n 's/^ *"newton_iterations": \([0-9]*\),*$/\1/p' "$out/log.json" | head -n 1)" -ge 20 ] ||
    fail "log.json: no Newton iterations"
expect 0 info "$out/sheet.obj" "$out/sheet.pc2"
said out "frames      21"
expect 0 check "$out/sheet.obj" "$out/sheet.pc2" --with-moving "$out/ball.obj" "$out/ball.pc2"
said out "clean: 21 frames"
expect 0 sim ball -o"$scratch/again" $small -q --threads 1
quiet out
quiet err
same "$out" "$scratch/again"
expect 0 sim ball --output="$scratch/two" $small --threads 2
said out "no (--verify)"
same "$out" "$scratch/two"
"$tool" sim ball --print >"$scratch/mine.json"
(cd "$scratch" && "$tool" sim mine.json -o mine $small) >"$scratch/out" 2>"$scratch/err" || fail "a scene file"
same "$out" "$scratch/mine"
for format in ply obj; do
    expect 0 sim ball -o "$scratch/$format" $small --format $format
    expect 0 check "$scratch/$format/sheet_####.$format"
    said out "clean: 21 frames"
    [ -e "$scratch/$format/ball_0020.$format" ] || fail "--format $format: the ball does not move"
done

# Obstacles that ever move have caches, unless told otherwise; the cloth is the same.
expect 0 sim twist -o "$scratch/moving" --frames 2 --resolution 0.2
[ "$(echo $(ls "$scratch/moving"))" = "ball.obj ball.pc2 floor.obj log.json sheet.obj sheet.pc2" ] ||
    fail "not what moves: $(ls "$scratch/moving")"
"$json_check" '"cache": "ball.pc2"' '"cache": null' <"$scratch/moving/log.json" || fail "log.json of what moves"
expect 0 sim twist -o "$scratch/all" --frames 2 --resolution 0.2 --obstacles
[ -e "$scratch/all/floor.pc2" ] || fail "--obstacles: the floor has no cache"
expect 0 sim twist -o "$scratch/none" --frames 2 --resolution 0.2 --no-obstacles
[ "$(echo $(ls "$scratch/none"))" = "ball.obj floor.obj log.json sheet.obj sheet.pc2" ] || fail "--no-obstacles: caches"
for other in all none; do
    for file in sheet.pc2 ball.obj floor.obj; do
        cmp -s "$scratch/moving/$file" "$scratch/$other/$file" || fail "what is written of obstacles changes $file"
    done
done
expect 2 sim twist -o "$scratch/x" --obstacles --no-obstacles
said err "contradict each other"
for columns in 80 40 30; do
    COLUMNS=$columns "$tool" sim ball -o "$out" $small --verify --restart >"$scratch/out" 2>"$scratch/err"
    awk -v most=$columns 'length($0) > most { exit 1 }' "$scratch/out" ||
        fail "wider than $columns"
done

# A finished run is not overwritten, and nothing else ever is.
expect 2 sim ball -o "$out" $small
said err "holds a finished run"
said err "--restart"
expect 0 sim ball -o "$scratch/ply" $small --restart
same "$scratch/again" "$scratch/ply"
echo mine >"$scratch/ply/notes"
expect 0 sim ball -o "$scratch/ply" $small --restart --format obj
[ "$(cat "$scratch/ply/notes")" = mine ] || fail "a file of mine was touched"
[ ! -e "$scratch/ply/sheet.pc2" ] || fail "--restart leaves files of the old run"
# What cannot be removed is told, and still known as the old run's by the next try.
expect 0 sim ball -o "$scratch/stuck" $small
rm "$scratch/stuck/sheet.obj"
mkdir "$scratch/stuck/sheet.obj"
for restart in --restart "" --restart; do
    expect 2 sim ball -o "$scratch/stuck" $small $restart
    said err "cannot remove $scratch/stuck/sheet.obj"
done
rmdir "$scratch/stuck/sheet.obj"
echo old >"$scratch/stuck/sheet.obj"
expect 0 sim ball -o "$scratch/stuck" $small --restart
same "$scratch/again" "$scratch/stuck"
mkdir "$scratch/full"
for name in sheet.pc2 log.json; do
    echo mine >"$scratch/full/$name"
    for restart in "" --restart; do
        expect 2 sim ball -o "$scratch/full" $small $restart
        said err "$name exists already"
        [ "$(cat "$scratch/full/$name")" = mine ] && [ "$(ls "$scratch/full")" = $name ] || fail "$name was touched"
    done
    rm "$scratch/full/$name"
done

# Wrong arguments.
expect 2 sim
said err "no scene given"
expect 2 sim ball
said err "-o DIR is missing"
expect 2 sim ball -o
said err "--output needs DIR"
expect 2 sim ball flag -o "$scratch/x"
said err "one scene at a time"
expect 2 sim bal -o "$scratch/x"
said err "did you mean ball?"
expect 2 sim bal --print
said err "did you mean ball?"
expect 2 sim absent.json -o "$scratch/x"
said err "cannot read absent.json: No such file"
expect 2 sim ball -o "$scratch/x" --frames 0
said err "--frames: '0'"
expect 2 sim ball -o "$scratch/x" --resolution 0
said err "--resolution: '0' is not above 0"
expect 2 sim ball -o "$scratch/x" --format mdd
said err "not one of pc2|ply|obj"
expect 2 sim ball -o "$scratch/x" --checkpoint soon
said err "--checkpoint: 'soon'"
expect 2 sim ball -o "$scratch/mine.json" $small
said err "cannot create the folder"
expect 2 sim ball -o "$scratch/absent/deep" $small
said err "cannot create the folder"
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$scratch/locked"
    chmod a-w "$scratch/locked"
    expect 2 sim ball -o "$scratch/locked" $small
    said err "cannot create the folder"
fi
[ ! -e "$scratch/x" ] || fail "a refused run left a folder"

# Scenes with mistakes name the place, and leave nothing behind.
# wrong TEXT LINE SED: ball, changed so, is refused with these words about that line.
wrong() {
    sed "$3" "$scratch/mine.json" >"$scratch/wrong.json"
    ! cmp -s "$scratch/mine.json" "$scratch/wrong.json" || fail "the mistake is not in the scene: $3"
    expect 2 sim "$scratch/wrong.json" -o "$scratch/x" $small
    said err "$1"
    said err "wrong.json:$2:"
    [ ! -e "$scratch/x" ] || fail "a wrong scene left a folder"
}
wrong 'thicknes: unknown key; did you mean "thickness"?' 5 's/"thickness"/"thicknes"/'
wrong 'cloths[0].size[0]: must be greater than 0' 9 's/"size": \[1.2/"size": [-1.2/'
wrong "found 'NaN'" 5 's/"thickness": 0.01/"thickness": NaN/'
wrong 'sheet and ball (line 15) intersect at the beginning: faces' 7 's/"radius": 0.2/"radius": 1/'
said err ' at ('
said err ' pairs in all)'
wrong 'absent.obj' 17 's/"shape": "ball", "radius": 0.2, "cells": 8/"shape": "file", "path": "absent.obj"/'
wrong 'found the end of the text' 22 '$d'

# What intersects is named; without collision handling something does.
sed 's/"thickness": 0.01/"thickness": 0.01, "collisions": false/' "$scratch/mine.json" >"$scratch/ghost.json"
expect 1 sim "$scratch/ghost.json" -o "$scratch/ghost" --frames 60 --resolution 0.5 --verify
grep -q "intersections: in [0-9]* frames, first in frame [0-9]*: face [0-9]* of sheet and face [0-9]* of ball" \
    "$scratch/out" || fail "--verify does not name what intersects"
"$json_check" '"first_pair": [' '"intersections": 0' <"$scratch/ghost/log.json" || fail "log.json of intersections"
expect 1 sim "$scratch/ghost.json" -o "$scratch/ghost" --frames 60 --resolution 0.5 --verify --restart -q
quiet out

# A simulation that cannot go on keeps what there is: here a press leaves the cloth no room.
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
expect 3 sim "$scratch/crush.json" -o "$scratch/crush"
said err "no room"
[ "$(ls "$scratch/crush")" = sim.part ] || fail "an unfinished run looks finished"
last=$(sed -n 's/.*--frames \([0-9]*\) writes them/\1/p' "$scratch/err")
expect 0 sim "$scratch/crush.json" -o "$scratch/crush" --frames "$last" --threads 1
said err "has all its frames"
expect 0 sim "$scratch/crush.json" -o "$scratch/crush2" --frames "$last"
same "$scratch/crush2" "$scratch/crush"

# A time budget ends a run in the same way; with more time the same run goes on.
expect 3 sim ball -o "$scratch/late" $small --frame-seconds 1e-9
said err "frame 1 of 20: step 1 is not done within 1e-09 s and is given up at 0 % of it"
[ "$(ls "$scratch/late")" = sim.part ] || fail "a run out of time looks finished"
expect 0 sim ball -o "$scratch/late" $small --frame-seconds 1000
said err "resumes at frame 1 of 20"
same "$scratch/again" "$scratch/late"
sed 's/"frames": 60/"frames": 60, "substeps": 4/' "$scratch/crush.json" >"$scratch/parts.json"
expect 3 sim "$scratch/parts.json" -o "$scratch/shared" --frame-seconds 2e-9
said err "frame 1 of 60: step 1 is not done within 5e-10 s"
expect 2 sim ball -o "$scratch/x" --frame-seconds -1
said err "--frame-seconds"

# Killed at random moments it goes on with the same bytes, here with a checkpoint after every frame.
seed=${SIM_SEED:-$(date +%s)}
echo "seed $seed (SIM_SEED=$seed repeats it)"
number=$((seed % 2147483647))
random() { number=$(((number * 48271 + 11) % 2147483647)); }
expect 0 sim ball -o "$scratch/long" $long
expect 0 sim ball -o "$scratch/long_ply" --frames 100 --resolution 0.5 --format ply
# kills COUNT REFERENCE ARGUMENTS...
kills() {
    left=$1
    reference=$2
    shift 2
    rm -rf "$scratch/killed"
    while :; do
        "$tool" "$@" -o "$scratch/killed" --checkpoint 0 >"$scratch/out" 2>"$scratch/err" &
        process=$!
        if [ "$left" -gt 0 ]; then
            random
            sleep "$(printf '0.%03d' $((number % 250)))"
            ! kill -9 $process 2>/dev/null || left=$((left - 1))
        fi
        status=0
        wait $process 2>/dev/null || status=$?
        # Killed when all was done, on its way out.
        [ $status -ne 137 ] || [ ! -e "$scratch/killed/log.json" ] || [ -e "$scratch/killed/sim.part" ] || status=0
        [ $status -eq 0 ] || [ $status -eq 137 ] || fail "exit code $status after it was killed: selvage $*"
        if [ $status -eq 0 ]; then
            same "$reference" "$scratch/killed"
            [ "$left" -gt 0 ] || break
            rm -rf "$scratch/killed"
        fi
    done
}
kills 12 "$scratch/long" sim ball $long
kills 8 "$scratch/long_ply" sim ball --frames 100 --resolution 0.5 --format ply
# Also with as many records for a frame as it has substeps.
sed 's/"frames": [0-9]*,/& "substeps": 3,/' "$scratch/mine.json" >"$scratch/substeps.json"
expect 0 sim "$scratch/substeps.json" -o "$scratch/long_parts" --frames 60 --resolution 0.5 --substeps-out
kills 6 "$scratch/long_parts" sim "$scratch/substeps.json" --frames 60 --resolution 0.5 --substeps-out

# unfinished: a run in $out that has some frames.
unfinished() {
    rm -rf "$out"
    "$tool" sim ball -o "$out" --frames 5000 --resolution 0.5 --checkpoint 0 >"$scratch/out" 2>"$scratch/err" &
    process=$!
    until [ -e "$out/sim.part/checkpoint" ]; do sleep 0.01; done
    sleep 0.1
    kill -9 $process
    wait $process 2>/dev/null || true
}

# Only the same run goes on; more or fewer frames are the same run.
unfinished
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.75
said err "with another --resolution"
said err "--restart"
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.5 --format ply
said err "with another --format"
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.5 --obstacles
said err "without --obstacles"
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.5 --no-obstacles
said err "without --no-obstacles"
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.5 --verify
said err "without --verify"
expect 2 sim ball -o "$out" --frames 5000 --resolution 0.5 --substeps-out
said err "without --substeps-out"
expect 2 sim flag -o "$out"
said err "of another scene"
[ "$(ls "$out")" = sim.part ] || fail "an unfinished run looks finished"
expect 0 sim ball -o "$out" $long --threads 1
same "$scratch/long" "$out"
unfinished
expect 0 sim ball -o "$out" $long --restart -q
quiet err
same "$scratch/long" "$out"

# damage FILE: another byte at its place 301.
damage() {
    byte=$(od -An -tu1 -j301 -N1 "$1")
    printf "\\$(printf %03o $(((byte + 1) % 256)))" | dd of="$1" bs=1 seek=301 conv=notrunc 2>/dev/null
}

# A damaged checkpoint, or damaged frames, are told.
unfinished
for part in checkpoint frames; do
    cp "$out/sim.part/$part" "$scratch/part"
    damage "$out/sim.part/$part"
    expect 2 sim ball -o "$out" $long
    said err "$part is damaged"
    said err "--restart"
    : >"$out/sim.part/$part"
    expect 2 sim ball -o "$out" $long
    said err "$part is damaged"
    cp "$scratch/part" "$out/sim.part/$part"
done
# The size of the state in it is nobody's guess: a byte less, no checksum, more than there was.
cp "$out/sim.part/checkpoint" "$scratch/part"
size=$(wc -c <"$scratch/part")
for bytes in $((size - 1)) $((size - 8)) 100 $((size + 8)); do
    cat "$scratch/part" "$scratch/part" | head -c $bytes >"$out/sim.part/checkpoint"
    expect 2 sim ball -o "$out" $long
    said err "checkpoint is damaged"
done
cp "$scratch/part" "$out/sim.part/checkpoint"
expect 0 sim ball -o "$out" $long
said err "resumes at frame"
same "$scratch/long" "$out"

# A checkpoint that cannot be removed keeps its frames.
unfinished
cp "$out/sim.part/checkpoint" "$scratch/part"
rm "$out/sim.part/checkpoint"
mkdir "$out/sim.part/checkpoint"
expect 2 sim ball -o "$out" $long --restart
said err "cannot remove $out/sim.part/checkpoint"
rmdir "$out/sim.part/checkpoint"
cp "$scratch/part" "$out/sim.part/checkpoint"
expect 0 sim ball -o "$out" $long
said err "resumes at frame"
same "$scratch/long" "$out"

# One run at a time in a folder.
rm -rf "$out"
"$tool" sim ball -o "$out" --frames 100000 --resolution 0.5 >/dev/null 2>&1 &
process=$!
until [ -e "$out/sim.part/checkpoint" ]; do sleep 0.01; done
expect 2 sim ball -o "$out" --frames 100000 --resolution 0.5
said err "another selvage sim is running"
expect 2 sim ball -o "$out" --frames 100000 --resolution 0.5 --restart
said err "another selvage sim is running"
kill -9 $process
wait $process 2>/dev/null || true

# Ctrl-C keeps what there is.
rm -rf "$out"
interrupted "$out/sim.part/checkpoint" sim ball -o "$out" --frames 100000 --resolution 0.5
said err "ended by Ctrl-C after frame"
said err "the same command resumes"
last=$(sed -n 's/.*after frame \([0-9]*\) of.*/\1/p' "$scratch/err")
expect 0 sim ball -o "$out" $long
[ "$last" -ge 300 ] || said err "resumes at frame $((last + 1)) of 300"
same "$scratch/long" "$out"

# Where there is no room nothing half-written appears, and the run goes on once there is some.
# no_room BLOCKS FRAMES
no_room() {
    status=0
    (trap '' XFSZ && ulimit -f "$1" && exec "$tool" sim ball -o "$out" --frames "$2" --resolution 0.5) \
        >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 2 ] || fail "exit code $status, not 2, on a full disk"
    said err "cannot write"
    [ ! -e "$out" ] || [ "$(ls "$out")" = sim.part ] || fail "a full disk left files"
}
rm -rf "$out"
no_room 1 300
[ ! -e "$out" ] || fail "a run without a frame left a folder"
no_room 200 300
said err "the same command resumes"
no_room 600 300
said err "resumes at frame"
no_room 1 2 # all frames are there, the files of the result have no room
said err "has all its frames"
[ ! -e "$out/sim.part/ready" ] || fail "a full disk stays full"
expect 0 sim ball -o "$out" $long
same "$scratch/long" "$out"
