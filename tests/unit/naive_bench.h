// SPDX-License-Identifier: Apache-2.0
// Runs a block alongside a naive second implementation of its README, cycle by cycle.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/errors.h"
#include "rtl_models/common/block.h"
#include "rtl_models/common/text.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// How often each corner was reached, by name. A naive implementation counts them as it goes.
using Corners = std::map<std::string, std::uint64_t>;

/// "name: wanted x, got y" of the first field that differs; empty if none does.
template <class Out>
std::string first_difference(const Out& want, const Out& got) {
  std::string text;
  Out::zip(want, got, [&text](const char* name, const auto& a, const auto& b) {
    if (text.empty() && !(a == b))
      text = fmt::format("{}: wanted {}, got {}", name, to_text(a), to_text(b));
  });
  return text;
}

/// Drives both from resets at random. Returns what differs and in which cycle, or nothing.
template <class Block, class Naive, class Stimulus>
std::string run_alongside(Block& block, Naive& naive, Stimulus& stimulus, std::uint64_t cycles,
                          unsigned reset_every) {
  Random random(1);
  [[maybe_unused]] typename Block::Out before{};
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (cycle == 0 || random.below(reset_every) == 0) {
      const auto straps = stimulus.restart();
      block.reset(straps);
      naive.reset(straps);
      before = {};
    }
    typename Block::In in;
    typename Block::Out want, got;
    if constexpr (kIsMealy<Block>) {
      in = stimulus.next(before);
      want = naive.eval(in);
      got = before = block.eval(in);
    } else {
      want = naive.out();
      got = block.out();
      in = stimulus.next(got);
    }
    const std::string difference = first_difference(want, got);
    if (!difference.empty()) return fmt::format("cycle {}: {}", cycle, difference);
    block.tick(in);
    naive.tick(in);
  }
  return "";
}

/// Demands that model and naive implementation agree, with several seeds, and that the stimulus
/// reaches each corner that the naive one knows.
template <class Block, class Naive, class Stimulus>
void expect_as_naive(std::uint64_t cycles, unsigned reset_every) {
  Corners corners = Naive().corners;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Block block;
    Naive naive;
    Stimulus stimulus(seed);
    ASSERT_EQ(run_alongside(block, naive, stimulus, cycles / 3, reset_every), "")
        << "seed " << seed;
    for (const auto& [name, count] : naive.corners) corners[name] += count;
  }
  for (const auto& [name, count] : corners) EXPECT_GT(count, 0u) << name;
}

/// A block that behaves like `Block` until its cycle `fault`, in which `spoil` changes an input.
template <class Block, class Spoil>
class Spoiled {
 public:
  using In = typename Block::In;
  using Out = typename Block::Out;

  Spoiled(std::uint64_t fault, Spoil spoil) : fault_(fault), spoil_(spoil) {}
  template <class B = Block, std::enable_if_t<kIsStage<B>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  template <class B = Block, std::enable_if_t<kIsMealy<B>, int> = 0>
  Out eval(const In& in) const {
    return block_.eval(spoiled(in));
  }
  void tick(const In& in) {
    block_.tick(spoiled(in));
    ++cycle_;
  }
  void reset(const In& straps) { block_.reset(straps); }

 private:
  In spoiled(In in) const {
    if (cycle_ >= fault_) spoil_(in);
    return in;
  }

  Block block_;
  std::uint64_t cycle_ = 0, fault_;
  Spoil spoil_;
};

/// Demands that the comparison detects a block that from cycle 1000 on is fed something else.
template <class Block, class Naive, class Stimulus, class Spoil>
void expect_fault_noticed(Spoil spoil) {
  Spoiled<Block, Spoil> spoiled(1000, spoil);
  Naive naive;
  Stimulus stimulus(1);
  std::string difference;
  try {
    difference = run_alongside(spoiled, naive, stimulus, 20'000, 5000);
  } catch (const InvariantError& error) {
    difference = error.what();
  }
  EXPECT_NE(difference, "");
}

}  // namespace tinsim
