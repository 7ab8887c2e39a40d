#!/bin/sh
# The queries of the examples with one instruction set.
. "$(dirname "$0")/common.sh"
need_isa "$5"
expect 0 verify queries --isa "$5" --json "$root/examples/queries/vf.csv" "$root/examples/queries/ee.csv"
"$json_check" "\"isa\": \"$5\"" '"compared": 38' '"false_negatives": 0' <"$scratch/out" || fail "verify --isa $5"
