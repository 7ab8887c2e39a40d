#!/bin/sh
# Every malformed file: exit code 2, and an error that names the file.
. "$(dirname "$0")/common.sh"
folder=$root/tests/data/malformed
if [ ! -d "$folder" ]; then
    echo "skipped: no tests/data/malformed"
    exit 77
fi
count=0
for file in $(find "$folder" -type f ! -name '*.md' ! -name '*.txt' | sort); do
    case $file in
    *.pairs)
        expect 2 verify queries --kind ee --frames "$root/examples/data/drop_t0.obj" \
            "$root/examples/data/drop_t1.obj" "$file"
        ;;
    *.queries) expect 2 verify queries --kind vf "$file" ;;
    *) expect 2 info "$file" ;;
    esac
    said err "$(basename "$file")"
    [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "$file: more than one line of error"
    count=$((count + 1))
done
[ "$count" -gt 0 ] || fail "no malformed files"
echo "$count files"
