#!/bin/sh
# Runs every fuzz target for SECONDS, from its seeds. What it finds is kept in build-fuzz/artifacts.
# usage: fuzz.sh SECONDS [BUILD]
set -eu
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz.sh SECONDS [BUILD]}
build=${2:-build-fuzz}
corpora=$(mktemp -d)
: >"$corpora/done"
trap 'rm -rf "$corpora"' EXIT INT TERM
artifacts=$build/artifacts
mkdir -p "$artifacts"

# fuzz TARGET: runs one, says how it went, and adds its name to what was found if it found something.
fuzz() {
    name=$(basename "$1")
    corpus=$corpora/$name
    mkdir -p "$corpus"
    seeds=fuzz/corpus/${name#fuzz_}
    # Fuzzing adds to the corpus: a copy, so that the seeds stay as committed.
    [ -d "$seeds" ] && cp -r "$seeds/." "$corpus"
    log=$artifacts/$name.log
    status=0
    "$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$artifacts/$name-" "$corpus" >"$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    printf '%-28s %12s runs  %6s inputs  %s\n' "$name" "${runs:-?}" "$(find "$corpus" -type f | wc -l)" \
        "$([ $status -eq 0 ] && echo clean || echo "FOUND SOMETHING (exit $status)")"
    if [ $status -ne 0 ]; then
        echo "$name" >>"$corpora/found"
        tail -n 40 "$log" >&2
    fi
    echo "$name" >>"$corpora/done"
}

# As many at a time as there are processors.
most=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
targets=0
for target in "$build"/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    targets=$((targets + 1))
    fuzz "$target" &
    [ $((targets % most)) -ne 0 ] || wait
done
wait
if [ $targets -eq 0 ]; then
    echo "no fuzz targets in $build/fuzz (make fuzz builds them)" >&2
    exit 2
fi
if [ "$(wc -l <"$corpora/done")" -ne $targets ]; then
    echo "of $targets fuzz targets only these were run: $(tr '\n' ' ' <"$corpora/done")" >&2
    exit 2
fi
if [ -e "$corpora/found" ]; then
    echo "findings: $(tr '\n' ' ' <"$corpora/found"); inputs and logs are in $artifacts" >&2
    exit 1
fi
