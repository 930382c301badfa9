// SPDX-License-Identifier: Apache-2.0
// GNet bridge at one port of a single chip: times to the cycle, windows, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "testbench/single_chip.h"
#include "tests/unit/gnet_test.h"
#include "tlm/gnet/timing.h"
#include "tlm/sockets/gnet_bridge.h"
#include "tlm/sockets/gnet_stub.h"
#include "tlm/sockets/gnet_time.h"

namespace tinsim {
namespace {

using sc_core::sc_time;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr Cycle kLink = 20;
constexpr Cycle kWindow = kLink + timing::kMatchToCredit + timing::kCreditToUse;
constexpr Cycle kBarrier = 60;  // windows 0 24 48 60 84 ...
constexpr unsigned kFifoWords = SingleChip::kFifoWords;
constexpr unsigned kPort = SingleChip::kGnetPort;
constexpr uint16_t kHere = SingleChip::kHere;
constexpr uint16_t kRemoteAddress = SingleChip::kRemoteAddress;

/// The user's side of the port: keeps the cycle in which each cell and credit is on its pins.
struct Peer : sc_core::sc_module {
  explicit Peer(const sc_core::sc_module_name& name) : sc_module(name), tx("tx"), rx("rx") {
    rx.on_cell([this](const Cell&, sc_time delay) { cells.push_back(at(delay)); });
    tx.on_credit([this](unsigned, unsigned words, sc_time delay) {
      credits.emplace_back(at(delay), words);
    });
  }
  static Cycle at(sc_time delay) { return cycle_of(sc_core::sc_time_stamp() + delay, kCyclePs); }
  static sc_time until(Cycle cycle) { return cycles(cycle) - sc_core::sc_time_stamp(); }
  GnetInitiatorSocket tx;
  GnetTargetSocket rx;
  std::vector<Cycle> cells;
  std::vector<std::pair<Cycle, unsigned>> credits;
};

class GnetWindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fresh_kernel();
    chip_ = std::make_unique<SingleChip>(kWindows, kCyclePs);
  }
  void attach_peer() {
    bridge_ = bridge_with({kLink, kWindows, kCyclePs});
    peer_ = std::make_unique<Peer>("peer");
    join_gnet_ports(*bridge_, *peer_);
  }
  std::unique_ptr<GnetBridge> bridge_with(const GnetLink& link, unsigned port = kPort) {
    return std::make_unique<GnetBridge>("bridge", chip_->cell_switch(), port, link);
  }
  static Cell cell_to(uint16_t dst, unsigned words, Cycle birth = 0) {
    Cell cell = cell_of(words);
    cell.dst = dst;
    cell.birth = birth;
    return cell;
  }
  std::string send(Cycle at) {
    return error_of([&] { peer_->tx.send_cell(cell_to(kHere, 5), Peer::until(at)); });
  }
  std::string give(Cycle at) {
    return error_of([&] { peer_->rx.give_credit(0, 5, Peer::until(at)); });
  }

  static constexpr Windows kWindows{kWindow, kWindow, kBarrier};
  std::unique_ptr<SingleChip> chip_;
  std::unique_ptr<GnetBridge> bridge_;
  std::unique_ptr<Peer> peer_;
};

TEST_F(GnetWindowTest, ACellLeavesOnTheCycleOfThePipelineInAnyWindow) {
  attach_peer();
  std::vector<Cycle> expected;
  for (const Cycle birth : {0u, 13u, 47u, 59u, 100u}) {
    chip_->host.to_send.push_back(cell_to(kRemoteAddress, 5, birth));
    expected.push_back(birth + timing::kInjectToRequest + timing::kMatchToTx + kLink);
  }
  run_cycles(200);
  EXPECT_EQ(peer_->cells, expected);
}

TEST_F(GnetWindowTest, ACellEntersAndItsCreditReturnsOnTheCyclesOfThePipeline) {
  attach_peer();
  run_cycles(30);
  const Cycle at = 70;
  EXPECT_EQ(send(at), "");
  run_cycles(170);
  const Cycle match = at + timing::kRxToRequest;
  const unsigned words = 5;
  ASSERT_EQ(chip_->host.delivered.size(), 1u);
  EXPECT_EQ(chip_->host.delivered[0].at,
            match + timing::kMatchToTx + timing::kTxToSink + words - 1);
  ASSERT_EQ(peer_->credits.size(), 1u);
  EXPECT_EQ(peer_->credits[0], std::make_pair(match + timing::kMatchToCredit + kLink, words));
}

TEST_F(GnetWindowTest, ACellInTimeForTheNextWindowIsTakenOneCycleEarlierIsNot) {
  attach_peer();
  run_cycles(30);  // in the window [24, 48)
  EXPECT_THAT(send(48 - timing::kRxToRequest - 1), HasSubstr("cell due in cycle 47 is too late"));
  // The checker has recorded the cell that was refused; the next begins after it.
  EXPECT_EQ(send(48 - timing::kRxToRequest + 4), "");
  run_cycles(100);
  EXPECT_EQ(chip_->host.delivered.size(), 1u);
}

TEST_F(GnetWindowTest, TheFirstCycleOfTheNextWindowIsInTime) {
  attach_peer();
  run_cycles(30);
  EXPECT_EQ(send(48 - timing::kRxToRequest), "");
  run_cycles(100);
  EXPECT_EQ(chip_->host.delivered.size(), 1u);
}

TEST_F(GnetWindowTest, ABarrierCutsTheWindowShort) {
  attach_peer();
  run_cycles(50);  // in the window [48, 60)
  EXPECT_EQ(send(60 - timing::kRxToRequest), "");
  run_cycles(100);
  EXPECT_EQ(chip_->host.delivered.size(), 1u);
}

TEST_F(GnetWindowTest, ADelayOfOneWindowIsInTimeFromEveryCycle) {
  attach_peer();
  unsigned sent = 0;
  for (unsigned step = 0; step < 30; ++step) {
    run_cycles(11);
    EXPECT_EQ(send(11 * (step + 1) + kWindow), "");
    ++sent;
  }
  run_cycles(100);
  EXPECT_EQ(chip_->host.delivered.size(), sent);
}

TEST_F(GnetWindowTest, ACreditTakesEffectInItsCycleOrIsTooLate) {
  attach_peer();
  chip_->host.to_send = {cell_to(kRemoteAddress, 5)};
  run_cycles(60);  // in the window [60, 84)
  EXPECT_EQ(chip_->cell_switch().available(kPort, 0), kFifoWords - 5);
  EXPECT_THAT(give(84 - timing::kCreditToUse - 1), HasSubstr("credit due in cycle 83 is too late"));
}

TEST_F(GnetWindowTest, ACreditForTheNextWindowIsTaken) {
  attach_peer();
  chip_->host.to_send = {cell_to(kRemoteAddress, 5)};
  run_cycles(60);
  EXPECT_EQ(give(84 - timing::kCreditToUse), "");
  run_cycles(60);
  EXPECT_EQ(chip_->cell_switch().available(kPort, 0), kFifoWords);
}

TEST_F(GnetWindowTest, WhatTheMailboxDoesNotReachIsRefused) {
  attach_peer();
  run_cycles(30);
  EXPECT_THAT(send(1000), HasSubstr("cell due in cycle 1004 is too early"));
}

TEST_F(GnetWindowTest, AnErrorNamesTheBridgeAndTheCycle) {
  attach_peer();
  run_cycles(30);
  EXPECT_THAT(send(31), StartsWith("bridge cycle 30: "));
}

TEST_F(GnetWindowTest, TheProtocolIsCheckedBeforeTheChipSeesIt) {
  attach_peer();
  run_cycles(30);
  EXPECT_THAT(error_of([&] { peer_->tx.send_cell(cell_of(5, 4), Peer::until(70)); }),
              HasSubstr("bridge.rx cycle 70: cell on vc 4 of 4"));
  EXPECT_THAT(give(70), HasSubstr("bridge.tx cycle 70: credit overrun"));
  run_cycles(100);
  EXPECT_TRUE(chip_->host.delivered.empty());
}

TEST_F(GnetWindowTest, AStubTakesWhatLeavesAndReturnsTheCredit) {
  bridge_ = bridge_with({kLink, kWindows, kCyclePs});
  GnetStub stub("stub", cycles(kLink));
  join_gnet_ports(*bridge_, stub);
  for (Cycle birth = 0; birth < 800; birth += 40)
    chip_->host.to_send.push_back(cell_to(kRemoteAddress, 20, birth));
  run_cycles(1000);
  EXPECT_EQ(stub.cells(), 20u);
  EXPECT_EQ(chip_->cell_switch().available(kPort, 0), kFifoWords);
}

TEST_F(GnetWindowTest, ALinkShorterThanTheWindowIsRefused) {
  EXPECT_THAT(error_of([&] {
                bridge_with({kLink - 1, kWindows, kCyclePs});
              }),
              HasSubstr("bridge: a link of 19 cycles (23 from match to use of its credit) is "
                        "shorter than the window of 24 cycles"));
}

TEST_F(GnetWindowTest, APortThatIsNoLinkIsRefused) {
  const GnetLink link{kLink, kWindows, kCyclePs};
  EXPECT_THAT(error_of([&] { bridge_with(link, SingleChip::kTerminalPort); }),
              HasSubstr("no link port 0"));
  EXPECT_THAT(error_of([&] { bridge_with(link, 2); }), HasSubstr("no link port 2"));
}

}  // namespace
}  // namespace tinsim
