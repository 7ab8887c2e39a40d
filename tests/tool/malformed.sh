#!/bin/sh
# Every malformed file: exit code 2, and the one line of error that tests/data/malformed/expected.txt
# has for it (the name, a blank, and how the message goes on after the name).
. "$(dirname "$0")/common.sh"
folder=$root/tests/data/malformed
data=$root/examples/data
count=0
while IFS= read -r line; do
    name=${line%% *}
    file=$folder/$name
    [ -f "$file" ] || fail "no file $name"
    case $name in
    *.pairs) expect 2 verify queries --kind ee --frames "$data/drop_t0.obj" "$data/drop_t1.obj" "$file" ;;
    *.queries) expect 2 verify queries --kind vf "$file" ;;
    *) expect 2 info "$file" ;;
    esac
    said err "$name${line#* }"
    [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "$name: more than one line of error"
    count=$((count + 1))
done <"$folder/expected.txt"
[ "$count" -eq "$(find "$folder" -type f ! -name expected.txt ! -name '*.md' | wc -l)" ] ||
    fail "expected.txt does not list every file"
[ "$count" -gt 0 ] || fail "no malformed files"
echo "$count files"
