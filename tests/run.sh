#!/bin/sh
# Runs a cmocka program. cmocka's exit code says nothing about cases that were skipped (no data, no
# locale): 77 if there were any and nothing failed, so that CTest does not call that passed.
# usage: run.sh PROGRAM [ARGUMENT...]
set -u
output=$(mktemp)
trap 'rm -f "$output"' EXIT
trap 'exit 143' INT TERM
status=0
"$@" >"$output" 2>&1 || status=$?
cat "$output"
if [ $status -eq 0 ] && grep -q '^\[  SKIPPED \]' "$output"; then
    exit 77
fi
exit $status
