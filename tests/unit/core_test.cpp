// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: the cycle of every event of single cells, and where stalls are
// counted.
#include "tlm/tin/cell_switch/core.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/errors.h"

namespace tinsim {
namespace {

struct Event {
  Cycle cycle;
  unsigned port;
};

class Recorder : public SwitchObserver {
 public:
  void matched(Cycle cycle, unsigned in, unsigned, unsigned, const Cell&) override {
    matches.push_back({cycle, in});
  }
  void credit_sent(Cycle cycle, unsigned in, Credit) override { credits.push_back({cycle, in}); }
  void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
    starts.push_back({cycle, out});
    headers.push_back(cell);
  }
  std::vector<Event> matches, credits, starts;
  std::vector<Cell> headers;
};

class Sink : public Endpoints {
 public:
  Due inject(Cycle, Mailbox&) override { return {}; }
  Due credit(unsigned, Credit, Cycle) override { return {}; }
  Cycle deliver(unsigned, const Cell&, Cycle at) override {
    arrivals.push_back(at);
    return kNoCycle;
  }
  std::vector<Cycle> arrivals;
};

constexpr unsigned kPorts = 4;
constexpr unsigned kDepth = 64;
constexpr Cycle kReceived = 100;  ///< cycle in which a header is on the receive pins
constexpr Cycle kRequest = kReceived + timing::kRxToRequest;

/// Ports 0 and 1 are links whose far ends only listen, 2 and 3 terminals. Address row 1 leads to
/// port 1, the chip's own addresses to the terminals.
class CoreTest : public ::testing::Test {
 protected:
  CoreTest() { build(); }

  void build() {
    params_.ports = kPorts;
    params_.vcs = 4;
    params_.weights.fill(1);
    params_.terminal_ports = 0b1100;
    params_.rx_depth.fill(kDepth);
    params_.tx_limit.fill(kDepth);
    RouteRows rows(1);
    for (size_t place = 0; place < rows.places(); ++place)
      rows.set_minimal(place, {1, 1, 1, 1, 1, 1, 1, 1});
    table_.row_of = std::make_shared<const RowMap>();
    table_.routes = std::make_shared<const RouteRows>(std::move(rows));
    table_.terminal_port.fill(kNoRoute);
    table_.terminal_port[0] = 2;
    table_.terminal_port[1] = 3;
    core_ = std::make_unique<CellSwitchCore>(
        params_, RouteUnit(table_, {}, 1, 0, params_.terminal_ports), 1024);
    core_->attach(&sink_);
    core_->observe(&seen_);
    for (unsigned port : {0u, 1u}) {
      PortWire wire;
      wire.peer = &far_;
      wire.peer_port = static_cast<uint8_t>(port);
      wire.link_cycles = 9;
      core_->join(port, wire);
    }
  }

  static Cell cell(unsigned words, uint16_t dst, unsigned vc = 0) {
    Cell c;
    c.dst = dst;
    c.words = static_cast<uint8_t>(words);
    c.vc = static_cast<uint8_t>(vc);
    c.hop = 12;
    return c;
  }
  static constexpr uint16_t kOverTheLink = 1 << 6;
  static constexpr uint16_t kToPort2 = 0;

  SwitchParams params_;
  RouteTable table_;
  Mailbox far_{1024};
  Recorder seen_;
  Sink sink_;
  std::unique_ptr<CellSwitchCore> core_;
};

TEST_F(CoreTest, ASingleCellTakesEightCyclesToTheCrossbarAndOneToTheLink) {
  core_->mailbox().push_cell(0, kRequest, cell(20, kOverTheLink));
  core_->advance(0, 300);
  ASSERT_EQ(seen_.matches.size(), 1u);
  EXPECT_EQ(seen_.matches[0].cycle, kReceived + 4);
  EXPECT_EQ(seen_.credits[0].cycle, kReceived + 4 + 3);
  EXPECT_EQ(seen_.starts[0].cycle, kReceived + 8 + 1);
  EXPECT_EQ(seen_.starts[0].port, 1u);
}

// The first cell holds its output until its last word has arrived, the second, complete by then,
// for half as many cycles as it has words, the third for the 11 cycles that its words still take.
TEST_F(CoreTest, AFasterCrossbarMovesCellsAsFastAsTheyAreThere) {
  params_.crossbar_speedup = 2;
  params_.queue_words = 60;
  build();
  core_->mailbox().push_cell(0, kRequest, cell(20, kToPort2));
  core_->mailbox().push_cell(1, kRequest + 1, cell(20, kToPort2));
  core_->mailbox().push_cell(1, kRequest + 21, cell(20, kToPort2, 1));
  core_->mailbox().push_cell(0, kRequest + 31, cell(20, kToPort2));
  core_->advance(0, 400);
  std::vector<Cycle> matches, starts;
  for (const Event& e : seen_.matches) matches.push_back(e.cycle - kRequest);
  for (const Event& e : seen_.starts) starts.push_back(e.cycle - kRequest);
  EXPECT_EQ(matches, (std::vector<Cycle>{0, 20, 30, 41}));
  EXPECT_EQ(starts, (std::vector<Cycle>{5, 25, 45, 65})) << "a word per cycle on the link";
}

// Behind a crossbar twice as fast the queue fills; a cell leaves it every 20 cycles, from 5 on.
// Heads blocked on space start in the cycle in which a cell has left, the first one in turn
// that fits; the others are refused as long as before.
TEST_F(CoreTest, HeadsWithoutQueueSpaceGoWhenACellHasLeft) {
  const auto run = [this](unsigned queue_words) {
    params_.crossbar_speedup = 2;
    params_.queue_words = queue_words;
    build();
    seen_ = {};
    for (Cycle at : {0u, 20u, 40u}) core_->mailbox().push_cell(0, kRequest + at, cell(20, 0));
    for (Cycle at : {1u, 21u}) core_->mailbox().push_cell(1, kRequest + at, cell(20, 0));
    core_->mailbox().push_cell(1, kRequest + 41, cell(4, 0));
    for (Cycle at : {2u, 22u}) core_->mailbox().push_cell(3, kRequest + at, cell(20, 0));
    core_->advance(0, 400);
    std::vector<Cycle> matches;
    for (const Event& e : seen_.matches) matches.push_back(e.cycle - kRequest);
    return matches;
  };
  EXPECT_EQ(run(40), (std::vector<Cycle>{0, 20, 30, 40, 50, 65, 85, 105}));
  EXPECT_EQ(seen_.starts.back().cycle - kRequest, 145u);
  EXPECT_EQ(core_->counters(0, 0).stall_queue, 85u - 60u);
  EXPECT_EQ(core_->counters(1, 0).stall_queue, 105u - 60u);
  EXPECT_EQ(core_->counters(3, 0).stall_queue, 65u - 60u);
  // With room for four words more the short cell is matched when the others are refused.
  EXPECT_EQ(run(44), (std::vector<Cycle>{0, 20, 30, 40, 50, 60, 65, 85}));
  EXPECT_EQ(core_->counters(1, 0).stall_queue, 0u);
}

// The queue of the link has room for 30 words. From 40 on a head of 20 is refused behind a third
// cell that leaves at 45; one of 8 goes, until 44, with credit that the head then misses.
TEST_F(CoreTest, AHeadWithoutQueueSpaceIsBlockedOnCreditAfterAnotherCell) {
  params_.crossbar_speedup = 2;
  params_.queue_words = 30;
  build();
  core_->mailbox().push_credit(1, kRequest, {0, 3 * 20 + 24 - kDepth});
  core_->mailbox().push_cell(0, kRequest, cell(20, kOverTheLink));
  core_->mailbox().push_cell(2, kRequest + 1, cell(20, kOverTheLink));
  core_->mailbox().push_cell(3, kRequest + 2, cell(20, kOverTheLink));
  core_->mailbox().push_cell(0, kRequest + 31, cell(20, kOverTheLink));
  core_->mailbox().push_cell(2, kRequest + 32, cell(8, kOverTheLink));
  core_->mailbox().push_credit(1, kRequest + 150, {0, 4});
  core_->advance(0, 400);
  std::vector<Cycle> matches;
  for (const Event& e : seen_.matches) matches.push_back(e.cycle - kRequest);
  EXPECT_EQ(matches, (std::vector<Cycle>{0, 20, 30, 40, 150}));
  EXPECT_EQ(core_->counters(0, 0).stall_output, 40u - 31u);
  EXPECT_EQ(core_->counters(0, 0).stall_queue, 44u - 40u);
  EXPECT_EQ(core_->counters(0, 0).stall_credit, 150u - 44u);
}

TEST_F(CoreTest, TheHeaderLeavesWithOneHopLess) {
  core_->mailbox().push_cell(0, kRequest, cell(2, kOverTheLink));
  core_->advance(0, 300);
  EXPECT_EQ(seen_.headers[0].hop, 11);
}

TEST_F(CoreTest, AHopIsSixteenCyclesFromWireToWire) {
  core_->mailbox().push_cell(0, kRequest, cell(5, kToPort2));
  core_->advance(0, 300);
  const Cycle on_the_wire = kReceived - timing::kWireToRx;
  EXPECT_EQ(sink_.arrivals, std::vector<Cycle>({on_the_wire + 16 + 5 - 1}));
}

TEST_F(CoreTest, CellsForOneOutputFollowWithoutABubble) {
  core_->mailbox().push_cell(0, kRequest, cell(7, kToPort2));
  core_->mailbox().push_cell(1, kRequest, cell(20, kToPort2));
  core_->advance(0, 300);
  ASSERT_EQ(seen_.starts.size(), 2u);
  EXPECT_EQ(seen_.starts[1].cycle - seen_.starts[0].cycle, 7u);
}

TEST_F(CoreTest, ACellWaitsForExactlyTheCreditItNeeds) {
  // Three cells of 20 words leave 4 of 64: the fourth needs 16 more.
  for (unsigned i = 0; i < 3; ++i) {
    core_->mailbox().push_cell(0, kRequest + 20 * i, cell(20, kOverTheLink, 1));
  }
  core_->mailbox().push_cell(0, kRequest + 60, cell(20, kOverTheLink, 1));
  core_->mailbox().push_credit(1, kRequest + 150, {1, 15});
  core_->mailbox().push_credit(1, kRequest + 170, {1, 1});
  core_->advance(0, 600);
  ASSERT_EQ(seen_.matches.size(), 4u);
  EXPECT_EQ(seen_.matches[3].cycle, kRequest + 170);
  EXPECT_EQ(core_->counters(0, 1).stall_credit, 170u - 60u);
  EXPECT_EQ(core_->counters(0, 1).stall_output, 0u);
  EXPECT_EQ(core_->counters(0, 1).stall_input, 0u);
}

TEST_F(CoreTest, CreditOfAnotherVcUnblocksNothing) {
  for (unsigned i = 0; i < 4; ++i) {
    core_->mailbox().push_cell(0, kRequest + 20 * i, cell(20, kOverTheLink, 1));
  }
  core_->mailbox().push_credit(1, kRequest + 150, {2, 20});
  core_->advance(0, 600);
  EXPECT_EQ(seen_.matches.size(), 3u);
}

TEST_F(CoreTest, AStallBehindABusyOutputIsCountedThere) {
  core_->mailbox().push_cell(0, kRequest, cell(20, kToPort2));
  core_->mailbox().push_cell(1, kRequest + 5, cell(20, kToPort2));
  core_->advance(0, 300);
  EXPECT_EQ(core_->counters(1, 0).stall_output, 15u);
  EXPECT_EQ(core_->counters(0, 0).stall_output, 0u);
}

TEST_F(CoreTest, AStallBehindAnotherVcOfTheInputIsCountedThere) {
  core_->mailbox().push_cell(0, kRequest, cell(20, kToPort2, 0));
  core_->mailbox().push_cell(0, kRequest + 20, cell(20, kToPort2, 0));
  core_->mailbox().push_cell(0, kRequest + 30, cell(2, kOverTheLink, 1));
  core_->advance(0, 300);
  EXPECT_EQ(core_->counters(0, 1).stall_input, 10u);
}

TEST_F(CoreTest, ACellBehindOneOfItsOwnVcDoesNotStall) {
  // The first cell of VC 2 loses ten cycles to input 1, the second comes up while it is moving.
  core_->mailbox().push_cell(1, kRequest - 10, cell(20, kToPort2));
  core_->mailbox().push_cell(0, kRequest, cell(20, kToPort2, 2));
  core_->mailbox().push_cell(0, kRequest + 20, cell(20, kToPort2, 2));
  core_->advance(0, 300);
  EXPECT_EQ(core_->counters(0, 2).stall_output, 10u);
  EXPECT_EQ(core_->counters(0, 2).stall_input, 0u);
}

TEST_F(CoreTest, AStallForCreditBehindABusyInputIsCountedOnce) {
  // Three cells of 20 words leave 4 of 64; the fourth waits from 60 on, from 80 to 100 behind VC 0.
  for (unsigned i = 0; i < 4; ++i) {
    core_->mailbox().push_cell(0, kRequest + 20 * i, cell(20, kOverTheLink, 1));
  }
  core_->mailbox().push_cell(0, kRequest + 80, cell(20, kToPort2, 0));
  core_->mailbox().push_credit(1, kRequest + 170, {1, 16});
  core_->advance(0, 600);
  EXPECT_EQ(core_->counters(0, 1).stall_input, 20u);
  EXPECT_EQ(core_->counters(0, 1).stall_credit, 170u - 60u - 20u);
  EXPECT_EQ(core_->counters(0, 1).stall_output, 0u);
}

TEST_F(CoreTest, StallsOfAHeadThatStillWaitsAreCountedAtTheEnd) {
  for (unsigned i = 0; i < 4; ++i) {
    core_->mailbox().push_cell(0, kRequest + 20 * i, cell(20, kOverTheLink, 1));
  }
  core_->advance(0, 400);
  core_->clear_counters(400);
  core_->advance(400, 600);
  core_->finish(600);
  EXPECT_EQ(core_->counters(0, 1).stall_credit, 200u);
  EXPECT_EQ(core_->counters(0, 1).stall_output, 0u);
}

TEST_F(CoreTest, CountersCountCellsWordsAndThePeak) {
  core_->mailbox().push_cell(0, kRequest, cell(20, kToPort2));
  core_->mailbox().push_cell(0, kRequest + 20, cell(4, kToPort2));
  core_->advance(0, 300);
  EXPECT_EQ(core_->counters(0, 0).cells, 2u);
  EXPECT_EQ(core_->counters(0, 0).words, 24u);
  EXPECT_EQ(core_->counters(0, 0).peak_words, 20u);
}

TEST_F(CoreTest, OverrunningAVcFifoStopsTheRunAndNamesThePlace) {
  // The output's one VC has credit for three cells; a fourth and three more fill the FIFO of 64
  // words.
  for (unsigned i = 0; i < 8; ++i) {
    core_->mailbox().push_cell(0, kRequest + 20 * i, cell(20, kOverTheLink, 1));
  }
  try {
    core_->advance(0, 600);
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(),
                 "tin port 0 vc 1 cycle 224: VC FIFO overrun, 80 words in a FIFO of 64");
  }
}

TEST_F(CoreTest, AnExhaustedHopCountStopsTheRun) {
  Cell c = cell(2, kOverTheLink, 3);
  c.hop = 0;
  core_->mailbox().push_cell(1, kRequest, c);
  try {
    core_->advance(0, 300);
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(), "tin port 1 vc 3 cycle 104: hop count exhausted");
  }
}

TEST_F(CoreTest, WindowsOfAnyLengthGiveTheSameEvents) {
  std::vector<std::vector<Cycle>> starts;
  for (Cycle window : {1u, 3u, 13u, 400u}) {
    build();
    seen_ = {};
    for (unsigned i = 0; i < 5; ++i) {
      core_->mailbox().push_cell(0, kRequest + 20 * i,
                                 cell(20 - i, i % 2 ? kToPort2 : kOverTheLink, i % 3));
      core_->mailbox().push_cell(1, kRequest + 20 * i + 3,
                                 cell(2 + i, i % 2 ? kToPort2 : kOverTheLink, i % 3));
    }
    for (Cycle now = 0; now < 400; now += window) core_->advance(now, std::min(now + window, 400u));
    starts.emplace_back();
    for (const Event& e : seen_.starts) starts.back().push_back(e.cycle);
  }
  EXPECT_EQ(starts[0].size(), 10u);
  for (const auto& s : starts) EXPECT_EQ(s, starts[0]);
}

}  // namespace
}  // namespace tinsim
