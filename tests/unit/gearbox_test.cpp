// SPDX-License-Identifier: Apache-2.0
// Gearboxes: where each bit goes, how many blocks a line word takes or gives, slips, pauses.
#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "testbench/bench.h"
#include "testbench/bench_random.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {
namespace {

/// Ones in bits from <= n < to.
template <unsigned N>
Bits<N> ones(unsigned from, unsigned to) {
  Bits<N> bits;
  for (unsigned n = from; n < to; ++n) bits.set_bit(n, true);
  return bits;
}

/// A line in wire order, whole: the reference that gearboxes are held to.
class Wire {
 public:
  template <unsigned N>
  void put(const Bits<N>& bits) {
    for (unsigned n = 0; n < N; ++n) bits_.push_back(bits.bit(n));
  }
  template <unsigned N>
  Bits<N> take() {
    Bits<N> bits;
    for (unsigned n = 0; n < N; ++n) {
      bits.set_bit(n, bits_.front());
      bits_.pop_front();
    }
    return bits;
  }
  void lose_one() { bits_.pop_front(); }
  std::size_t size() const { return bits_.size(); }

 private:
  std::deque<bool> bits_;
};

class TxGearboxTest : public ::testing::Test {
 protected:
  void send(const Bits<66>& block0, const Bits<66>& block1 = {}) {
    bench_.in = {true, block0, block1};
    bench_.clock();
  }
  const TxGearbox::Out& out() { return bench_.out(); }

  Bench<TxGearbox> bench_;
  Random random_{1};
};

TEST_F(TxGearboxTest, TheFirstWordIsBlock0AndFourBitsOfBlock1) {
  EXPECT_EQ(out().take_o, 2u);
  EXPECT_FALSE(out().valid_o);
  send(ones<66>(0, 66));
  EXPECT_TRUE(out().valid_o);
  EXPECT_EQ(out().line_o, ones<70>(0, 66));
  bench_.reset();
  send({}, ones<66>(0, 3));
  EXPECT_EQ(out().line_o, ones<70>(66, 69));
}

TEST_F(TxGearboxTest, TheRestGoesFirst) {
  send({}, ones<66>(4, 66));  // 62 ones are left
  EXPECT_EQ(out().line_o, Bits<70>());
  EXPECT_EQ(out().take_o, 1u);
  send(ones<66>(8, 66),
       ones<66>(0, 66));  // bits 0..7 of block 0 end the word; block 1 is not taken
  EXPECT_EQ(out().line_o, ones<70>(0, 62));
  send(Bits<66>());  // bits 8..65 are left: 58 ones
  EXPECT_EQ(out().line_o, ones<70>(0, 58));
}

TEST_F(TxGearboxTest, TwoBlocksAreTakenInTwoOf33Words) {
  // Rest: 0, then 62, 58 … 2 (16 values), then 64, 60 … 4 (16 values), then 0 again.
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned word = 0; word < 33; ++word) {
      EXPECT_EQ(out().take_o, word == 0 || word == 16 ? 2u : 1u) << word;
      send(random_wide<66>(random_), random_wide<66>(random_));
    }
  }
}

TEST_F(TxGearboxTest, WithoutEnableNothingIsTakenAndNothingShows) {
  send(ones<66>(0, 66), ones<66>(0, 66));
  for (unsigned n = 0; n < 5; ++n) {
    bench_.in = {false, Bits<66>(), Bits<66>()};
    bench_.clock();
    EXPECT_FALSE(out().valid_o);
    EXPECT_EQ(out().line_o, Bits<70>());
    EXPECT_EQ(out().take_o, 1u);
  }
  send(Bits<66>());
  EXPECT_EQ(out().line_o, ones<70>(0, 62));
}

TEST_F(TxGearboxTest, ResetClearsTheRest) {
  send(ones<66>(0, 66), ones<66>(0, 66));
  bench_.reset();
  EXPECT_EQ(out().take_o, 2u);
  EXPECT_FALSE(out().valid_o);
  EXPECT_EQ(out().line_o, Bits<70>());
  send(Bits<66>(), Bits<66>());
  EXPECT_EQ(out().line_o, Bits<70>());
}

TEST_F(TxGearboxTest, TheLineIsTheBlocksInARow) {
  Wire wire;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const Bits<66> block0 = random_wide<66>(random_), block1 = random_wide<66>(random_);
    const bool enable = random_.chance(80);
    if (enable) wire.put(block0);
    if (enable && wire.size() < 70) wire.put(block1);
    bench_.in = {enable, block0, block1};
    bench_.clock();
    ASSERT_EQ(out().valid_o, enable);
    ASSERT_EQ(out().line_o, enable ? wire.take<70>() : Bits<70>());
  }
}

class RxGearboxTest : public ::testing::Test {
 protected:
  void receive(const Bits<70>& line, bool slip = false) {
    bench_.in = {true, line, slip};
    bench_.clock();
  }
  void pause(bool slip = false) {
    bench_.in = {false, ones<70>(0, 70), slip};
    bench_.clock();
  }
  const RxGearbox::Out& out() { return bench_.out(); }

  Bench<RxGearbox> bench_;
  Random random_{1};
};

TEST_F(RxGearboxTest, TheFirstBlockIsTheFirst66BitsAndFourBeginTheNext) {
  EXPECT_EQ(out().count_o, 0u);
  receive(ones<70>(66, 69));
  EXPECT_EQ(out().count_o, 1u);
  EXPECT_EQ(out().block0_o, Bits<66>());
  receive(Bits<70>());
  EXPECT_EQ(out().count_o, 1u);
  EXPECT_EQ(out().block0_o, ones<66>(0, 3));
}

TEST_F(RxGearboxTest, TwoBlocksComeWithTwoOf33Words) {
  // Rest: 0, 4 … 64 (17 values), of which the last gives two; then 2, 6 … 62 (16), as well.
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned word = 0; word < 33; ++word) {
      receive(random_wide<70>(random_));
      EXPECT_EQ(out().count_o, word == 16 || word == 32 ? 2u : 1u) << word;
      if (out().count_o == 1) {
        EXPECT_EQ(out().block1_o, Bits<66>());
      }
    }
  }
}

TEST_F(RxGearboxTest, TheEarlierOfTwoBlocksIsBlock0) {
  for (unsigned word = 0; word < 16; ++word) receive(Bits<70>());
  // 64 zeros wait: block 0 ends with bits 0 and 1, block 1 has bits 2 to 67.
  receive(ones<70>(1, 3));
  EXPECT_EQ(out().count_o, 2u);
  EXPECT_EQ(out().block0_o, ones<66>(65, 66));
  EXPECT_EQ(out().block1_o, ones<66>(0, 1));
}

TEST_F(RxGearboxTest, ASlipDropsTheFirstBitOfAWordWhenNothingWaits) {
  receive(ones<70>(0, 2), true);
  EXPECT_EQ(out().count_o, 1u);
  EXPECT_EQ(out().block0_o, ones<66>(0, 1));
  receive(Bits<70>());
  EXPECT_EQ(out().block0_o, Bits<66>());
}

TEST_F(RxGearboxTest, ASlipDropsTheFirstBitOfTheRest) {
  receive(ones<70>(66, 70));  // four ones wait
  receive(ones<70>(0, 1), true);
  EXPECT_EQ(out().block0_o, ones<66>(0, 4));  // three of them and the next word's first
}

TEST_F(RxGearboxTest, ASlipCanDelayTheSecondBlockByAWord) {
  for (unsigned word = 0; word < 32; ++word) receive(Bits<70>());
  receive(Bits<70>(), true);  // 62 bits wait: 131 with these
  EXPECT_EQ(out().count_o, 1u);
  receive(Bits<70>());  // 65 wait: 135
  EXPECT_EQ(out().count_o, 2u);
}

TEST_F(RxGearboxTest, ASlipInAPauseIsDueWithTheNextWordAndCountsOnce) {
  pause(true);
  pause();
  pause(true);
  EXPECT_EQ(out().count_o, 0u);
  receive(ones<70>(0, 2), true);
  EXPECT_EQ(out().block0_o, ones<66>(0, 1));
  receive(ones<70>(0, 1));
  EXPECT_EQ(out().block0_o, ones<66>(3, 4));  // three bits wait: no further one was dropped
}

TEST_F(RxGearboxTest, APauseShowsNothingAndKeepsTheRest) {
  receive(ones<70>(66, 70));
  for (unsigned n = 0; n < 3; ++n) {
    pause();
    EXPECT_EQ(out().count_o, 0u);
    EXPECT_EQ(out().block0_o, Bits<66>());
    EXPECT_EQ(out().block1_o, Bits<66>());
  }
  receive(Bits<70>());
  EXPECT_EQ(out().block0_o, ones<66>(0, 4));
}

TEST_F(RxGearboxTest, ResetClearsTheRestAndASlip) {
  receive(ones<70>(0, 70));
  pause(true);
  bench_.reset();
  EXPECT_EQ(out().count_o, 0u);
  EXPECT_EQ(out().block0_o, Bits<66>());
  receive(ones<70>(0, 1));
  EXPECT_EQ(out().block0_o, ones<66>(0, 1));
}

TEST_F(RxGearboxTest, BlocksAreTheLineInPiecesOf66) {
  Wire wire;
  bool due = false;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const Bits<70> line = random_wide<70>(random_);
    const bool valid = random_.chance(80), slip = random_.chance(cycle % 1000 / 10);
    due |= slip;
    std::vector<Bits<66>> want;
    if (valid) {
      wire.put(line);
      if (due) wire.lose_one();
      due = false;
      while (wire.size() >= 66) want.push_back(wire.take<66>());
    }
    bench_.in = {valid, line, slip};
    bench_.clock();
    ASSERT_EQ(out().count_o, want.size());
    want.resize(2);
    ASSERT_EQ(out().block0_o, want[0]);
    ASSERT_EQ(out().block1_o, want[1]);
  }
}

}  // namespace
}  // namespace tinsim
