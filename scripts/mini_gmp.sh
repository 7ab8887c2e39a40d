#!/bin/sh
# Fetches mini-gmp, the one-file subset of GMP that the exact oracles of the WebAssembly tests are
# built with (no distribution has a GMP for it), from the sources of the Debian package gmp.
# usage: mini_gmp.sh FOLDER; the files are FOLDER/mini-gmp/mini-gmp.c and its neighbours
set -eu
folder=${1:?usage: mini_gmp.sh FOLDER}
[ -f "$folder/mini-gmp/mini-mpq.c" ] && exit 0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
mkdir -p "$scratch/lists/partial" "$folder"
# The sources of what the machine installs from.
apt-get indextargets --format 'deb-src $(SITE) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
    sort -u >"$scratch/sources.list"
# Lists of its own: the machine's are left as they are.
apt() {
    apt-get -qq -o Dir::Etc::sourcelist="$scratch/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$scratch/lists" -o Dir::Cache="$scratch" -o APT::Sandbox::User=root "$@"
}
apt update
(cd "$scratch" && apt source --download-only gmp >/dev/null)
tar -C "$folder" --strip-components=1 --wildcards -xf "$scratch"/gmp_*.orig.tar.* '*/mini-gmp'
