# The commands that people type. CMake does the work (CMakePresets.json); this file names the jobs.
#   make            the tool, at build/selvage
#   make demo       a first look, on built-in data
#   make test       build and run the tests
#   make bench      the figures of docs/benchmarks.md, measured here
#   make fuzz       every fuzz target for SECONDS (60) each
#   make oracle     QUERIES (10000000) random queries against exact rational arithmetic
#   make sweep      SCENES (100000) random scenes against brute force over all pairs
#   make simulate   every built-in scene of the simulator, each frame tested
#   make papers     all papers made to run: pages at build-papers/index.html (PAPERS_OPTIONS=--quick: in short)
#   make scenes     every generated scene in full against papers/scenes/scenes.csv
#   make check      format, lint, room order, headers and their docs, README snippets
#   make docs       the API reference, from the public headers, at build-docs/html/index.html
#   make site       live demo, documentation, papers, reports as static files, at site/index.html
#   make sanitize   the tests under ASan+UBSan and (those named by TSAN_TESTS, all) under TSan
#   make arm        the NEON kernels, cross-compiled and run under emulation
#   make wasm       the library for WebAssembly, tested under node (WASM_TESTS: all or kernels)
#   make cuda       the elementary filters compiled as CUDA device code, where nvcc is found
#   make install    into PREFIX (/usr/local)
SHELL = /bin/sh
PREFIX ?= /usr/local
SECONDS ?= 60
QUERIES ?= 10000000
SCENES ?= 100000
TSAN_TESTS ?= .
WASM_TESTS ?= all
PAPERS_OPTIONS ?=

.PHONY: all demo test bench fuzz oracle sweep simulate papers check docs site sanitize arm wasm cuda install clean

all:
	@scripts/setup.sh build
	@scripts/setup.sh --optional viewer
	@cmake --preset release >/dev/null
	@cmake --build build --target selvage-tool

demo: all
	@scripts/demo.sh

test:
	@scripts/setup.sh build test
	@scripts/setup.sh --optional viewer
	@cmake --preset release -DSELVAGE_BUILD_TESTS=ON >/dev/null
	@cmake --build build
	@ctest --test-dir build --output-on-failure -j 2

bench:
	@scripts/setup.sh build
	@cmake --preset release -DSELVAGE_BUILD_BENCH=ON >/dev/null
	@cmake --build build
	@scripts/bench.sh

fuzz:
	@scripts/setup.sh build test fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --target selvage-fuzzers
	@scripts/fuzz.sh $(SECONDS)

oracle:
	@scripts/setup.sh build test
	@cmake --preset release -DSELVAGE_BUILD_TESTS=ON >/dev/null
	@cmake --build build
	@scripts/oracle.sh $(QUERIES)

sweep:
	@scripts/setup.sh build test
	@cmake --preset release -DSELVAGE_BUILD_TESTS=ON >/dev/null
	@cmake --build build
	@scripts/sweep.sh $(SCENES)

simulate: all
	@scripts/simulate.sh

papers: all
	@build/selvage papers all --html build-papers $(PAPERS_OPTIONS)
	@echo "build-papers/index.html"

scenes:
	@scripts/setup.sh build test
	@scripts/setup.sh --optional viewer
	@cmake --preset release -DSELVAGE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --target test_papers_scene_records
	@build/tests/test_papers_scene_records --all

check:
	@scripts/setup.sh build test check
	@scripts/check.sh

docs:
	@scripts/setup.sh docs
	@doxygen docs/Doxyfile
	@echo "build-docs/html/index.html"

site:
	@scripts/setup.sh build wasm viewer site docs
	@scripts/site.sh site

sanitize:
	@scripts/setup.sh build test fuzz
	@scripts/sanitize.sh asan
	@scripts/sanitize.sh tsan '$(TSAN_TESTS)'

arm:
	@scripts/setup.sh build arm
	@scripts/check_arm.sh

wasm:
	@scripts/setup.sh build wasm
	@scripts/check_wasm.sh $(WASM_TESTS)

cuda:
	@scripts/check_cuda.sh

install: all
	@cmake --build build
	@cmake --install build --prefix $(PREFIX)

clean:
	rm -rf build build-*
