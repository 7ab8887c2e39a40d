#!/bin/sh
# usage: scene_counters.sh SELVAGE COUNTERS.csv [--write]
# The work of the queries on made scenes and, with SELVAGE_DATA, on the real ones is what it was:
# counts of every stage, with all culling on. --write commits new ones to the file.
set -eu
tool=$1 expected=$2 write=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# NAME T0 [T1]: a line for each count. Scalar code, so that every machine counts the same.
count() {
    name=$1
    shift
    mode=$([ $# = 1 ] && echo dcd || echo ccd)
    "$tool" bench scene "$@" --runs 1 --seconds 0 --threads 1 --isa scalar --self-culling on --json - |
        awk -v scene="$name" -v mode="$mode" '
            /"counters": \{/ { inside = 1; next }
            !inside { next }
            /^  \}/ { exit }
            { gsub(/[",:]/, "") }
            /\{/ { group = $1 "_"; next }
            /\}/ { group = ""; next }
            $1 != "quality" { print scene "," mode "," group $1 "," $2 }'
}

# NAME: the last step of a scene of the papers, small.
made() {
    "$tool" gen "$1" --quick --format ply -o "$scratch/$1" >/dev/null
    set -- "$1" $(ls "$scratch/$1"/*.ply | tail -2)
    count "$1" "$2" "$3"
    count "$1" "$2"
}

real() {
    frames=$SELVAGE_DATA/scenes/$1/frames
    count "$1-real" "$frames/$2" "$frames/$3"
    count "$1-real" "$frames/$2"
}

{
    echo "scene,mode,counter,value"
    for scene in pipe flamenco waves folds burst balls; do
        made $scene
    done
    if [ -n "${SELVAGE_DATA:-}" ]; then
        real cloth-ball cloth_ball92.ply cloth_ball93.ply
        real cloth-funnel 227.ply 228.ply
        real n-body-simulation balls16_18.ply balls16_19.ply
    fi
} >"$scratch/found"
[ "$(wc -l <"$scratch/found")" -gt 300 ] || { echo "too few counts" >&2; exit 1; }
if [ "$write" = --write ]; then
    cp "$scratch/found" "$expected"
    exit 0
fi
if [ -n "${SELVAGE_DATA:-}" ]; then
    cp "$expected" "$scratch/expected"
else
    grep -v -- "-real," "$expected" >"$scratch/expected"
fi
diff "$scratch/expected" "$scratch/found" || {
    echo "the counters moved: if that is meant, say why in the change and commit the new ones:" >&2
    echo "    SELVAGE_DATA=... tests/bench/scene_counters.sh build/selvage bench/scene_counters.csv --write" >&2
    exit 1
}
