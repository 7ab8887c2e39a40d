#!/bin/sh
# Whole scenes against brute force over all pairs: SCENES random scenes of every mode and family, one
# process per processor. usage: sweep.sh SCENES [SEED]
set -u
cd "$(dirname "$0")/.."
scenes=$1
seed=${2:-1}
parts=$(nproc 2>/dev/null || echo 2)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

echo "$scenes scenes in $parts processes, seed $seed"
part=1
while [ $part -le "$parts" ]; do
    { build/tests/scene_sweep "$scenes" --seed "$seed" --part $part/"$parts" >"$scratch/$part"
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
done | awk '{ scenes += $1; wrong += $3 } END { printf "%d scenes, %d mismatches\n", scenes, wrong }'
exit $status
