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

"$selvage" --version
echo
echo "1. What is in a mesh? A folded cloth, a Moebius strip, and one with every fault."
show 0 info examples/data/folded_cloth.obj examples/data/moebius.obj examples/data/broken.obj

echo
echo "2. Do a vertex and a face, or two edges, collide while they move? Questions with known"
echo "   answers (examples/queries/README.md): touching at the last moment, sliding in one plane,"
echo "   one ulp apart. Nothing may be missed, nothing invented."
show 0 verify queries examples/queries/vf.csv examples/queries/ee.csv

echo
echo "3. The same for pairs of a moving mesh: a napkin that falls through a floor."
show 0 verify queries --frames examples/data/drop_t0.obj examples/data/drop_t1.obj --expect hit \
    examples/data/drop_vf.csv examples/data/drop_ee.csv
show 0 verify queries --frames examples/data/drop_t0.obj examples/data/drop_t1.obj --expect miss \
    examples/data/drop_vf_miss.csv examples/data/drop_ee_miss.csv

echo
echo "All answers are exact. Next: selvage --help, README.md, docs/tool.md."
