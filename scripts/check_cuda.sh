#!/bin/sh
# The elementary filters compile as CUDA device code with one lane per thread: the sources that run on
# the processor, unchanged. Both passes are linked into one device image, so nothing is missing. Where
# there is no nvcc (in PATH, or in /usr/local/cuda/bin), says so and does nothing.
set -eu
cd "$(dirname "$0")/.."
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "skipped: no nvcc (the CUDA toolkit)"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
architecture=${CUDA_ARCHITECTURE:-sm_90}
# -fmad=false: one rounding per written operation, as everywhere (CMakeLists.txt).
for name in ccd_single ccd_double; do
    "$nvcc" -std=c++17 -arch="$architecture" -rdc=true -fmad=false -Werror all-warnings -Xcompiler -Wall \
        -Isrc -Iinclude -c "tests/cuda/$name.cu" -o "$scratch/$name.o"
done
"$nvcc" -arch="$architecture" -dlink "$scratch/ccd_single.o" "$scratch/ccd_double.o" -o "$scratch/linked.o"
echo "elementary filters: device code for $architecture, $(wc -c <"$scratch/linked.o") bytes"
