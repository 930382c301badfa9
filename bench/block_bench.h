// SPDX-License-Identifier: Apache-2.0
// Speed of one block as model, as Verilated RTL and as both in lockstep: items are cycles.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/rtl.h"

namespace tinsim {

/// Inputs from one reset on. The stimulus follows the outputs, so inputs are recorded from the
/// model once, and every implementation is measured under the same ones, without the stimulus.
template <class Model, class Stimulus>
class RecordedInputs {
 public:
  static constexpr std::size_t kCycles = 4096;

  RecordedInputs() : stimulus_(1), straps_(stimulus_.restart()) {
    auto model = std::make_unique<Model>();
    reset_block(*model, straps_);
    typename Model::Out before{};
    for (std::size_t cycle = 0; cycle < kCycles; ++cycle) {
      if constexpr (kIsStage<Model>)
        inputs_.push_back(stimulus_.next(model->out()));
      else
        inputs_.push_back(stimulus_.next(before));
      before = step(*model, inputs_.back());
    }
  }

  template <class Block>
  void run(benchmark::State& state, Block& block) const {
    for (auto _ : state) {
      reset_block(block, straps_);
      for (const auto& in : inputs_) benchmark::DoNotOptimize(step(block, in));
    }
    state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kCycles));
  }

 private:
  Stimulus stimulus_;
  typename Model::In straps_;
  std::vector<typename Model::In> inputs_;
};

/// Benchmarks `name/model`, `name/rtl` and `name/lockstep`.
template <class Model, class V, class Stimulus>
void add_block(const std::string& name) {
  using Inputs = RecordedInputs<Model, Stimulus>;
  benchmark::RegisterBenchmark((name + "/model").c_str(), [](benchmark::State& state) {
    const auto inputs = std::make_unique<Inputs>();
    inputs->run(state, *std::make_unique<Model>());
  });
  benchmark::RegisterBenchmark((name + "/rtl").c_str(), [](benchmark::State& state) {
    const auto inputs = std::make_unique<Inputs>();
    inputs->run(state, *std::make_unique<Rtl<Model, V>>());
  });
  benchmark::RegisterBenchmark((name + "/lockstep").c_str(), [](benchmark::State& state) {
    const auto inputs = std::make_unique<Inputs>();
    inputs->run(state, *std::make_unique<Lockstep<Model, Rtl<Model, V>>>());
  });
}

}  // namespace tinsim
