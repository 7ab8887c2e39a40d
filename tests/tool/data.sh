#!/bin/sh
# All published queries and contacts, with every instruction set: none missed, none invented.
. "$(dirname "$0")/common.sh"
if [ -z "${SELVAGE_DATA:-}" ]; then
    echo "skipped: SELVAGE_DATA is not set"
    exit 77
fi
for isa in scalar avx2 avx512 neon; do
    if "$tool" verify queries --isa $isa "$root/examples/queries/vf.csv" 2>&1 | grep -q "has no $isa"; then
        echo "$isa: not on this machine"
        continue
    fi
    "$root/scripts/verify_data.sh" "$tool" "$SELVAGE_DATA" $isa >"$scratch/out" 2>"$scratch/err" ||
        fail "verify_data.sh with $isa"
    echo "$isa: clean"
done
