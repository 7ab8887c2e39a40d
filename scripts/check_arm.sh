#!/bin/sh
# The build for aarch64, run under qemu: the NEON kernels give the answers and the stage counts of
# the plain ones and of the machines that the counters were recorded on. Only here, on most machines,
# do the NEON kernels run at all.
set -eu
cd "$(dirname "$0")/.."
build=build-arm
for program in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v $program >/dev/null 2>&1 || { echo "check_arm.sh: no $program (scripts/setup.sh arm)" >&2; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
    -DCMAKE_EXE_LINKER_FLAGS=-static -DSELVAGE_WERROR=ON -DSELVAGE_BUILD_BENCH=ON >/dev/null
cmake --build $build
bench="qemu-aarch64 $build/bench/bench_elementary"
tool="qemu-aarch64 $build/selvage"

echo "== queries of the examples"
for isa in scalar neon; do
    $tool verify queries --repeat 1 --isa $isa examples/queries/vf.csv examples/queries/ee.csv
done

# Whole scenes: the files with pairs and times are the same bytes. Several threads, too.
same_scene() { # same_scene NAME ARGUMENTS...
    name=$1
    shift
    for isa in scalar neon; do
        rc=0
        $tool check --quiet --threads 3 --isa $isa --times --pairs "$scratch/$name-$isa" "$@" || rc=$?
        [ $rc -le 1 ] || { echo "check_arm.sh: check $* ends with $rc" >&2; exit 1; }
    done
    diff -r "$scratch/$name-scalar" "$scratch/$name-neon"
    echo "$name: $(cat "$scratch/$name-neon"/*.csv | wc -l) lines, neon equals scalar"
}
# Positions in floats: the tool's benchmark leaves them as they are in the file, the checks above make
# doubles of them.
same_floats() {
    $tool gen burst --quick --format ply --output "$scratch/burst" >"$scratch/out"
    set -- "$scratch"/burst/*.ply
    shift $(($# - 2))
    head -n 9 "$1" | grep -aq 'float x' || { echo "check_arm.sh: no floats in $1" >&2; exit 1; }
    for isa in scalar neon; do
        $tool bench scene --runs 1 --seconds 0 --isa $isa --json "$scratch/floats-$isa.json" \
            "$1" "$2" >"$scratch/out"
        grep -A 4 '"contacts"' "$scratch/floats-$isa.json" >"$scratch/floats-$isa"
    done
    diff "$scratch/floats-scalar" "$scratch/floats-neon"
    echo "floats: $(tr -d '\n ' <"$scratch/floats-neon") neon equals scalar"
}
echo "== scenes"
same_scene drop examples/data/drop_t0.obj examples/data/drop_t1.obj
same_scene drop-thick --thickness 1 --volume dop18 examples/data/drop_t0.obj examples/data/drop_t1.obj
same_scene folded --volume sphere examples/data/folded_cloth.obj
same_scene moving --builder sah examples/data/folded_cloth.obj examples/data/folded_cloth.obj
same_floats

# The program fails if an instruction set disagrees with another, or hits with the known contacts.
if [ -z "${SELVAGE_DATA:-}" ]; then
    echo "== the generated scene (SELVAGE_DATA is not set)"
    $bench --generated --scenes-only --rounds 1 >"$scratch/out"
    grep -q '^ *neon' "$scratch/out" || { echo "check_arm.sh: no neon kernel ran" >&2; exit 1; }
    echo "neon equals scalar"
    exit 0
fi
echo "== cloth-funnel"
$bench --scene cloth-funnel --scenes-only --rounds 1 >"$scratch/out"
grep -q '^ *neon' "$scratch/out" || { echo "check_arm.sh: no neon kernel ran" >&2; exit 1; }
echo "neon equals scalar, hits equal the known contacts"
same_scene funnel "$SELVAGE_DATA"/scenes/cloth-funnel/frames/22[78].ply
echo "== counters of cloth-ball"
sed -n '1p; /^cloth-ball,/p' bench/counters.csv >"$scratch/expected"
[ "$(wc -l <"$scratch/expected")" -gt 1 ] || { echo "check_arm.sh: no counters of cloth-ball" >&2; exit 1; }
$bench --counters --scene cloth-ball >"$scratch/found"
diff "$scratch/expected" "$scratch/found"
echo "as recorded"
echo "== published queries"
$tool verify queries --repeat 1 --isa neon "$SELVAGE_DATA"/queries/*/vertex-face/*.csv \
    "$SELVAGE_DATA"/queries/*/edge-edge/*.csv >"$scratch/out" ||
    { cat "$scratch/out"; exit 1; }
tail -n 1 "$scratch/out"
