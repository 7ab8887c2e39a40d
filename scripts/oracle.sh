#!/bin/sh
# The library against exact rational arithmetic: QUERIES random and structured queries, one process
# per processor. usage: oracle.sh QUERIES [SEED]
set -u
cd "$(dirname "$0")/.."
queries=$1
seed=${2:-1}
parts=$(nproc 2>/dev/null || echo 2)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

echo "$queries queries in $parts processes, seed $seed"
part=1
while [ $part -le "$parts" ]; do
    { build/tests/oracle_sweep "$queries" --seed "$seed" --part $part/"$parts" >"$scratch/$part"
      echo $? >"$scratch/$part.status"; } &
    part=$((part + 1))
done
wait

# The table of the first part, then the sums.
sed '$d' "$scratch/1"
status=0
part=1
while [ $part -le "$parts" ]; do
    [ "$(cat "$scratch/$part.status")" = 0 ] || { status=1; cat "$scratch/$part"; }
    part=$((part + 1))
done
for part in "$scratch"/*; do
    case $part in *.status) ;; *) tail -n 1 "$part" ;; esac
done | awk '{ queries += $1; wrong += $3 } END { printf "%d queries, %d mismatches\n", queries, wrong }'
exit $status
