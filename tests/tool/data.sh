#!/bin/sh
# All published queries and contacts with one instruction set: none missed, none invented.
. "$(dirname "$0")/common.sh"
if [ -z "${SELVAGE_DATA:-}" ]; then
    echo "skipped: SELVAGE_DATA is not set"
    exit 77
fi
need_isa "$5"
"$root/scripts/verify_data.sh" "$tool" "$SELVAGE_DATA" "$5" >"$scratch/out" 2>"$scratch/err" ||
    fail "verify_data.sh with $5"
