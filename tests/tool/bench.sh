#!/bin/sh
# selvage bench scene: it runs, counts and says so. Times are not looked at.
. "$(dirname "$0")/common.sh"
data=$root/examples/data
t0=$data/drop_t0.obj
t1=$data/drop_t1.obj

expect 0 bench scene "$t0" "$t1" --threads 1 --runs 3 --json -
"$json_check" '"total_ms": {' '"min": ' '"median": ' '"stages": {' '"update": {' '"build_ms": ' '"topology_ms": ' \
    '"counters": {' '"vf": 25' '"hash": "' '"peak_rss_bytes": ' '"bytes_per_triangle": ' \
    '"allocations_last_run": 0,' '"runs": 3' <"$scratch/out" || fail "bench scene --json -"
quiet err
expect 0 bench scene "$t0" "$t1" --runs 2
said out "median"
said out "edge-edge   8"
expect 0 bench scene "$t0" "$t1" --runs 2 --detail shape --json
"$json_check" '"detail": "shape"' <"$scratch/out" || fail "--detail"

# Copies side by side have as many contacts each.
expect 0 bench scene "$t0" "$t1" --runs 1 --tile 3x2 --json
"$json_check" '"triangles": 204' '"vf": 150' '"ee": 48' <"$scratch/out" || fail "--tile 3x2"
expect 0 bench scene "$t0" "$t1" --runs 1 --tile 2 --json
"$json_check" '"triangles": 68' '"vf": 50' <"$scratch/out" || fail "--tile 2"
expect 2 bench scene "$t0" --tile 100000x100000
said err "more triangles than a mesh can have"

# One file, another query, several scenes.
expect 0 bench scene "$data/folded_cloth.obj" --runs 1 --json
"$json_check" '"mode": "dcd"' <"$scratch/out" || fail "one file"
expect 0 bench scene "$t0" --mode proximity --thickness 4 --runs 1 --json
"$json_check" '"mode": "proximity"' <"$scratch/out" || fail "proximity"
expect 0 bench scene "$t0" "$t1" "$t1" "$t0" --runs 1 --json
"$json_check" '"scenes": [' <"$scratch/out" || fail "two scenes"
expect 0 bench scene "$t0" "$t1" --seconds 0.01 --json="$scratch/bench.json"
"$json_check" '"command": "bench scene"' <"$scratch/bench.json" || fail "bench scene --json=FILE"
COLUMNS=40 "$tool" bench scene "$t0" "$t1" --runs 1 | grep -v / | awk 'length($0) > 40 { exit 1 }' || fail "wider than 40"
expect 2 bench scene "$t0" "$data/moebius.obj"
said err "not frames of one mesh"
