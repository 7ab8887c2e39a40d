#!/bin/sh
# Shared libraries: the installed tool finds them, a consumer too, after the tree has moved; their
# names carry the minor version, which may break the interface before 1.0.
# usage: shared.sh CMAKE SOURCE COMPILER
set -eu
cmake=$1 source=$2 compiler=$3
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# Unoptimised: how it is linked is the question.
"$cmake" -S "$source" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=ON \
    -DCMAKE_C_FLAGS_DEBUG=-O0 -DCMAKE_C_COMPILER="$compiler" >/dev/null
"$cmake" --build "$scratch/build" >/dev/null
"$cmake" --install "$scratch/build" --prefix "$scratch/first" >/dev/null
rm -r "$scratch/build"
mv "$scratch/first" "$scratch/prefix"
unset LD_LIBRARY_PATH || true

version=$("$scratch/prefix/bin/selvage" --version)
minor=$(echo "$version" | sed -n 's/^selvage \(0\.[0-9]*\)\..*/\1/p; s/^selvage \([1-9][0-9]*\)\..*/\1/p')
echo "$version: .so.$minor"
for library in libselvage libselvage-io libselvage-sim; do
    find "$scratch/prefix" -name "$library.so.$minor" | grep -q . || { echo "no $library.so.$minor" >&2; exit 1; }
done
"$scratch/prefix/bin/selvage" verify queries --repeat 1 "$source/examples/queries/vf.csv"

"$cmake" -S "$here/consumer" -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DEXAMPLES="$source/examples" -DCMAKE_C_COMPILER="$compiler" >/dev/null
"$cmake" --build "$scratch/consumer" >/dev/null
"$scratch/consumer/first_contact"
"$scratch/consumer/mesh_faults"
"$scratch/consumer/self_collision"
"$scratch/consumer/custom_threads"
"$scratch/consumer/cloth"

if ! command -v pkg-config >/dev/null 2>&1; then
    echo "no pkg-config here, so its files are not tried"
    exit 0
fi
libraries=$(dirname "$(find "$scratch/prefix" -name selvage.pc)")
# shellcheck disable=SC2046
"$compiler" -std=c17 "$source/examples/custom_threads.c" -o "$scratch/packaged" \
    $(PKG_CONFIG_PATH=$libraries pkg-config --cflags --libs selvage)
LD_LIBRARY_PATH=$(dirname "$libraries") "$scratch/packaged"
# shellcheck disable=SC2046
"$compiler" -std=c17 "$source/examples/cloth.c" -o "$scratch/cloth" \
    $(PKG_CONFIG_PATH=$libraries pkg-config --cflags --libs selvage-sim)
LD_LIBRARY_PATH=$(dirname "$libraries") "$scratch/cloth"
