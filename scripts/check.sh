#!/bin/sh
# What `make check` runs: format, room order, names, headers and their docs, lint, README snippets. Stops at
# the first failure. SELVAGE_CHECK names the steps to run (default: all), SELVAGE_ANALYZE is a pattern
# of the files that clang's analyzer looks at (default: all).
set -eu
cd "$(dirname "$0")/.."
steps=${SELVAGE_CHECK:-format rooms names headers docs tidy snippets}
build=build-check
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

say() { printf '%s\n' "== $*"; }
# Ours: what git knows of, and what it would take in.
sources() { git ls-files -co --exclude-standard -- "$@" | sort -u | while read -r f; do [ -f "$f" ] && echo "$f"; done; }

# -Wno-dev: CMake's own advice is not ours to check. Everything is built into one compile database.
configure() {
    cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DSELVAGE_WERROR=ON \
        -DSELVAGE_BUILD_TESTS=ON -DSELVAGE_BUILD_BENCH=ON -DCMAKE_C_COMPILER=clang -Wno-dev >/dev/null
}

check_format() {
    say "format (clang-format)"
    sources '*.c' '*.h' | xargs clang-format --dry-run -Werror
}

# A check that cannot fail is worth nothing: one bad line of each kind, planted in a copy, must be
# rejected.
plant() { # plant FILE LINE
    mkdir -p "$(dirname "$copy/$1")"
    [ ! -f "$copy/$1" ] || cp "$copy/$1" "$scratch/before"
    printf '%s\n' "$2" >>"$copy/$1"
    if "$checker" "$copy" >/dev/null 2>&1; then
        echo "$checker did not notice in $1: $2" >&2
        exit 1
    fi
    if [ -f "$scratch/before" ]; then mv "$scratch/before" "$copy/$1"; else rm "$copy/$1"; fi
    planted=$((planted + 1))
}

check_rooms() {
    say "room order"
    checker=scripts/check_rooms.sh
    $checker .
    copy="$scratch/a copy"
    planted=0
    mkdir -p "$copy"
    cp -r src include io sim report papers tool demo examples "$copy"
    mkdir -p "$copy/viewer"
    cp viewer/*.[ch] "$copy/viewer"
    scripts/check_rooms.sh "$copy"
    plant src/base/status.c '#include "elementary/planted.h"'
    plant src/base/status.c '#include <elementary/planted.h>'
    plant src/base/status.c '#include <selvage/elementary.h>'
    plant src/base/status.c '#include "selvage/io.h"'
    plant src/base/status.c '#include "base/../elementary/planted.h"'
    plant src/base/status.c '#include /* sly */ "elementary/planted.h"'
    plant src/base/status.c '  #  include "elementary/planted.h"'
    plant src/base/status.c '#include PLANTED'
    plant src/base/status.c '#include <immintrin.h>'
    plant src/elementary/ccd/ccd.c '#include <arm_neon.h>'
    plant src/base/status.c '#include <pthread.h>'
    plant src/mesh/mesh.c '#include <threads.h>'
    plant src/planted/new.c '#include "base/arena.h"'
    plant include/selvage/base.h '#include "selvage/mesh.h"'
    plant include/selvage/mesh.h '#include <selvage/elementary.h>'
    plant include/selvage/io.h '#include "base/arena.h"'
    plant io/obj.c '#include "../src/base/arena.h"'
    plant io/obj.c '#include <base/arena.h>'
    plant io/obj.c '#include "../report/json.h"'
    plant io/obj.c '#include "report/json.h"'
    plant io/obj.c '#include "selvage/sim.h"'
    plant include/selvage/io.h '#include <selvage/shapes.h>'
    plant src/scene/detect.c '#include "selvage/sim.h"'
    plant sim/sim.c '#include "scene/features.h"'
    plant sim/sim.c '#include "../io/text.h"'
    plant sim/sim.c '#include <pthread.h>'
    plant demo/demo.c '#include "report/json.h"'
    plant demo/demo.c '#include "papers/scenes/paper_scene.h"'
    plant report/json.c '#include "base/arena.h"'
    plant report/json.c '#include "selvage/sim.h"'
    plant report/json.c '#include "tool/command.h"'
    plant report/json.c '#include <papers/paper.h>'
    plant report/json.c '#include "viewer/film.h"'
    plant viewer/film.c '#include "selvage/sim.h"'
    plant viewer/film.c '#include "tool/command.h"'
    plant viewer/film.c '#include "base/arena.h"'
    plant viewer/film.c '#include "papers/paper.h"'
    plant papers/methods/contour.c '#include "bound/cone.h"'
    plant papers/methods/contour.c '#include "selvage/sim.h"'
    plant papers/methods/contour.c '#include "report/json.h"'
    plant papers/methods/contour.c '#include "viewer/film.h"'
    plant papers/methods/contour.c '#include "papers/scenes/step_source.h"'
    plant papers/scenes/step_source.c '#include "papers/paper.h"'
    plant papers/scenes/step_source.c '#include "papers/planted/planted.h"'
    plant papers/planted/planted.c '#include "tool/command.h"'
    plant papers/planted/planted.c '#include "papers/other/other.h"'
    plant papers/planted/planted.c '#include "base/arena.h"'
    plant tool/main.c '#include "base/arena.h"'
    plant tool/main.c '#include "../io/text.h"'
    plant tool/main.c '#include <pthread.h>'
    plant tool/main.c '#include "papers/methods/contour.h"'
    plant tool/check/check.c '#include "papers/planted/planted.h"'
    plant tool/check/check.c '#include "tool/sim/sim_run.h"'
    plant tool/check/check.c "// $(cd papers && ls -d *[0-9]/ | head -n 1 | tr -d /)"
    plant examples/first_contact.c '#include "elementary/ccd/ccd_batch.h"'
    plant examples/first_contact.c '#include <immintrin.h>'
    # A room that is new in the list is a room for io, tool and examples as well.
    echo planted >>"$copy/src/rooms.txt"
    plant tool/main.c '#include "planted/new.h"'
    plant src/elementary/ccd/ccd.c '#include "planted/new.h"'
    mkdir -p "$copy/src/planted"
    echo '#include "base/arena.h"' >"$copy/src/planted/new.c"
    scripts/check_rooms.sh "$copy"
    echo "   $planted planted faults were all noticed"
}

check_docs() {
    say "public headers are documented"
    checker=scripts/check_docs.sh
    $checker .
    copy="$scratch/headers"
    planted=0
    mkdir -p "$copy"
    cp -r include "$copy"
    $checker "$copy"
    plant include/selvage/base.h 'SV_API int svPlanted(void);'
    plant include/selvage/base.h 'SV_API svStatus svPlanted(const svPositions* positions,'
    plant include/selvage/base.h 'static inline int svPlanted(void) {'
    plant include/selvage/base.h 'int svPlanted(void);'
    plant include/selvage/base.h 'typedef struct svPlanted {'
    plant include/selvage/base.h 'typedef struct svPlanted svPlanted;'
    plant include/selvage/base.h 'struct svPlanted {'
    plant include/selvage/base.h 'typedef enum svPlanted {'
    plant include/selvage/base.h 'enum { SV_PLANTED };'
    plant include/selvage/base.h 'typedef void (*svPlanted)(void);'
    plant include/selvage/base.h '#define SV_PLANTED 1'
    plant include/selvage/base.h '#define SV_PLANTED(k) (k)'
    plant include/selvage/planted.h '#define SELVAGE_PLANTED_H'
    # A comment counts for the declaration that follows it, and for one only.
    plant include/selvage/base.h "$(printf '/// Planted.\n\nSV_API int svPlanted(void);')"
    plant include/selvage/base.h "$(printf '// Planted.\nSV_API int svPlanted(void);')"
    plant include/selvage/base.h "$(printf '/// Planted.\nSV_API int svA(void);\nSV_API int svB(void);')"
    printf '/// Planted.\nSV_API int svPlanted(void);\nSV_API int svOther(void); ///< Planted.\n' \
        >>"$copy/include/selvage/base.h"
    $checker "$copy"
    echo "   $planted planted faults were all noticed"
}

check_names() {
    say "static functions have names of their own"
    scripts/check_names.sh
    mkdir -p "$scratch/names"
    printf 'static void Planted(int x) {\n}\n' >"$scratch/names/one.c"
    printf 'SV_FN int\nPlanted(int x) {\n}\n' >"$scratch/names/two.h"
    if scripts/check_names.sh "$scratch/names" >/dev/null; then
        echo "check_names.sh did not notice a name that is there twice" >&2
        exit 1
    fi
}

# What a header of an instruction set is compiled with, as in .clangd.
flags_of() { # flags_of HEADER
    case $1 in
    *avx512.h) echo "-mavx512f -mavx512dq -mavx512bw -mavx512vl -mbmi -mbmi2 -mpopcnt" ;;
    *avx2.h | *x86.h) echo "-mavx2 -mfma -mbmi -mbmi2 -mpopcnt" ;;
    *neon.h) echo "--target=aarch64-linux-gnu -ffreestanding -nostdlibinc" ;;
    *wasm.h) echo "--target=wasm32 -msimd128 -ffreestanding -nostdlibinc" ;;
    esac
}

check_headers() {
    say "every header of src compiles alone, without defines"
    sources 'src/*.h' | while read -r header; do
        # shellcheck disable=SC2046 # several flags
        clang -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc -Iinclude $(flags_of "$header") -Wall -Wextra \
            -Werror -Wno-unused-function -Wno-pragma-once-outside-header -fsyntax-only -x c "$header"
    done
    say "public headers compile alone, as C17 and C++17"
    for header in include/selvage/*.h; do
        name=selvage/$(basename "$header")
        # Twice: the guard is part of the contract.
        printf '#include "%s"\n#include "%s"\ntypedef int svUsed;\n' "$name" "$name" >"$scratch/one.c"
        cp "$scratch/one.c" "$scratch/one.cpp"
        cc -std=c17 -Wall -Wextra -Werror -pedantic -Wstrict-prototypes -Iinclude -fsyntax-only \
            "$scratch/one.c"
        c++ -std=c++17 -Wall -Wextra -Werror -pedantic -Iinclude -fsyntax-only "$scratch/one.cpp"
    done
}

check_tidy() {
    say "lint (clang-tidy)"
    configure
    # Kernels are compiled once per instruction set: AVX2 stands for all, and for other machines plain C.
    one=$(grep -q 'SV_TARGET_NAME=avx2' $build/compile_commands.json && echo avx2 || echo scalar)
    mkdir -p $build/lint
    awk -v one="$one" -f scripts/lint_database.awk $build/compile_commands.json \
        >$build/lint/compile_commands.json
    skip='^fuzz/|^tests/emulation/'
    # A file that no CMake list names would be neither built nor tested: all but those of other builds
    # must be there.
    elsewhere='^(demo/module\.c|src/parallel/serial\.c|viewer/no_page\.c|tests/(wasm|install)/|bench/peers/)'
    sources '*.c' | grep -v -E "$skip" | while read -r f; do
        if grep -q "/$f\"" $build/compile_commands.json; then
            echo "$f"
        elif ! echo "$f" | grep -q -E "$elsewhere"; then
            echo "$f is in no list of CMake" >&2
        fi
    done >"$scratch/tidy" 2>"$scratch/unlisted"
    if [ -s "$scratch/unlisted" ]; then
        cat "$scratch/unlisted" >&2
        exit 1
    fi
    # The analyzer takes twenty times as long as all else: on the files that SELVAGE_ANALYZE matches.
    { grep -v -E "${SELVAGE_ANALYZE:-.}" "$scratch/tidy" || true; } >"$scratch/quick"
    { grep -E "${SELVAGE_ANALYZE:-.}" "$scratch/tidy" || true; } >"$scratch/slow"
    echo "   $(wc -l <"$scratch/tidy") files, of which $(wc -l <"$scratch/slow") go through the analyzer"
    # The findings first; how the analyzer came to them is long and stays in the log.
    { xargs -r -P "$(nproc)" -n 8 clang-tidy --quiet -p $build/lint '--checks=-clang-analyzer-*' \
        <"$scratch/quick" &&
        xargs -r -P "$(nproc)" -n 1 clang-tidy --quiet -p $build/lint <"$scratch/slow"; } \
        >$build/tidy.log 2>&1 || {
        grep -E '(error|warning): .*\[' $build/tidy.log | sort -u >&2
        echo "the whole story: $build/tidy.log" >&2
        exit 1
    }
}

# Every block ```c of the README and of docs/scenes.md: linked and run if it has a main, else
# compiled.
check_snippets() {
    say "snippets of README.md and docs/scenes.md"
    configure
    cmake --build $build --target selvage selvage-io >/dev/null
    awk -v out="$scratch/snippet" '
        /^```c$/ { inside = 1; file = out (++n) ".c"; next }
        /^```/ { if (inside) close(file); inside = 0; next }
        inside { print > file }
        END { print n + 0 }' README.md docs/scenes.md >"$scratch/count"
    count=$(cat "$scratch/count")
    [ "$count" -gt 0 ] || { echo "README.md has no C example" >&2; exit 1; }
    i=1
    while [ "$i" -le "$count" ]; do
        file=$scratch/snippet$i.c
        if grep -q '[^a-zA-Z_]main *(' "$file"; then
            clang -std=c17 -Wall -Wextra -Werror -Iinclude "$file" -L$build/io -L$build/src \
                -lselvage-io -lselvage -lm -pthread -o "$scratch/snippet$i"
            (cd "$scratch" && "./snippet$i") || { echo "README example $i fails" >&2; exit 1; }
        else
            clang -std=c17 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$file"
        fi
        i=$((i + 1))
    done
}

for step in $steps; do
    case $step in
    format) check_format ;;
    rooms) check_rooms ;;
    names) check_names ;;
    headers) check_headers ;;
    docs) check_docs ;;
    tidy) check_tidy ;;
    snippets) check_snippets ;;
    *) echo "check.sh: unknown step $step" >&2; exit 2 ;;
    esac
done
say "all clean"
