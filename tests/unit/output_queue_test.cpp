// SPDX-License-Identifier: Apache-2.0
// Output queue: space, fall-through, back-to-back cells, order between VCs, and each rule.
#include "rtl_models/output_queue/output_queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/output_queue_stimulus.h"

namespace tinsim {
namespace {

using Queue = OutputQueue<4>;

class OutputQueueTest : public ::testing::Test {
 protected:
  static Queue::In straps() {
    Queue::In in;
    in.queue_words_i = 60;
    in.weight_i.fill(1);
    return in;
  }
  void reserve(unsigned vc, unsigned words) {
    bench_.in.reserve_valid_i = true;
    bench_.in.reserve_vc_i = vc;
    bench_.in.reserve_words_i = words;
  }
  static std::uint64_t header(unsigned vc, unsigned len, unsigned tag) {
    CellHeader h;
    h.vc = static_cast<std::uint8_t>(vc);
    h.len = static_cast<std::uint8_t>(len);
    h.dst = static_cast<std::uint16_t>(tag);
    return encode_header(h);
  }
  void word(unsigned vc, unsigned len, unsigned n, unsigned tag = 0) {
    bench_.in.push_valid_i = true;
    bench_.in.push_sop_i = n == 0;
    bench_.in.push_data_i = n == 0 ? header(vc, len, tag) : n;
  }
  /// Reserves and pushes a whole cell while the link is not ready.
  void hold_cell(unsigned vc, unsigned len, unsigned tag = 0) {
    reserve(vc, len);
    bench_.clock();
    for (unsigned n = 0; n < len; ++n) {
      word(vc, len, n, tag);
      bench_.clock();
    }
  }
  /// With the link ready from now on: (VC, tag) of the cells that leave in `cycles`.
  std::vector<std::pair<unsigned, unsigned>> drain(unsigned cycles) {
    std::vector<std::pair<unsigned, unsigned>> cells;
    for (; cycles > 0; --cycles) {
      bench_.in.tx_ready_i = true;
      bench_.clock();
      if (out().tx_sop_o)
        cells.push_back({header_vc(out().tx_data_o), decode_header(out().tx_data_o).dst});
    }
    return cells;
  }
  using Cells = std::vector<std::pair<unsigned, unsigned>>;
  std::string clock() {
    return broken_rule([&] { bench_.clock(); });
  }
  unsigned space(unsigned vc) { return unsigned(out().space_o[vc]); }
  const Queue::Out& out() { return bench_.out(); }

  Bench<Queue> bench_{straps()};
};

TEST_F(OutputQueueTest, AReservationLowersSpaceFromTheNextCycleOn) {
  reserve(1, 20);
  EXPECT_EQ(space(1), 60u);
  bench_.clock();
  EXPECT_EQ(space(1), 40u);
  EXPECT_EQ(space(0), 60u);
}

TEST_F(OutputQueueTest, FallThroughIsOneCycle) {
  reserve(2, 3);
  bench_.clock();
  for (unsigned n = 0; n < 3; ++n) {
    word(2, 3, n);
    bench_.in.tx_ready_i = n == 0;
    EXPECT_EQ(out().tx_valid_o, n > 0);
    bench_.clock();
    EXPECT_TRUE(out().tx_valid_o);
    EXPECT_EQ(out().tx_sop_o, n == 0);
    EXPECT_EQ(out().tx_data_o, n == 0 ? header(2, 3, 0) : n);
  }
  bench_.clock();
  EXPECT_FALSE(out().tx_valid_o);
  EXPECT_EQ(out().tx_data_o, 0u);
}

TEST_F(OutputQueueTest, AllSpaceIsFreedInTheCycleThatShowsTheHeader) {
  hold_cell(1, 10);
  EXPECT_EQ(space(1), 50u);
  bench_.in.tx_ready_i = true;
  EXPECT_EQ(space(1), 50u);
  bench_.clock();
  EXPECT_TRUE(out().tx_sop_o);
  EXPECT_EQ(space(1), 60u);
}

TEST_F(OutputQueueTest, AReservationAndAReturnInOneCycleBothCount) {
  hold_cell(1, 10);
  bench_.in.tx_ready_i = true;
  reserve(1, 7);
  bench_.clock();
  EXPECT_EQ(space(1), 53u);
}

TEST_F(OutputQueueTest, NothingLeavesUnlessTheLinkIsReadyInTheCycleBefore) {
  hold_cell(0, 2);
  for (int n = 0; n < 5; ++n) {
    EXPECT_FALSE(out().tx_valid_o);
    bench_.clock();
  }
  bench_.in.tx_ready_i = true;
  EXPECT_FALSE(out().tx_valid_o);
  bench_.clock();
  EXPECT_TRUE(out().tx_sop_o);
}

TEST_F(OutputQueueTest, ReadyIsIgnoredWithinACellAndCellsFollowWithoutAGap) {
  hold_cell(0, 3, 1);
  hold_cell(0, 2, 2);
  bench_.in.tx_ready_i = true;  // x: words in x+1 .. x+3
  bench_.clock(3);              // not ready in x+1, x+2
  EXPECT_TRUE(out().tx_valid_o && !out().tx_sop_o);
  bench_.in.tx_ready_i = true;  // x+3 shows the last word: the next may be chosen
  bench_.clock();
  EXPECT_TRUE(out().tx_sop_o);  // x+4
  EXPECT_EQ(out().tx_data_o, header(0, 2, 2));
}

TEST_F(OutputQueueTest, ReadyOneCycleBeforeTheLastWordChoosesNothing) {
  hold_cell(0, 3, 1);
  hold_cell(0, 2, 2);
  bench_.in.tx_ready_i = true;
  bench_.clock(2);
  bench_.in.tx_ready_i = true;  // x+2: one word is still to come
  bench_.clock(2);
  EXPECT_FALSE(out().tx_valid_o);  // x+4
}

TEST_F(OutputQueueTest, CellsOfAVcLeaveInOrderOfArrival) {
  for (unsigned tag = 1; tag <= 5; ++tag) hold_cell(3, 4, tag);
  EXPECT_EQ(drain(30), (Cells{{3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 5}}));
}

TEST_F(OutputQueueTest, StrictVcsLeaveFirst) {
  Queue::In in = straps();
  in.strict_i[2] = true;
  bench_ = Bench<Queue>(in);
  hold_cell(0, 4, 1);
  hold_cell(1, 4, 2);
  hold_cell(2, 4, 3);
  hold_cell(2, 4, 4);
  // Then VC 1, the first after VC 0, which is current after reset.
  EXPECT_EQ(drain(30), (Cells{{2, 3}, {2, 4}, {1, 2}, {0, 1}}));
}

TEST_F(OutputQueueTest, AQuantumIsTwentyWordsPerUnitOfWeight) {
  for (unsigned tag = 1; tag <= 5; ++tag) hold_cell(1, 10, tag);
  for (unsigned tag = 6; tag <= 9; ++tag) hold_cell(2, 10, tag);
  EXPECT_EQ(drain(120),
            (Cells{{1, 1}, {1, 2}, {2, 6}, {2, 7}, {1, 3}, {1, 4}, {2, 8}, {2, 9}, {1, 5}}));
}

/// Words of VC 0 per word of VC 1 where both always have cells, with `change` from cycle 200000 on:
/// before and after.
template <class F>
std::pair<double, double> shares(Queue::In in, F&& change) {
  in.queue_words_i = 255;
  Queue queue;
  queue.reset(in);
  Random random(1);
  std::deque<CellHeader> promised;
  unsigned push_left = 0;
  double words[2][2] = {};
  // Words arrive as fast as they leave, for the VC that has less waiting: both always have cells.
  for (int cycle = 0; cycle < 400000; ++cycle) {
    if (cycle == 200000) change(in);
    Queue::In now = in;
    now.tx_ready_i = cycle > 600;
    const auto& out = queue.out();
    const unsigned vc = out.space_o[0] > out.space_o[1] ? 0 : 1;
    if (out.space_o[vc] >= 40 && promised.size() < 3) {
      CellHeader header = random_header(random);
      header.vc = static_cast<std::uint8_t>(vc);
      now.reserve_valid_i = true;
      now.reserve_vc_i = vc;
      now.reserve_words_i = header.len;
      promised.push_back(header);
    } else if (push_left == 0 && !promised.empty()) {
      now.push_valid_i = now.push_sop_i = true;
      now.push_data_i = encode_header(promised.front());
      push_left = promised.front().len;
      promised.pop_front();
    }
    if (push_left > 0) {
      now.push_valid_i = true;
      --push_left;
    }
    if (out.tx_sop_o && cycle % 200000 > 1000)
      words[cycle / 200000][header_vc(out.tx_data_o)] += header_len(out.tx_data_o);
    queue.tick(now);
  }
  return {words[0][0] / words[0][1], words[1][0] / words[1][1]};
}

TEST_F(OutputQueueTest, WordsAreInProportionToTheWeightsOfTheTime) {
  Queue::In in = straps();
  in.weight_i = {8, 1, 1, 1};
  const auto [before, after] = shares(in, [](Queue::In& now) { now.weight_i = {2, 5, 1, 1}; });
  EXPECT_NEAR(before, 8.0, 0.08);
  EXPECT_NEAR(after, 0.4, 0.004);
}

TEST_F(OutputQueueTest, AVcThatIsStrictNoMoreSharesAgain) {
  Queue::In in = straps();
  in.weight_i = {8, 1, 1, 1};
  in.strict_i[1] = true;
  const auto [before, after] = shares(in, [](Queue::In& now) { now.strict_i[1] = false; });
  EXPECT_LT(before, 0.01);
  EXPECT_NEAR(after, 8.0, 0.08);
}

// Cells of ten words: two to a quantum of weight 1. The change comes with the second one.
TEST_F(OutputQueueTest, ANewWeightCountsFromTheNextQuantumOn) {
  for (unsigned tag = 1; tag <= 5; ++tag) hold_cell(1, 10, tag);
  for (unsigned tag = 6; tag <= 9; ++tag) hold_cell(2, 10, tag);
  Cells cells = drain(10);
  const auto drain_under_new = [&](unsigned cycles) {
    for (; cycles > 0; --cycles) {
      bench_.in.weight_i[1] = 2;
      bench_.in.tx_ready_i = true;
      bench_.clock();
      if (out().tx_sop_o)
        cells.push_back({header_vc(out().tx_data_o), decode_header(out().tx_data_o).dst});
    }
  };
  drain_under_new(110);
  EXPECT_EQ(cells, (Cells{{1, 1}, {1, 2}, {2, 6}, {2, 7}, {1, 3}, {1, 4}, {1, 5}, {2, 8}, {2, 9}}));
}

TEST_F(OutputQueueTest, AWeightOfZeroBreaksARuleWhereVcsShare) {
  hold_cell(1, 2);
  const auto choose = [this] {
    bench_.in.weight_i[3] = 0;
    bench_.in.tx_ready_i = true;
    return clock();
  };
  EXPECT_EQ(choose(), "none");
  bench_.clock(2);
  hold_cell(1, 2);
  hold_cell(2, 2);
  EXPECT_EQ(choose(), "WeightNotZero");
}

TEST_F(OutputQueueTest, AllSpaceMayBeReservedAndNotAWordMore) {
  for (int n = 0; n < 3; ++n) {
    reserve(0, 20);
    EXPECT_EQ(clock(), "none");
  }
  reserve(0, 2);
  EXPECT_EQ(clock(), "ReserveWithinSpace");
}

TEST_F(OutputQueueTest, AHeaderWithoutAReservationBreaksARule) {
  reserve(0, 5);
  bench_.clock();
  word(0, 6, 0);
  EXPECT_EQ(clock(), "PushIsReserved");
}

TEST_F(OutputQueueTest, AReservationOfTheSameCycleIsTooLate) {
  reserve(0, 5);
  word(0, 5, 0);
  EXPECT_EQ(clock(), "PushIsReserved");
}

TEST_F(OutputQueueTest, ABrokenCellBreaksARule) {
  reserve(0, 20);
  bench_.clock();
  word(0, 3, 0);
  bench_.clock();
  EXPECT_EQ(clock(), "CellIsContiguous");  // gap
  word(0, 3, 0);
  EXPECT_EQ(clock(), "CellIsContiguous");  // cell within a cell
  bench_.reset();
  word(0, 3, 1);
  EXPECT_EQ(clock(), "CellIsContiguous");  // word without a cell
}

TEST_F(OutputQueueTest, LengthsFrom2To20AreLegal) {
  for (unsigned len = 0; len < 32; ++len) {
    bench_.reset();
    reserve(0, 31);
    bench_.clock();
    word(0, len, 0);
    EXPECT_EQ(clock(), len >= 2 && len <= 20 ? "none" : "LenIsLegal") << len;
  }
}

TEST_F(OutputQueueTest, AVcOutOfRangeBreaksARule) {
  word(4, 2, 0);
  EXPECT_EQ(clock(), "VcInRange");
}

// Every cell leaves once, in order within its VC, unbroken.
TEST(OutputQueueRandom, KeepsCellsWholeAndInOrder) {
  OutputQueue<32> queue;
  OutputQueueStimulus<32> stimulus(3);
  std::vector<std::deque<std::uint64_t>> expected(32);
  unsigned push_vc = 0, send_vc = 0, left = 0;
  std::uint64_t words = 0;
  queue.reset(stimulus.restart());
  for (int cycle = 0; cycle < 200000; ++cycle) {
    const auto out = queue.out();
    const auto in = stimulus.next(out);
    if (in.push_valid_i) {
      if (in.push_sop_i) push_vc = header_vc(in.push_data_i);
      expected[push_vc].push_back(in.push_data_i);
    }
    ASSERT_EQ(out.tx_valid_o, left > 0 || out.tx_sop_o);
    if (out.tx_valid_o) {
      if (out.tx_sop_o) {
        ASSERT_EQ(left, 0u);
        send_vc = header_vc(out.tx_data_o);
        left = header_len(out.tx_data_o);
      }
      ASSERT_EQ(out.tx_data_o, expected[send_vc].front());
      expected[send_vc].pop_front();
      --left;
      ++words;
    }
    queue.tick(in);
  }
  EXPECT_GT(words, 50000u);
}

}  // namespace
}  // namespace tinsim
