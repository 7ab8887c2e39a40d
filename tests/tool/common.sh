# Sourced by the tests of the tool. usage: SCRIPT TOOL SOURCE-ROOT JSON-CHECK INTERRUPT [ISA]
set -eu
tool=$1
root=$2
json_check=$3
interrupt=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
unset COLUMNS || true

fail() {
    echo "FAILED: $*" >&2
    echo "--- stdout" >&2
    cat "$scratch/out" >&2
    echo "--- stderr" >&2
    cat "$scratch/err" >&2
    exit 1
}

# expect CODE ARGUMENTS...: runs the tool, keeps what it prints, wants this exit code.
expect() {
    code=$1
    shift
    status=0
    "$tool" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq "$code" ] || fail "exit code $status, not $code: selvage $*"
}

# interrupted SECONDS|FILE ARGUMENTS...: the same, but Ctrl-C comes after a while, or once the file is
# there, and must be what ends it.
interrupted() {
    when=$1
    shift
    status=0
    "$interrupt" "$when" "$tool" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 130 ] || fail "exit code $status, not 130, after Ctrl-C: selvage $*"
    said err "ended by Ctrl-C"
}

# said STREAM TEXT: the last run printed this (a fixed string).
said() { grep -qF -e "$2" "$scratch/$1" || fail "$1 does not say: $2"; }
quiet() { [ ! -s "$scratch/$1" ] || fail "$1 is not empty"; }

# need_isa NAME: the test is skipped where the processor lacks it.
need_isa() {
    status=0
    "$tool" verify queries --isa "$1" "$root/examples/queries/vf.csv" >"$scratch/out" 2>"$scratch/err" || status=$?
    if [ $status -eq 2 ] && grep -q "has no $1" "$scratch/err"; then
        echo "skipped: no $1 on this machine"
        exit 77
    fi
}
