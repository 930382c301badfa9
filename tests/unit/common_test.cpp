// SPDX-License-Identifier: Apache-2.0
// Adapters: bits, packing order, lockstep reports, trace.
#include <gtest/gtest.h>

#include <vector>

#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/drive.h"
#include "testbench/stimulus/credit_counter_stimulus.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"
#include "tests/unit/mealy_sum.h"

namespace tinsim {
namespace {

TEST(Bits, KeepsTheLowBitsOfAnInteger) {
  EXPECT_EQ(Bits<5>(33), 1u);
  EXPECT_EQ(Bits<12>(Bits<12>(3) - 4u), 4095u);
  EXPECT_EQ(Bits<64>(~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(Bits, WideValuesHoldSingleBits) {
  Bits<100> wide;
  wide.set_bit(99, true);
  EXPECT_TRUE(wide.bit(99));
  EXPECT_EQ(wide.words()[3], 8u);
  EXPECT_NE(wide, Bits<100>());
}

TEST(Pack, PutsElementZeroInTheLeastSignificantBits) {
  const std::array<Bits<6>, 3> ports = {1, 2, 3};
  EXPECT_EQ(pack_to_integer(ports), 1u | 2u << 6 | 3u << 12);
  const std::array<std::array<bool, 2>, 2> nested = {{{true, false}, {false, true}}};
  EXPECT_EQ(pack_to_integer(nested), 0b1001u);
}

struct Sample {
  bool flag_i = false;
  Bits<5> small_i;
  std::array<Bits<12>, 5> list_i{};
  Bits<64> word_i;
  std::array<std::array<bool, 11>, 3> matrix_i{};
  Bits<100> wide_i;
  TIN_FIELDS(flag_i, small_i, list_i, word_i, matrix_i, wide_i)
};

TEST(Pack, AStructHasItsFirstFieldMostSignificant) {
  EXPECT_EQ(bundle_width<Sample>(), 1u + 5 + 60 + 64 + 33 + 100);
  std::array<std::uint32_t, 9> words{};
  Sample sample;
  sample.flag_i = true;
  pack_struct(sample, words.data());
  EXPECT_EQ(words[262 / 32], 1u << (262 % 32));
  sample = {};
  sample.wide_i.set_bit(0, true);
  pack_struct(sample, words.data());
  EXPECT_EQ(words[0], 1u);
}

TEST(Pack, UnpackingAStructGivesItBack) {
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    Sample given, got;
    given.flag_i = random.chance(50);
    given.small_i = random.bits();
    for (auto& element : given.list_i) element = random.bits();
    given.word_i = random.bits();
    for (auto& row : given.matrix_i)
      for (bool& bit : row) bit = random.chance(50);
    for (unsigned bit = 0; bit < 100; ++bit) given.wide_i.set_bit(bit, random.chance(50));
    std::array<std::uint32_t, 9> words;
    words.fill(0xFFFFFFFF);
    pack_struct(given, words.data());
    ASSERT_EQ(words[8] >> 7, 0u);
    unpack_struct(words.data(), got);
    Sample::zip(given, got, [](const char* name, const auto& a, const auto& b) {
      ASSERT_TRUE(a == b) << name;
    });
  }
}

/// A credit counter that loses a take of 31 words.
class ForgetfulCounter : public CreditCounter<4> {
 public:
  void tick(In in) {
    if (in.take_valid_i && in.take_words_i == 31) in.take_valid_i = false;
    CreditCounter<4>::tick(in);
  }
};

TEST(Lockstep, CountsWhatItComparedWhenBothAgree) {
  Lockstep<CreditCounter<4>, CreditCounter<4>> lockstep("pair");
  CreditCounterStimulus<4> stimulus(1);
  drive(lockstep, stimulus, 10000, 1);
  EXPECT_GE(lockstep.cycles(), 10000u);
  EXPECT_GT(lockstep.transactions(), 1000u);
  EXPECT_NE(lockstep.finish().find("pair: 10"), std::string::npos);
}

TEST(Lockstep, ReportsBlockCycleFieldBothValuesHistoryAndCommand) {
  Lockstep<CreditCounter<4>, ForgetfulCounter> lockstep("tin0.out3.credit", "run --seed 7");
  CreditCounter<4>::In in;
  in.init_limit_i = {100, 100, 100, 100};
  lockstep.reset(in);
  for (int n = 0; n < 20; ++n) lockstep.tick(in);
  in.take_valid_i = true;
  in.take_vc_i = 2;
  in.take_words_i = 31;
  lockstep.tick(in);  // cycle 20; the difference shows in 21
  try {
    lockstep.tick(in);
    FAIL() << "not found";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.cycle(), 21u);
    EXPECT_EQ(mismatch.field(), "avail_o[2]");
    const std::string text = mismatch.what();
    EXPECT_NE(text.find("tin0.out3.credit: implementations differ in cycle 21"), std::string::npos);
    EXPECT_NE(text.find("avail_o[2]: reference 69, other 100"), std::string::npos) << text;
    EXPECT_NE(text.find("reproduce: run --seed 7"), std::string::npos);
    EXPECT_NE(text.find("       6 in "), std::string::npos) << text;
    EXPECT_EQ(text.find("       5 in "), std::string::npos);
  }
}

TEST(Lockstep, FailsWhenItComparedNothing) {
  Lockstep<CreditCounter<4>, CreditCounter<4>> lockstep;
  EXPECT_THROW(lockstep.finish(), InvariantError);
  lockstep.reset({});
  for (int n = 0; n < 10; ++n) lockstep.tick({});  // cycles, but no transaction in them
  EXPECT_THROW(lockstep.finish(), InvariantError);
}

TEST(Lockstep, IsABlockThatCanBeHeldInLockstepItself) {
  using Pair = Lockstep<VcFifo<4, 64>, VcFifo<4, 64>>;
  Lockstep<Pair, VcFifo<4, 64>> nested;
  VcFifoStimulus<4, 64> stimulus(2);
  drive(nested, stimulus, 20000, 2);
  EXPECT_GT(nested.transactions(), 1000u);
}

/// A MealySum that loses to add a 3.
struct StuckMealySum : MealySum {
  void tick(const In& in) {
    if (in.term_i != 3) MealySum::tick(in);
  }
};

TEST(Lockstep, ComparesAMealyBlockOnceInEachCycle) {
  using Sum = MealySum;
  static_assert(kIsMealy<Sum> && !kIsPart<Sum> && !kIsStage<Sum>);
  static_assert(kIsMealy<Lockstep<Sum, Sum>>);
  static_assert(kIsPart<Lockstep<CellHeaderCodec, CellHeaderCodec>>);
  Lockstep<Sum, StuckMealySum> lockstep;
  lockstep.reset({});
  EXPECT_EQ(step(lockstep, {true, 5}).sum_o, 5u);
  EXPECT_EQ(step(lockstep, {false, 9}).sum_o, 5u);
  EXPECT_EQ(step(lockstep, {true, 3}).sum_o, 8u);
  EXPECT_EQ(lockstep.cycles(), 3u);
  EXPECT_EQ(lockstep.transactions(), 2u);
  EXPECT_EQ(lockstep.eval({true, 1}).sum_o, 9u);
  try {
    lockstep.tick({true, 1});
    FAIL() << "not found";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.cycle(), 3u);
    EXPECT_EQ(mismatch.field(), "sum_o");
  }
}

}  // namespace
}  // namespace tinsim
