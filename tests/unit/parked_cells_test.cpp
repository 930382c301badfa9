// SPDX-License-Identifier: Apache-2.0
// The memory of a chip: what it holds at most, and the chips that its cells have come through.
#include "tlm/tin/cell_switch/parked_cells.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "tests/unit/failure_bench.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {
namespace {

class Nobody : public Endpoints {
 public:
  Due inject(Cycle, Mailbox&) override { return {}; }
  Due credit(unsigned, Credit, Cycle) override { return {}; }
  Cycle deliver(unsigned, const Cell&, Cycle) override { return kNoCycle; }
};

/// Its links have no credit at first, so that what is in memory stays there. Cells come without a
/// hop left and are parked.
class ParkedCellsTest : public ::testing::Test {
 protected:
  explicit ParkedCellsTest(uint64_t memory_words = UINT64_MAX)
      : core_(params(), bench_.routes, 1024) {
    core_.attach(&nobody_);
    for (unsigned port = 0; port < params_.ports; ++port) {
      if (!is_link(bench_.topology.chips[0].ports[port])) continue;
      PortWire wire;
      wire.peer = &far_;
      wire.peer_port = static_cast<uint8_t>(port);
      wire.link_cycles = 9;
      core_.join(port, wire);
    }
    ChipFailures plan = bench_.tables_at(0);
    plan.memory_words = memory_words;
    core_.schedule_failures(0, plan);
  }

  const SwitchParams& params() {
    params_.ports = static_cast<unsigned>(bench_.topology.chips[0].ports.size());
    params_.weights.fill(1);
    params_.terminal_ports = uint64_t{1} << bench_.terminal();
    params_.rx_depth.fill(512);
    return params_;
  }
  /// Cells of these sizes, each right behind the one before.
  void park(const std::vector<unsigned>& words) {
    const auto in = static_cast<unsigned>(__builtin_ctzll(bench_.ports_to(2)));
    for (unsigned each : words) {
      Cell cell = FailureBench::to(1, 1);
      cell.words = static_cast<uint8_t>(each);
      cell.hop = 1;
      core_.mailbox().push_cell(in, now_ + 50, cell);
      now_ += each;
    }
    run();
  }
  void run() {
    core_.advance(ran_, now_ + 100);
    now_ = ran_ = now_ + 100;
  }
  /// For so many words, on whichever link they go.
  void give_credit(unsigned words) {
    for (unsigned port = 0; port < params_.ports; ++port) {
      if (is_link(bench_.topology.chips[0].ports[port]))
        core_.mailbox().push_credit(port, now_ + 20, {kEscapeVc, words});
    }
    run();
  }
  void expect_peak(uint64_t words, uint64_t cells) {
    EXPECT_EQ(core_.failure_counters().peak_parked_words, words);
    EXPECT_EQ(core_.failure_counters().peak_parked_cells, cells);
  }

  FailureBench bench_;
  SwitchParams params_;
  Mailbox far_{4096};
  Nobody nobody_;
  CellSwitchCore core_;
  Cycle now_ = 0, ran_ = 0;
};

TEST_F(ParkedCellsTest, ThePeakIsWhatIsThereAtOnce) {
  expect_peak(0, 0);
  park({20, 7, 2});
  expect_peak(29, 3);
  give_credit(20);
  park({9});  // 7 + 2 + 9
  expect_peak(29, 3);
  give_credit(7 + 2);
  park({2, 2, 2});  // alongside 9 words
  expect_peak(29, 4);
  park({20});
  expect_peak(9 + 6 + 20, 5);
  EXPECT_EQ(core_.failure_counters().parked, 8u);
}

// 65,536 words exceed 16 bits.
TEST_F(ParkedCellsTest, MemoryHasNoEndOfItsOwn) {
  for (unsigned i = 0; i < 330; ++i) park(std::vector<unsigned>(10, 20));
  expect_peak(330 * 200, 3300);
}

class SmallMemoryTest : public ParkedCellsTest {
 protected:
  SmallMemoryTest() : ParkedCellsTest(29) {}
};

TEST_F(SmallMemoryTest, OneWordTooManyEndsTheRunAndNamesThePlace) {
  park({20, 7, 2});
  give_credit(20);
  park({20});
  const std::string port = std::to_string(__builtin_ctzll(bench_.ports_to(2)));
  const unsigned begin = now_ + 50;  // at its head; the cell is read right then
  try {
    park({2});
    FAIL() << "31 words";
  } catch (const InvariantError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(" port " + port + " vc 12 cycle " + std::to_string(begin)),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(": parked cells are 31 words, and memory holds failures.parked_words: 29"),
              std::string::npos)
        << text;
  }
}

TEST_F(ParkedCellsTest, HopsBeforeParkingCountWhenTheCellLeaves) {
  park({20, 7, 2});
  EXPECT_EQ(core_.failure_counters().hops_before_parking, 0u);
  give_credit(20);
  EXPECT_EQ(core_.failure_counters().hops_before_parking, 31u) << "this chip is the last of them";
  core_.clear_counters(now_);
  give_credit(7);
  EXPECT_EQ(core_.failure_counters().hops_before_parking, 31u);
}

/// When cells went into memory, and left it.
class MemoryRecorder : public SwitchObserver {
 public:
  void matched(Cycle cycle, unsigned in, unsigned, unsigned out, const Cell&) override {
    if (out == kPark) parked.push_back(cycle);
    if (in == kMemory) left.push_back(cycle);
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}
  std::vector<Cycle> parked, left;
};

// The first one waits for credit, and leaves while the second one comes into memory.
TEST_F(ParkedCellsTest, ACellLeavesWhenItHasBeenReadAsAWhole) {
  MemoryRecorder seen;
  core_.observe(&seen);
  const Cycle first = now_ + 50;
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (is_link(bench_.topology.chips[0].ports[port]))
      core_.mailbox().push_credit(port, first + 10, {kEscapeVc, 22});
  }
  park({2, 20});
  EXPECT_EQ(seen.parked, (std::vector<Cycle>{first, first + 2}));
  EXPECT_EQ(seen.left, (std::vector<Cycle>{first + 10, first + 2 + 20}));
}

TEST_F(ParkedCellsTest, ACellThatIsDroppedFromMemoryHasNoHops) {
  ParkedCells memory;
  Cell cell = FailureBench::to(1, 1);
  for (unsigned hop : {28u, 25u}) {
    cell.hop = hop & 31;
    memory.enter(cell, 0);
    EXPECT_EQ(cell.hop, kHopsFromMemory);
  }
  memory.expire_front();
  memory.leave(cell.words);
  EXPECT_EQ(memory.hops_sent(), 0u);
  memory.leave(cell.words);
  EXPECT_EQ(memory.hops_sent(), 31u - 25);
}

}  // namespace
}  // namespace tinsim
