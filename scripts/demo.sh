#!/bin/sh
# A first look: the tool on the small files of examples/. Needs nothing but the build.
set -eu
cd "$(dirname "$0")/.."
selvage=build/selvage
show() { # prints the command and runs it; a wrong exit code is an error
    expected=$1
    shift
    printf '\n$ selvage'
    printf ' %s' "$@"
    printf '\n'
    status=0
    "$selvage" "$@" || status=$?
    if [ $status -ne "$expected" ]; then
        echo "demo: exit code $status, not $expected" >&2
        exit 1
    fi
}

results=build/demo
mkdir -p $results
"$selvage" --version
echo
echo "1. What is in a mesh? A folded cloth, a Moebius strip, and one with every fault."
show 0 info examples/data/folded_cloth.obj examples/data/moebius.obj examples/data/broken.obj

echo
echo "2. Does a mesh collide with itself? The upper layer of the folded cloth sags through the lower."
echo "   A picture shows where."
show 1 check examples/data/folded_cloth.obj --png $results/folded.png

echo
echo "3. Does anything collide during a step of time? A napkin falls through a floor. The pairs as"
echo "   CSV, the whole result as JSON, the mesh with its contacts marked, for any viewer."
show 1 check examples/data/drop_t0.obj examples/data/drop_t1.obj --show 1 --pairs $results \
    --json $results/result.json --marked $results/marked.ply
look() { # look FILE COMMAND...: the beginning of a result
    printf '\n%s:\n' "$results/$1"
    shift
    "$@"
}
look ee.csv head -n 2 "$results/ee.csv"
look result.json grep -m 3 -E '"(verdict|hash|vf)"' "$results/result.json"
look marked.ply grep -a -m 1 'property uchar contact' "$results/marked.ply"

echo
echo "4. A step that is clean: the same napkin, which has not moved. Exit code 0."
show 0 check examples/data/drop_t0.obj examples/data/drop_t0.obj

echo
echo "5. Do a vertex and a face, or two edges, collide while they move? Questions with known"
echo "   answers (examples/queries/README.md): touching at the last moment, sliding in one plane,"
echo "   one ulp apart. Nothing may be missed, nothing invented."
show 0 verify queries examples/queries/vf.csv examples/queries/ee.csv

echo
echo "6. The same for pairs of a moving mesh: the napkin and the floor again."
show 0 verify queries --frames examples/data/drop_t0.obj examples/data/drop_t1.obj --expect hit \
    examples/data/drop_vf.csv examples/data/drop_ee.csv
show 0 verify queries --frames examples/data/drop_t0.obj examples/data/drop_t1.obj --expect miss \
    examples/data/drop_vf_miss.csv examples/data/drop_ee_miss.csv

echo
echo "7. A cloth simulator on top: a ball swings into a hanging cloth. Every frame is tested, exactly."
show 0 sim ball -o $results/ball --frames 120 --verify --restart --png $results/ball.png
look ball ls $results/ball
printf '\nPictures: %s\n' "$results/folded.png $results/ball.png"

echo
echo "All answers are exact. Next: selvage --help, README.md, docs/tool.md, docs/scenes.md,"
echo "docs/simulator.md, examples/."
