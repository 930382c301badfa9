// SPDX-License-Identifier: Apache-2.0
// Drives any block with a stimulus, with resets in the middle.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "rtl_models/common/block.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// Whether a bench sets registers by the back door, if block and stimulus have any.
enum class BackDoor { kUsed, kUnused };

namespace detail {
template <class B, class Stimulus, class = void>
struct HasPresets : std::false_type {};
template <class B, class Stimulus>
struct HasPresets<
    B, Stimulus,
    std::void_t<decltype(std::declval<Stimulus&>().preset(std::declval<const typename B::Out&>()))>>
    : std::true_type {};
}  // namespace detail

/// A stimulus for block B has `In restart()`, the straps of a new run from reset, and
/// `In next(const Out&)`, the inputs of a cycle given its outputs. It keeps the block's rules.
/// For a Mealy block the outputs are those of the cycle before, all zero in the first one.
/// It may have `std::optional<B::Preset> preset(const Out&)`, called before `next` in each cycle.
/// `reset_every` is the mean number of cycles between resets.
template <BackDoor kBackDoor = BackDoor::kUsed, class B, class Stimulus>
void drive(B& block, Stimulus& stimulus, std::uint64_t cycles, std::uint64_t seed,
           unsigned reset_every = 5000) {
  Random random(seed);
  [[maybe_unused]] typename B::Out before{};
  reset_block(block, stimulus.restart());
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if constexpr (kIsStage<B>) {
      if (random.below(reset_every) == 0) block.reset(stimulus.restart());
      if constexpr (kBackDoor == BackDoor::kUsed && kHasPreset<B> &&
                    detail::HasPresets<B, Stimulus>::value) {
        if (const auto registers = stimulus.preset(block.out())) block.preset(*registers);
      }
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
