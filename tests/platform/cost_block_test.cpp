// SPDX-License-Identifier: Apache-2.0
// Memory bits and formulas of blocks against what synthesis found at their shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "base/errors.h"
#include "platform/cost/block_memory.h"
#include "tests/platform/cost_fixture.h"

namespace tinsim {
namespace {

constexpr unsigned kQueueWords = 256;  ///< of output_queue in all of its shapes
constexpr unsigned kVariantQueueWords = 512;

/// A place of variant_fifo: its word, the cell that begins there, and the next word, next cell and
/// free place.
constexpr uint64_t kPlaceBits = 64 + 16 + 3 * 8;

/// Bits of a part, or the sum of the parts of a switch with the shape of its first row.
uint64_t bits_at(const SynthRow& row) {
  BlockShape shape = row.shape;
  const auto [ports, vcs, words] = std::tuple{shape[0], shape[1], shape[2]};
  const uint64_t queue = block_memory_bits("output_queue", {vcs, kQueueWords});
  const uint64_t plain = ports * (block_memory_bits("vc_fifo", {vcs, words}) + queue);
  if (row.block == "cell_switch") return plain;
  if (row.block == "variant_switch")
    return ports *
           (words * kPlaceBits + block_memory_bits("output_queue", {vcs, kVariantQueueWords}));
  if (row.block == "tin_switch") return plain + ports * block_memory_bits("mos_mailbox", {16, 64});
  if (row.block == "output_queue") shape[1] = kQueueWords;
  return block_memory_bits(row.block, shape);
}

/// By how much the formula misses a shape, relative to it.
double error_at(const Formula& formula, const BlockShape& shape, double value) {
  return value == 0 ? formula.at(shape) : std::abs(formula.at(shape) / value - 1);
}

bool is_within_error(const Formula& formula, const BlockShape& shape, double value) {
  // Without a known error the formula goes through the shapes; constants have six digits.
  const double stated = std::isnan(formula.error) ? 0 : formula.error;
  return error_at(formula, shape, value) <= stated + 1e-4;
}

TEST(CostBlock, MemoryBitsAreThoseOfSynthesis) {
  unsigned with_memory = 0;
  for (const SynthRow& row : synth_rows()) {
    EXPECT_EQ(bits_at(row), row.memory_bits) << row.block;
    with_memory += row.memory_bits != 0;
  }
  EXPECT_GE(with_memory, 20u);
}

TEST(CostBlock, FormulasMissShapesByNoMoreThanTheirError) {
  for (const SynthRow& row : synth_rows()) {
    const BlockFormulas& of = formulas_of(row.block);
    EXPECT_TRUE(is_within_error(of.gates, row.shape, row.gates)) << row.block;
    EXPECT_TRUE(is_within_error(of.flops, row.shape, row.flops)) << row.block;
    EXPECT_FALSE(of.extrapolates(row.shape)) << row.block;
  }
}

TEST(CostBlock, AWrongFormulaIsNoticed) {
  Formula wrong = formulas_of("vc_fifo").gates;
  wrong.terms.at(0).factor *= 1.05;
  unsigned misses = 0;
  for (const SynthRow& row : synth_rows())
    misses += row.block == "vc_fifo" && !is_within_error(wrong, row.shape, row.gates);
  EXPECT_GT(misses, 0u);
}

TEST(CostBlock, TermsMultiplyPowersAndALogarithm) {
  const FormulaTerm term{3, {2, 1, 0}, {false, true, true}};
  EXPECT_DOUBLE_EQ(term.at({5, 4, 2}), 3 * 25 * 4 * std::log2(4 * 2));
  const Formula formula{-10, {{2, {1, 0, 0}, {}}}, 0, 0};
  EXPECT_DOUBLE_EQ(formula.at({7, 0, 0}), 4);
  EXPECT_DOUBLE_EQ(formula.at({3, 0, 0}), 0);  // hardware is not negative
}

TEST(CostBlock, AShapeLargerThanThoseMappedIsExtrapolated) {
  EXPECT_TRUE(formulas_of("islip_arbiter").extrapolates({64, 32, 0}));
  EXPECT_FALSE(formulas_of("vc_fifo").extrapolates({32, 128, 0}));
  EXPECT_THROW(formulas_of("no_block"), InvariantError);
}

// 3 memories of 300 Kibit in macros of 256 Kibit.
TEST(CostBlock, MemoriesAreMacros) {
  CostAreaConfig area;
  area.sram_bit_um2 = 0.1;
  area.sram_efficiency = 0.5;
  area.two_port_factor = 2;
  area.macro_um2 = 1000;
  area.macro_kbits = 256;
  const MemoryArea one_port = memory_area(area, 300 * 1024, 3, false);
  EXPECT_EQ(one_port.macros, 6u);
  EXPECT_NEAR(one_port.mm2, (3 * 300 * 1024 * 0.1 / 0.5 + 6 * 1000) / 1e6, 1e-12);
  EXPECT_NEAR(memory_area(area, 300 * 1024, 3, true).mm2,
              (3 * 300 * 1024 * 0.2 / 0.5 + 6 * 1000) / 1e6, 1e-12);
  EXPECT_EQ(memory_area(area, 0, 3, true).macros, 0u);
}

}  // namespace
}  // namespace tinsim
