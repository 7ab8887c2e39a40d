#!/bin/sh
# selvage papers: each of them runs, the safe methods miss nothing, and no frame intersects. Times
# are not looked at.
. "$(dirname "$0")/common.sh"

# number KEY: the first value of this key in the JSON on stdout of the last run.
number() { sed -n "s/.*\"$1\": \([0-9.e+-]*\).*/\1/p" "$scratch/out" | head -n 1; }
# none KEY: every value of this key is 0.
none() { ! grep "\"$1\": " "$scratch/out" | grep -qv "\"$1\": 0,*$" || fail "$1 is not always 0"; }

# both NAME: one quick run, its JSON as what it printed, and all its outputs: NAME.txt in 40 columns,
# NAME.html, the folder NAME.
both() {
    COLUMNS=40
    export COLUMNS
    expect 0 papers "$1" --quick --json="$scratch/$1.json" --csv "$scratch/$1" --html "$scratch/$1.html"
    unset COLUMNS
    mv "$scratch/out" "$scratch/$1.txt"
    cp "$scratch/$1.json" "$scratch/out"
}

expect 0 papers ding2013 --frames 5 --json
"$json_check" '"command": "papers ding2013"' '"scene": "singularity"' '"scene": "drape"' \
    '"scene": "bigsingularity"' '"columns": 15' '"columns": 20' '"columns": 100' \
    '"frames_per_second_with_tree": 37.17' '"euler": {' '"implicit": {' '"full": {' '"steps": 5' \
    '"steps_per_second_with_tree": ' '"tree_overhead_percent": ' '"printed": {' '"corrected": {' \
    '"profile": {' '"fail_safe_ms": ' <"$scratch/out" || fail "papers ding2013 --json"
quiet err
# The corrected masks lose nothing: what they miss stands after each contacts of theirs.
awk '/"corrected": \{/ { inside = 1 } inside && /"missed": / { if ($2 != "0,") exit 1; inside = 0 }' \
    "$scratch/out" || fail "the corrected masks miss contacts"
awk '/"full": \{/ { inside = 1 } inside && /"intersections": / { if ($2 != "0,") exit 1; inside = 0 }' \
    "$scratch/out" || fail "a frame intersects"
awk '/"certain": \{/ { inside = 1 } inside && /"not_found": / { if ($2 + 0 != 0) exit 1; inside = 0; ++seen }
     /"(as_printed|merged|smallest)": \{/ { tree = 1 } tree && /"not_found": / { if ($2 + 0 != 0) exit 1; tree = 0; ++seen }
     END { if (seen != 36) exit 1 }' "$scratch/out" || fail "a search of papers ding2013 misses contacts"
expect 0 papers ding2013 --frames 1 --json="$scratch/ding.json" --csv "$scratch/ding" --html "$scratch/ding.html"
"$json_check" '"frames": 1' '"volumes": {' '"flat": {' '"draped": {' '"claims": [' '"violations": 0' \
    <"$scratch/ding.json" || fail "papers ding2013 --json=FILE"
said out "Table 1"
said out "45.33"
said out "Selvage"
said out "Welzl"
for name in runs levels frames; do
    awk -F, 'NR == 1 { heads = NF } NF != heads { exit 1 } END { exit NR < 10 }' "$scratch/ding/$name.csv" ||
        fail "$name.csv of papers ding2013"
done
tail -n 1 "$scratch/ding.html" | grep -q '</html>' || fail "the page of papers ding2013 does not end"
[ "$(grep -c '<svg' "$scratch/ding.html")" -ge 6 ] || fail "figures of the page of papers ding2013"
[ "$(grep -o '<img' "$scratch/ding.html" | wc -l)" -ge 12 ] || fail "pictures of the page of papers ding2013"

expect 0 papers bade2015 --runs 2 --frames 20 --json --csv "$scratch/bade" --html "$scratch/bade.html"
"$json_check" '"command": "papers bade2015"' '"runs": 2' '"frames": 20' '"sphere_ms": [' '"volume": "sphere_printed"' \
    '"volume": "box"' '"levels": 4' '"levels": 0' '"divided": "where_hit"' '"divided": "everywhere"' \
    '"execution_ms": {' '"node_tests": ' '"vertices_us": ' '"claims": [' '"violations": 0' '"selvage": {' \
    <"$scratch/out" || fail "papers bade2015 --json"
quiet err
none intersections
awk '/"volume": / { safe = $2 != "\"sphere_printed\"," } safe && (/"missed": / || /"outside": /) && $2 != "0," { exit 1 }' \
    "$scratch/out" || fail "a fitted hierarchy misses particles"
[ "$(number inside)" -ge 0 ] || fail "inside"
# A volume that is divided where the ball hits it makes fewer volumes than one divided everywhere.
awk '/"levels": / { levels = $2 } /"divided": / { lazy = /where_hit/ } /"volume": / { volume = $2 }
     /"volumes": / { if (lazy) made[volume, levels] = $2; else if (!($2 + 0 > made[volume, levels] + 0)) exit 1; else ++seen }
     END { if (seen != 6) exit 1 }' "$scratch/out" || fail "papers bade2015: volumes"
for name in executions trees frames; do
    awk -F, 'NR == 1 { heads = NF } NF != heads { exit 1 } END { exit NR < 13 }' "$scratch/bade/$name.csv" ||
        fail "$name.csv of papers bade2015"
done
[ "$(wc -l <"$scratch/bade/frames.csv")" -eq 241 ] || fail "rows of frames.csv"
tail -n 1 "$scratch/bade.html" | grep -q '</html>' || fail "the page of papers bade2015 does not end"
[ "$(grep -c '<figure class="chart">' "$scratch/bade.html")" -eq 6 ] || fail "figures of the page of papers bade2015"
[ "$(grep -o "<img" "$scratch/bade.html" | wc -l)" -ge 6 ] || fail "pictures of the page of papers bade2015"
expect 0 papers bade2015 --quick --runs 1 --frames 10
said out "235.26"
said out "1244.72"
said out "OpenGL"
said out "holds"

both han2021
"$json_check" '"command": "papers han2021"' '"quick": true' '"paper_pairs_saved_percent": 25.45' '"scene": "ensemble1"' \
    '"scene": "ensemble2"' '"scene": "onepiece1"' '"scene": "onepiece2"' '"name": "Onepiece 2"' '"patches": {' \
    '"median": {' '"provot": {' '"tight": {' '"tight_eq10_printed": {' '"cones_ms": {' '"angles_instant": {' '"angles_step": {' '"mean_degrees": ' \
    '"pairs_saved_percent": ' <"$scratch/out" || fail "papers han2021 --json"
quiet err
none merges_wider
none violations
# Fewer pairs and narrower cones with the tight merge, on every tree; no narrower than the optimal.
awk '/": \{/ { form = $1 }
     /"triangle_pairs": [0-9]/ { n = $2 + 0; if (form ~ /tight/ && n >= last) exit 1; if (form ~ /provot/) last = n }
     /"mean_degrees": / { mean[form] = $2 + 0 }
     form ~ /optimal/ && /"mean_degrees": / { ++seen
         if (!(mean["\"provot\":"] > mean["\"tight\":"] && mean["\"tight\":"] >= mean["\"optimal\":"])) exit 1
         if (mean["\"tight\":"] > 1.1 * mean["\"optimal\":"]) exit 1 }
     END { if (seen != 16) exit 1 }' "$scratch/out" || fail "papers han2021: the merges"
awk '/"patch": \{/ { inside = 1 } inside && /"missed": / { if ($2 != "0,") exit 1; inside = 0; ++seen }
     END { exit seen != 8 }' "$scratch/out" || fail "the corrected test misses contacts"
head -n 1 "$scratch/han2021/steps.csv" | grep -q '^scene,tree,step,provot_degrees,' || fail "steps.csv"
[ "$(grep -c '^ensemble2,' "$scratch/han2021/steps.csv")" -eq 8 ] || fail "rows of steps.csv"
[ "$(wc -l <"$scratch/han2021/methods.csv")" -eq 49 ] || fail "rows of methods.csv"
[ "$(wc -l <"$scratch/han2021/angles.csv")" -eq 65 ] || fail "rows of angles.csv"
tail -n 1 "$scratch/han2021.html" | grep -q '</html>' || fail "the page does not end"
[ "$(grep -c '<figure class="chart">' "$scratch/han2021.html")" -eq 7 ] || fail "figures of the page"
cp "$scratch/han2021.txt" "$scratch/out"
said out "Table 1"
said out "25.45"
said out "18.24"
expect 2 papers han2021 --steps 3
# What cannot be written or read is told before minutes of measuring.
expect 2 papers han2021 --html "$scratch/no/such/folder/x.html"
expect 2 papers han2021 --csv "$scratch/han2021.html"
expect 2 papers han2021 --json --html -
said err "both go to stdout"
expect 2 papers han2021 --csv "$scratch/new" --html "$scratch/no/such/folder/x.html"
[ ! -e "$scratch/new" ] || fail "a folder is left of what was not measured"
(
    SELVAGE_DATA=$scratch/no
    export SELVAGE_DATA
    expect 2 papers han2021
    said err "SELVAGE_DATA: cannot read "
) || exit 1
expect 2 papers han2021 cloth.obj
said err "takes no files"

for paper in ding2013 bade2015; do
    expect 0 papers $paper --help
    said out "usage: selvage papers $paper"
    expect 2 papers $paper --frames 0
    said err "option --frames"
    expect 2 papers $paper --frames many
    expect 2 papers $paper cloth.obj
    said err "takes no files"
    expect 2 papers $paper --json="$scratch/no/such/folder/x.json" --frames 1
done
expect 2 papers bade2015 --runs 0

# The list, and the name that the papers had first.
expect 0 papers
[ "$(wc -l <"$scratch/out")" -eq 5 ] || fail "five papers"
said err "selvage papers NAME runs one"
expect 2 papers ding2014
said err "did you mean: selvage papers ding2013"
expect 2 bench ding2014
said err "usage: selvage bench ding2013"
expect 0 help papers
said out "usage: selvage papers zhang2012"
for paper in ding2013 bade2015 han2021 wang2018 zhang2012; do
    expect 0 papers
    said out "$paper"
    expect 0 bench $paper --help
    said out "usage: selvage bench $paper"
    said out "selvage bench $paper --"
    cp "$scratch/out" "$scratch/bench.help"
    expect 0 help papers $paper
    sed "s/ bench $paper/ papers $paper/g" "$scratch/bench.help" | tr -s ' \\\n' ' ' >"$scratch/expected"
    tr -s ' \\\n' ' ' <"$scratch/out" | cmp -s - "$scratch/expected" || fail "the help of papers $paper"
done
expect 0 bench ding2013 --frames 1 --json
"$json_check" '"command": "bench ding2013"' <"$scratch/out" || fail "bench ding2013 --json"
COLUMNS=40 "$tool" papers bade2015 --runs 1 --frames 2 | awk 'length($0) > 40 { print; exit 1 }' || fail "wider than 40"

# wang2018: Selvage and the safe methods of the laboratory miss nothing; the dual cone loses contacts
# even on small scenes.
both wang2018
"$json_check" '"command": "papers wang2018"' '"quick": true' '"scene": "pipe"' '"scene": "karate"' '"scene": "t-shirt"' \
    '"scene": "funnel"' '"scene": "flamenco"' '"scene": "waves"' '"scene": "folds"' '"pieces": 3' '"instant": {' \
    '"step": {' '"dual_cone_internal": {' '"enhanced_tight": {' '"enhanced_literal": {' '"median_auto": {' '"enhanced_over_aabb": 0.92' \
    '"simple_scheme_more_inter": 252204' '"holds": true' '"violations": 0' <"$scratch/out" || fail "papers wang2018 --json"
quiet err
none different
awk '/"(aabb|patch|selvage)": \{/ { safe = 1 } /"dual_cone": \{/ { dual = 1 }
     safe && /"missed": / { if ($2 != "0,") exit 1; safe = 0; ++seen }
     dual && /"missed": / { lost += $2; dual = 0 }
     END { if (seen != 42 || lost == 0) exit 1 }' "$scratch/out" || fail "papers wang2018: what is missed"
# The flat sheet is known to be apart as a whole: no two leaves of it are looked at.
awk '/"scene": / { flat = /"waves"/ } /"(off|auto|on)": \{/ { arm = $1 }
     flat && arm && /"leaf_pairs": / { if ((arm ~ /off/) == ($2 == "0,")) exit 1; arm = ""; ++seen }
     END { if (seen != 6) exit 1 }' "$scratch/out" || fail "papers wang2018: the flat sheet"
for name in methods scenes steps; do
    awk -F, 'NR == 1 { heads = NF } NF != heads { exit 1 } END { exit NR < 40 }' "$scratch/wang2018/$name.csv" ||
        fail "$name.csv of papers wang2018"
done
tail -n 1 "$scratch/wang2018.html" | grep -q '</html>' || fail "the page of papers wang2018 does not end"
[ "$(grep -c '<figure class="chart">' "$scratch/wang2018.html")" -eq 11 ] || fail "figures of the page of papers wang2018"
for tag in html body section figure svg g text table thead tbody tr; do
    opened=$(grep -oE "<$tag[ >]" "$scratch/wang2018.html" | wc -l)
    closed=$(grep -o "</$tag>" "$scratch/wang2018.html" | wc -l)
    [ "$opened" -eq "$closed" ] || fail "$tag of the page of papers wang2018: $opened opened, $closed closed"
done
# Told at once, not after minutes.
expect 2 papers wang2018 --html "$scratch/no/such/folder/x.html"
said err "cannot write"
expect 2 papers wang2018 --json --html -
said err "cannot both go to stdout"
awk 'length($0) > 40 { print; exit 1 }' "$scratch/wang2018.txt" || fail "wider than 40"
tr '\n' ' ' <"$scratch/wang2018.txt" | tr -s ' ' >"$scratch/out"
for text in "Figure 10" "Figure 11" "Figure 12" "Figure 13" "holds: Selvage with self-culling" "fails The enhanced dual cone misses nothing"; do
    said out "$text"
done
expect 0 papers wang2018 --help
said out "usage: selvage papers wang2018"
expect 2 papers wang2018 cloth.obj
said err "takes no files"

# zhang2012: the corrected sequence and the exact tests miss nothing, and nothing but advancement, which
# takes near for contact, invents contacts.
expect 0 papers zhang2012 --quick --json
"$json_check" '"command": "papers zhang2012"' '"quick": true' '"plane_given": [' '"place": "anywhere"' \
    '"place": "boxes overlap"' '"false_positives": 0.95' '"corrected_ca": {' '"exact_batch": {' \
    '"scene": "cloth-ball"' '"scene": "burst"' '"scene": "balls"' '"paper_speedups": [' \
    '"ended_after_step": [' '"separated_by_direction": [' <"$scratch/out" || fail "papers zhang2012 --json"
quiet err
awk '/"(corrected|exact)_[a-z_]*": \{/ { safe = 1; exact = /"exact_/ }
     safe && /"missed": / && $2 != "0," { exit 1 }
     safe && /"invented": / { if (exact && $2 != 0) exit 1; safe = 0 }' "$scratch/out" ||
    fail "a safe method misses contacts, or an exact one invents some"
awk '/"literal_ca": \{/ { inside = 1 } inside && /"missed": / { lost += $2; inside = 0 } END { exit lost == 0 }' \
    "$scratch/out" || fail "the literal sequence lost nothing"
COLUMNS=40 "$tool" papers zhang2012 --quick --json="$scratch/zhang.json" --csv "$scratch/figures" \
    --html "$scratch/zhang.html" >"$scratch/zhang.txt" || fail "papers zhang2012 in 40 columns"
"$json_check" '"quick": true' <"$scratch/zhang.json" || fail "papers zhang2012 --json=FILE"
awk 'length($0) > 40 { print; exit 1 }' "$scratch/zhang.txt" || fail "wider than 40"
tr '\n' ' ' <"$scratch/zhang.txt" | tr -s ' ' >"$scratch/out"
for text in "Figure 7" "Table 2" "corrected culling sequence" "Real scenes skipped"; do
    said out "$text"
done
for name in figures5and6 figures7and8 figures9to11; do
    awk -F, 'NR == 1 { heads = NF } NF != heads { exit 1 } END { exit NR < 3 }' "$scratch/figures/$name.csv" ||
        fail "$name.csv"
done
[ "$(grep -c '<figure class="chart">' "$scratch/zhang.html")" -ge 8 ] || fail "figures are missing from the page"
expect 0 papers zhang2012 --help
said out "usage: selvage papers zhang2012"
expect 2 papers zhang2012 cloth.obj
said err "takes no files"
expect 2 papers zhang2012 --html "$scratch/no/such/folder/x.html"
expect 2 papers zhang2012 --csv "$scratch/zhang.json"
expect 2 papers zhang2012 --json="$scratch/no/such/folder/x.json"
expect 0 papers zhang2012 --quick --html - # in place of the tables
[ "$(head -n 1 "$scratch/out")" = '<!DOCTYPE html>' ] || fail "papers zhang2012 --html -"
