// SPDX-License-Identifier: Apache-2.0
// Several Verilated blocks in one program: each ends for itself, in any order of use, moved and
// destroyed.
#include <gtest/gtest.h>
#include <verilated_syms.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "Vvc_fifo_4.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/any_rtl.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Model = VcFifo<4, 64>;
using Block = Rtl<Model, Vvc_fifo_4>;

/// The context in which the thread evaluated last.
VerilatedContext& context_of(Block& last_used) {
  last_used.reset({});
  return *Verilated::threadContextp();
}

/// `block` does what a model of it does.
template <class B>
void expect_works(B& block, unsigned seed) {
  Model model;
  VcFifoStimulus<4, 64> stimulus(seed);
  EXPECT_EQ(run_alongside(block, model, stimulus, 200, 50), "");
}

// Scopes are registered by name, and both blocks have one name.
TEST(RtlLifetime, TheEndOfABlockTakesItsOwnScopesOnly) {
  auto first = std::make_unique<Block>();
  Block second;
  VerilatedContext& context = context_of(second);
  const std::size_t scopes = context.scopeNameMap()->size();
  ASSERT_GT(scopes, 0u);
  first.reset();
  EXPECT_EQ(context.scopeNameMap()->size(), scopes);
}

TEST(RtlLifetime, NothingIsLeftOfTheContextOfABlockThatIsGone) {
  {
    Block block;
    EXPECT_NE(&context_of(block), Verilated::defaultContextp());
  }
  EXPECT_EQ(Verilated::threadContextp(), Verilated::defaultContextp());
}

TEST(RtlLifetime, ABlockThatTakesThePlaceOfAnotherEndsThatOneFirst) {
  Block block("before"), other("after", 2);
  expect_works(block, 1);
  block = std::move(other);
  expect_works(block, 2);
  const Block last(std::move(block));
}

/// Three blocks are used in one order and destroyed in another, with or without use of the others
/// in between.
void use_and_end(const std::array<unsigned, 3>& use, const std::array<unsigned, 3>& end,
                 bool in_between) {
  std::array<std::unique_ptr<AnyRtl<Model>>, 3> blocks;
  for (int i = 0; i < 3; ++i)
    blocks[i] = std::make_unique<AnyRtl<Model>>(AnyRtl<Model>::of<Vvc_fifo_4>("rtl", i + 1));
  for (unsigned i : use) expect_works(*blocks[i], i);
  for (unsigned i : end) {
    blocks[i].reset();
    for (const auto& left : blocks)
      if (in_between && left != nullptr) expect_works(*left, i);
  }
}

TEST(RtlLifetime, EachOrderOfUseAndEndIsAllowed) {
  std::array<unsigned, 3> use = {0, 1, 2};
  do {
    std::array<unsigned, 3> end = {0, 1, 2};
    do {
      for (const bool in_between : {false, true}) use_and_end(use, end, in_between);
    } while (std::next_permutation(end.begin(), end.end()));
  } while (std::next_permutation(use.begin(), use.end()));
}

}  // namespace
}  // namespace tinsim
