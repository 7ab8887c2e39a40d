#!/bin/sh
# Real simulation steps: the lists that `selvage check` writes are the published ones, byte for byte,
# and every way of finding them gives the same.
. "$(dirname "$0")/common.sh"
if [ -z "${SELVAGE_DATA:-}" ]; then
    echo "skipped: SELVAGE_DATA is not set"
    exit 77
fi
scene() { # scene NAME T0 T1
    frames=$SELVAGE_DATA/scenes/$1/frames
    contacts=$SELVAGE_DATA/scenes/$1/contacts
    expect 1 check "$frames/$2" "$frames/$3" --pairs "$scratch/$1" --json="$scratch/$1.json"
    cmp "$contacts/vf.csv" "$scratch/$1/vf.csv" || fail "$1: vf.csv"
    cmp "$contacts/ee.csv" "$scratch/$1/ee.csv" || fail "$1: ee.csv"
    cmp "$contacts/triangles_t0.csv" "$scratch/$1/triangles.csv" || fail "$1: triangles.csv"
    "$json_check" "\"vf\": $(wc -l <"$contacts/vf.csv" | tr -d ' ')" <"$scratch/$1.json" || fail "$1: JSON"
    expect 0 verify contacts "$frames/$2" "$frames/$3" --expect "$contacts" --all
    said out "combinations: equal, with the same hash"
}
scene cloth-funnel 227.ply 228.ply
scene cloth-ball cloth_ball92.ply cloth_ball93.ply
scene n-body-simulation balls16_18.ply balls16_19.ply
