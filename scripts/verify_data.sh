#!/bin/sh
# All queries and contacts of the data folder through `selvage verify queries`: none missed, none
# invented. usage: verify_data.sh TOOL FOLDER [ISA]
set -eu
tool=$1
data=$2
isa=${3:-best}
export COLUMNS=100

"$tool" verify queries --isa "$isa" "$data"/queries/*/vertex-face/*.csv "$data"/queries/*/edge-edge/*.csv

scene() { # scene NAME T0 T1
    frames=$data/scenes/$1/frames
    contacts=$data/scenes/$1/contacts
    echo "$1, known contacts and near misses:"
    "$tool" verify queries --isa "$isa" --frames "$frames/$2" "$frames/$3" --expect hit \
        "$contacts/vf.csv" "$contacts/ee.csv"
    "$tool" verify queries --isa "$isa" --frames "$frames/$2" "$frames/$3" --expect miss \
        "$contacts/vf_miss.csv" "$contacts/ee_miss.csv"
}
# The funnel's pairs again, as raw queries without answers: the contacts first, then the near misses.
queries() { # queries KIND CONTACTS
    "$tool" verify queries --isa "$isa" --json "$data/scenes/cloth-funnel/queries/227$1.csv" 2>/dev/null |
        grep -q "\"collisions\": $2," || { echo "cloth-funnel/queries/227$1.csv: not $2 collisions" >&2; exit 1; }
    echo "cloth-funnel/queries/227$1.csv: $2 collisions"
}
scene cloth-ball cloth_ball92.ply cloth_ball93.ply
scene n-body-simulation balls16_18.ply balls16_19.ply
scene cloth-funnel 227.ply 228.ply
queries vf 27
queries ee 107
