// SPDX-License-Identifier: Apache-2.0
// Drives any block with a stimulus, with resets in the middle.
#pragma once

#include <cstdint>

#include "rtl_models/common/block.h"
#include "testbench/random.h"

namespace tinsim {

/// A stimulus for block B has `In restart()`, the straps of a new run from reset, and
/// `In next(const Out&)`, the inputs of a cycle given its outputs. It keeps the block's rules.
/// For a Mealy block the outputs are those of the cycle before, all zero in the first one.
/// `reset_every` is the mean number of cycles between resets.
template <class B, class Stimulus>
void drive(B& block, Stimulus& stimulus, std::uint64_t cycles, std::uint64_t seed,
           unsigned reset_every = 5000) {
  Random random(seed);
  [[maybe_unused]] typename B::Out before{};
  reset_block(block, stimulus.restart());
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if constexpr (kIsStage<B>) {
      if (random.below(reset_every) == 0) block.reset(stimulus.restart());
      block.tick(stimulus.next(block.out()));
    } else if constexpr (kIsMealy<B>) {
      if (random.below(reset_every) == 0) {
        block.reset(stimulus.restart());
        before = {};
      }
      before = step(block, stimulus.next(before));
    } else {
      block.eval(stimulus.next({}));
    }
  }
}

}  // namespace tinsim
