# SPDX-License-Identifier: Apache-2.0
# Thin front of the CMake presets. `make help` lists the targets.
BUILD := build/release
JOBS  ?= $(shell nproc)
CHECKPOINT := $(BUILD)/Testing/Temporary/CTestCheckpoint.txt
RUN_CONFIG ?= configs/dragonfly_4pod.yaml

.PHONY: run test asan bench bench-blocks bench-ranks budget tin-switch soak mutants fuzz synth formal headers format check-format setup configure build help clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## install the Debian packages that are missing, Vega, and a parser
	@scripts/setup.sh all

configure: setup
	@grep -qs TINSIM_TESTS:BOOL=ON $(BUILD)/CMakeCache.txt && test -f $(BUILD)/build.ninja \
	  || cmake --preset release > /dev/null

build: configure ## build everything
	@cmake --build $(BUILD) -j $(JOBS)

# Installs and builds the simulator alone; `make build` adds the rest to the same tree.
run: ## simulate a 4-pod Dragonfly and print the result (RUN_CONFIG=... for another)
	@scripts/setup.sh run
	@test -f $(BUILD)/build.ninja || cmake --preset first-run > /dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim
	$(BUILD)/tinsim run $(RUN_CONFIG)

test: build ## run all tests
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS)

# An exception on the stack of a SystemC thread, which the sanitizer does not know; and limits of
# memory, of which the sanitizer needs most.
NOT_ASAN := OpenHost.RefusesHostsThatComeLate|platform/input_limits

asan: setup ## build with sanitizers, at low priority, and run all tests but the long ones
	@test -f build/asan/build.ninja || cmake --preset asan > /dev/null
	@nice -n 10 cmake --build build/asan -j $(JOBS)
	@nice -n 10 ctest --preset asan -LE performance -E "$(NOT_ASAN)" -j $(JOBS)

bench: configure ## measure speed; JSON in build/release/bench.json
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim_bench
	$(BUILD)/bench/tinsim_bench --benchmark_out=$(BUILD)/bench.json --benchmark_out_format=json

bench-blocks: configure ## measure blocks as model, RTL and lockstep, and what an RTL chip costs in a Clique
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim_block_bench tinsim
	@bench/block_speed.py $(BUILD)/bench/tinsim_block_bench $(BUILD)/tinsim configs/clique.yaml

tin-switch: configure ## switch chip of 50 ports: model and RTL in lockstep, and their cycles per second
	@cmake --build $(BUILD) -j $(JOBS) --target lockstep_tin_switch_50
	$(BUILD)/tests/lockstep/lockstep_tin_switch_50

bench-ranks: configure ## measure what a second MPI rank gains on the full Clique
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim
	scripts/bench_ranks.py --json $(BUILD)/bench_ranks.json $(BUILD)/tinsim configs/clique.yaml \
	  --set run.measure_us=31.75

budget: setup ## instructions of a cell-hop by part of the chip, and cache lines of a chip in a window
	@test -f build/budget/build.ninja || cmake --preset budget > /dev/null
	@cmake --build build/budget -j $(JOBS) --target tinsim
	@bench/budget.py build/budget/tinsim configs/pod.yaml configs/clique.yaml

soak: build ## 10^9 cell-hops without loss, then the tests that scale at length; goes on if interrupted
	@scripts/soak.py $(BUILD)/tinsim configs/soak/clique.yaml configs/soak/four_pods.yaml \
	  --out $(BUILD)/soak --hops 1000000000 --jobs $(JOBS)
	@find $(BUILD)/tests -type f -executable -newer $(CHECKPOINT) 2>/dev/null | grep -q . \
	  && rm $(CHECKPOINT) || true  # tests have changed since the interruption
	@TINSIM_SOAK_FACTOR=100 ctest --test-dir $(BUILD) -F --output-on-failure -R '^lockstep/|LinkErrors|CliqueModes|Unified|Isolation|ImplRandom|PmosOnLink|FlowHost|your_rtl' \
	  -j $(JOBS)

mutants: configure ## plant bugs by rule in the SystemVerilog of each block; tables in build/release/mutants
	@cmake --build $(BUILD) -j $(JOBS) --target rule_mutants
	@testbench/mutants/run_mutants.py --programs $(BUILD)/testbench/mutants --out $(BUILD)/mutants \
	  --page docs/reference/mutants.md --jobs $(JOBS)

fuzz: build ## a million hostile inputs for each parser
	@TINSIM_SOAK_FACTOR=500 ctest --test-dir $(BUILD) --output-on-failure -L fuzz --timeout 100000 -j $(JOBS)

synth: configure ## map every block to gates; writes docs/reference/synthesis.md and the formulas of the cost model
	@scripts/setup_synth.sh
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim_register_map
	@scripts/synth/synth.py --jobs $(JOBS) --markdown docs/reference/synthesis.md \
	  --formulas platform/cost/block_formulas.cpp $(BUILD)/rtl_models/generated/synth_shapes.json build/synth
	@scripts/synth/fpga.py --markdown docs/reference/exanet.md $(BUILD)/rtl_models/generated/synth_shapes.json build/synth

formal: configure ## prove properties of the blocks; writes docs/reference/formal.md
	@scripts/setup_synth.sh
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim_register_map tinsim_generated
	@scripts/formal/formal.py --jobs $(JOBS) --markdown docs/reference/formal.md \
	  $(BUILD)/rtl_models/generated/synth_shapes.json build/synth build/formal

headers: configure ## compile each header alone: none may need what its includers happen to include
	@cmake --build $(BUILD) -j $(JOBS) --target tinsim_generated
	@scripts/check_headers.py --jobs $(JOBS) $(BUILD)

format: ## format C++ and JavaScript sources
	@git ls-files '*.c' '*.cpp' '*.h' '*.inl' '*.js' | xargs clang-format -i

check-format: ## fail if a source is not formatted
	@git ls-files '*.c' '*.cpp' '*.h' '*.inl' '*.js' | xargs clang-format --dry-run --Werror

clean: ## remove the build tree
	@rm -rf build
