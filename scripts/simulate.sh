#!/bin/sh
# Every built-in scene at its full size and length, each frame tested exactly: no intersection, worst
# stretch below 10 %, energy that stays within bounds. What `make simulate` runs.
# usage: simulate.sh [SCENE...]   (SELVAGE names the tool, OPTIONS further options for it)
set -eu
tool=${SELVAGE:-build/selvage}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
[ $# -gt 0 ] || set -- $("$tool" sim --list | awk '{ print $1 }')

# The first member of this name in the log's summary.
member() { sed -n "s/^ *\"$1\": \"*\([^\",]*\)\"*,*$/\1/p" "$folder/$scene/log.json" | head -n 1; }

bad=0
printf '%-15s %6s %8s %9s %10s %6s %9s %9s\n' scene frames frames/s contacts intersect zones stretch energy
for scene in "$@"; do
    code=0
    # shellcheck disable=SC2086
    "$tool" sim "$scene" -o "$folder/$scene" --verify --quiet ${OPTIONS:-} || code=$?
    if [ $code -ne 0 ]; then
        echo "$scene: exit code $code"
        bad=1
        continue
    fi
    printf '%-15s %6s %8.1f %9s %10s %6s %8.2f%% %8.2fJ\n' "$scene" "$(member frames)" \
        "$(member frames_per_second)" "$(member contacts)" "$(member intersecting_frames)" \
        "$(member zones)" "$(awk "BEGIN { print 100 * $(member worst_stretch) }")" \
        "$(member largest_energy)"
    # NaN and infinities are written as null, which no number is. A hundred joules move a kilogram
    # of cloth at 14 m/s; no scene gives it as much (bigsingularity has most, 17 J).
    awk -v stretch="$(member worst_stretch)" -v energy="$(member largest_energy)" 'BEGIN {
        exit !(stretch ~ /^[0-9]/ && energy ~ /^-?[0-9]/ && stretch < 0.1 && energy < 100) }' || {
        echo "$scene: stretched too far, or too much energy"
        bad=1
    }
    rm -rf "${folder:?}/$scene"
done
exit $bad
