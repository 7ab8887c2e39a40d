#!/bin/sh
# Help, version, and everything that can be typed wrong.
. "$(dirname "$0")/common.sh"

for arguments in "--help" "-h" "help"; do
    expect 0 $arguments
    said out "usage: selvage COMMAND"
    said out "verify queries"
    quiet err
done
expect 0 --version
said out "selvage 0."
for command in "check" "info" "verify contacts" "verify queries" "verify" "bench scene" "bench"; do
    expect 0 $command --help
    said out "usage: selvage $command"
    said out "--json"
    expect 0 help $command
    said out "usage: selvage $command"
done
expect 0 sim --help
said out "usage: selvage sim SCENE -o DIR"
said out "-o, --output DIR"
expect 0 help sim
said out "usage: selvage sim"
expect 0 gen --help
said out "usage: selvage gen NAME -o PATH"
expect 0 help gen
said out "-o, --output PATH"
expect 0 view --help
said out "usage: selvage view [options] T0 [T1]"
said out "-o, --output FILE.html"
expect 2 help frobnicate
said err "unknown command 'frobnicate'"

# No line is longer than the terminal; an example that is broken can still be copied into a shell.
for columns in 80 40; do
    for command in "" "check" "view" "sim" "gen" "info" "verify contacts" "verify queries" "bench scene" "papers" "papers all" "papers wang2018"; do
        COLUMNS=$columns "$tool" $command --help >"$scratch/out"
        awk -v most=$columns 'length($0) > most { exit 1 }' "$scratch/out" ||
            fail "$command --help: wider than $columns"
    done
done

COLUMNS=80 "$tool" verify queries --help | sed '1,/^Examples:/d' >"$scratch/wide"
COLUMNS=40 "$tool" verify queries --help | sed '1,/^Examples:/d' >"$scratch/narrow"
sed 's/^ *selvage/echo/' "$scratch/wide" | sh >"$scratch/out"
sed 's/^ *selvage/echo/' "$scratch/narrow" | sh >"$scratch/err"
cmp -s "$scratch/out" "$scratch/err" || fail "a broken example is another command"
grep -q '\\$' "$scratch/narrow" || fail "no example is broken in 40 columns"

expect 2
said err "usage: selvage COMMAND"
quiet out
expect 2 inffo
said err "unknown command 'inffo'"
said err "selvage info"
expect 2 verfy
said err "did you mean: selvage verify?"
expect 2 frobnicate
said err "selvage --help"
expect 2 --frobnicate
said err "unknown option --frobnicate"
expect 2 verify
said err "usage: selvage verify queries"
expect 2 verify quries x.csv
said err "quries"
expect 2 info
said err "no files given"
expect 2 info --jsn x.obj
said err "unknown option --jsn (did you mean --json?)"
expect 2 info -x x.obj
said err "unknown option -x"
expect 2 info --faults
said err "--faults needs N"
expect 2 info --faults many x.obj
said err "'many' is not a number"
expect 2 info --faults -1 x.obj
said err "'-1' is not a number"
expect 2 info --faults 99999999999999999999 x.obj
said err "is not a number"
expect 2 verify queries
said err "no files given"
expect 2 verify queries --kind fv x.csv
said err "'fv' is neither vf nor ee"
expect 2 verify queries --expect perhaps x.csv
said err "'perhaps' is neither hit nor miss"
expect 2 verify queries --isa mmx x.csv
said err "'mmx'"
expect 2 verify queries --repeat 0 x.csv
said err "'0' is not a number"
expect 2 verify queries --frames a.obj
said err "--frames needs T0 T1"
expect 2 verify queries "$root/examples/data/README.md"
said err "give --kind"
expect 2 verify queries --kind vf absent.csv
said err "absent.csv"
expect 2 verify queries --kind vf --frames absent0.obj absent1.obj x.csv
said err "absent0.obj"


# The commands on scenes.
for command in "check" "bench scene"; do
    expect 2 $command
    said err "no files given"
    expect 2 $command absent.obj
    said err "absent.obj"
    expect 2 $command --volume cube x.obj
    said err "--volume: 'cube' is not one of box|sphere|dop18"
    expect 2 $command --builder x x.obj
    said err "not one of median|morton|sah"
    expect 2 $command --isa mmx x.obj
    said err "selvage $command --help"
    expect 2 $command --threads 257 x.obj
    said err "is not a number from 0 to 256"
    expect 2 $command --thickness -1 x.obj
    said err "'-1' is not a non-negative number"
    expect 2 $command --thickness nan x.obj
    said err "'nan' is not a non-negative number"
    expect 2 $command --ring 9 x.obj
    said err "--ring"
done
expect 2 check --dcd --ccd x.obj
said err "only one of them"
expect 2 check --overlap maybe x.obj
said err "not one of report|error|ignore"
expect 2 check --frames 5-3 x.obj
said err "--frames: '5-3'"
expect 2 check --frames 5- x.obj
said err "--frames: '5-'"
expect 2 check --marked x.obj x.obj
said err "does not end in .ply"
# A mesh that is not an input is not overwritten by a page or a picture either.
echo mesh >"$scratch/mine.obj"
for command in "check x.obj --html" "check x.obj --png" "view x.obj -o" "view x.obj --png" "sim ball -o d --html" \
    "sim ball -o d --png" "papers bade2015 --quick --html"; do
    # shellcheck disable=SC2086
    expect 2 $command "$scratch/mine.obj"
    said err "mine.obj' does not end in ."
done
[ "$(cat "$scratch/mine.obj")" = mesh ] || fail "a mesh was overwritten"
expect 2 check x.obj --html page
said err "'page' does not end in .html"
expect 2 check --times x.obj
said err "needs --pairs"
expect 2 check --with
said err "--with needs FILE"
expect 2 check --with-moving a.obj
said err "--with-moving needs T0 T1"
expect 2 check --maxpairs 3 x.obj
said err "did you mean --max-pairs?"
expect 2 verify contacts x.obj y.obj
said err "--expect DIR is missing"
expect 2 verify contacts --expect . x.obj y.obj z.obj
said err "one mesh file or two"
expect 2 bench scene a.obj b.obj c.obj
said err "c.obj has no partner"
expect 2 bench scene --mode ccd a.obj
said err "ccd needs two files"
expect 2 bench scene --mode proximity a.obj
said err "needs --thickness"
expect 2 bench scene --tile 3x a.obj
said err "'3x' is not N or NxM"
expect 2 bench scene --runs 0 a.obj
said err "--runs"
expect 2 info -q x.obj
said err "unknown option -q"

# Both spellings of a value, and the end of the options.
cp "$root/examples/data/moebius.obj" "$scratch/--odd.obj"
cd "$scratch"
expect 0 info --faults=1 -- --odd.obj
said out "not orientable"
expect 0 info --faults 1 -- --odd.obj
said out "not orientable"

# Nothing is lost in silence.
if [ -w /dev/full ]; then
    for arguments in "--help" "--version" "help" "verify --help" "info --help"; do
        status=0
        "$tool" $arguments >/dev/full 2>"$scratch/err" || status=$?
        [ $status -eq 2 ] || fail "$arguments: a full disk went unnoticed"
        said err "cannot write the output"
    done
fi

# A file name does not drive the terminal: no control bytes, whatever it is called.
odd=$(printf 'a\033[31m\nb\302\233\377.obj')
cp "$root/examples/data/moebius.obj" "$odd"
masked() {
    LC_ALL=C tr -d '\n -~' <"$scratch/$1" >"$scratch/control"
    [ ! -s "$scratch/control" ] || fail "$1 holds control bytes"
}
expect 0 info "./$odd"
masked out
[ "$(head -n 1 "$scratch/out")" = "./a?[31m?b???.obj" ] || fail "a name that is not masked as expected"
expect 2 info "./absent$odd"
masked err
expect 2 verify queries --kind vf "./$odd"
masked out
masked err
sed 's/,1$/,0/' "$root/examples/queries/ee.csv" >"$odd"
expect 1 verify queries --kind ee "./$odd"
masked out
masked err
