// SPDX-License-Identifier: Apache-2.0
// Cell switch: the pipeline cycle by cycle, header checks, credits, throughput, conservation.
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "testbench/drive.h"
#include "testbench/stimulus/cell_switch_stimulus.h"
#include "tests/unit/cell_switch_fixture.h"

namespace tinsim {
namespace {

using Switch = CellSwitchTest::Switch;

TEST_F(CellSwitchTest, ACellPassesInTheCyclesOfThePipelineTableAndNoOther) {
  constexpr unsigned kLen = 5;
  const CellHeader given = header(kLen, 1);
  CellHeader leaving = given;
  leaving.vc = 3;
  leaving.hop = 11;
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    SCOPED_TRACE(cycle);
    if (cycle < kLen) word(0, cycle == 0, cycle == 0 ? encode_header(given) : 100 + cycle);
    if (cycle == 3) route(0, 2, 3);
    ready();
    EXPECT_EQ(out().lookup_valid_o[0], cycle == 1);
    EXPECT_EQ(out().lookup_word_o[0], cycle == 1 ? encode_header(given) : 0);
    EXPECT_EQ(out().match_valid_o[0], cycle == 5);
    EXPECT_EQ(out().match_port_o[0], cycle == 5 ? 2u : 0u);
    EXPECT_EQ(out().match_vc_o[0], cycle == 5 ? 1u : 0u);
    EXPECT_EQ(out().fc_valid_o[0], cycle == 7);
    EXPECT_EQ(out().fc_vc_o[0], cycle == 7 ? 1u : 0u);
    EXPECT_EQ(out().fc_limit_o[0], cycle == 7 ? 64 + kLen : 0u);
    const bool crossing = cycle >= 8 && cycle < 8 + kLen;  // 8 cycles of fall-through
    EXPECT_EQ(out().xbar_valid_o[2], crossing);
    EXPECT_EQ(out().xbar_sop_o[2], cycle == 8);
    const bool leaves = cycle >= 9 && cycle < 9 + kLen;
    EXPECT_EQ(out().tx_valid_o[2], leaves);
    EXPECT_EQ(out().tx_sop_o[2], cycle == 9);
    EXPECT_EQ(out().tx_data_o[2], cycle == 9 ? encode_header(leaving)
                                  : leaves   ? 100 + (cycle - 9)
                                             : 0);
    EXPECT_FALSE(out().rx_error_o[0] || out().tx_valid_o[0] || out().tx_valid_o[1]);
    bench_.clock();
  }
}

TEST_F(CellSwitchTest, TheRouteIsSampledInCycle3Only) {
  for (unsigned cycle = 0; cycle < 12; ++cycle) {
    if (cycle < 2) word(1, cycle == 0, encode_header(header()));
    cycle == 3 ? route(1, 0, 0) : route(1, 63, 31);
    ready();
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "none");
  }
  bench_.reset();
  word(1, true, encode_header(header()));
  bench_.clock();
  word(1, false, 0);
  bench_.clock(2);
  route(1, 4, 0);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "RouteInRange");
}

TEST_F(CellSwitchTest, ABadHeaderIsReportedInTheNextCycleAndItsCellIsGone) {
  CellHeader no_hop = header(), high_vc = header(2, 4), short_cell = header(1), reserved = header();
  no_hop.hop = 0;
  reserved.cell_type = 10;
  const std::uint64_t good = encode_header(header());
  for (std::uint64_t bad :
       {good ^ 1u << 20, encode_header(no_hop), encode_header(high_vc), encode_header(short_cell),
        encode_header(reserved), with_crc(good ^ 2u)}) {
    SCOPED_TRACE(bad);
    bench_.reset();
    word(0, true, bad);
    EXPECT_FALSE(out().rx_error_o[0]);
    bench_.clock();
    EXPECT_TRUE(out().rx_error_o[0]);
    EXPECT_FALSE(out().lookup_valid_o[0]);
    for (int n = 0; n < 30; ++n) {
      if (n % 2) word(0, false, n);  // words of the bad cell, even with gaps
      ready();
      bench_.clock();
      for (unsigned port = 0; port < 4; ++port)
        EXPECT_FALSE(out().tx_valid_o[port] || out().fc_valid_o[port] || out().rx_error_o[port]);
    }
  }
}

TEST_F(CellSwitchTest, AGoodCellMayFollowABadOneAtOnce) {
  word(0, true, 0);
  bench_.clock();
  run_cell(0, header(), 3, 0, 9);
  EXPECT_TRUE(out().tx_sop_o[3]);
}

TEST_F(CellSwitchTest, AWordWithoutAHeaderIsDiscardedSilently) {
  for (int n = 0; n < 20; ++n) {
    word(0, false, encode_header(header()));
    ready();
    bench_.clock();
    EXPECT_FALSE(out().rx_error_o[0] || out().lookup_valid_o[0] || out().tx_valid_o[0]);
  }
}

TEST_F(CellSwitchTest, AGapInACellBreaksARule) {
  word(0, true, encode_header(header()));
  bench_.clock();
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "CellIsContiguous");
}

TEST_F(CellSwitchTest, ACellWaitsForCreditOfItsWholeLength) {
  run_cell(0, header(20), 2, 3, 25);
  run_cell(0, header(19), 2, 3, 25);  // 1 word of 40 is left
  run_cell(0, header(2), 2, 3, 30);
  EXPECT_FALSE(out().match_valid_o[0] || out().tx_valid_o[2]);
  bench_.in.fc_valid_i[2] = true;  // cycle y: limit 41, 2 words
  bench_.in.fc_vc_i[2] = 3;
  bench_.in.fc_limit_i[2] = 41;
  bench_.clock();
  EXPECT_FALSE(out().match_valid_o[0]);  // y+1: credit visible, request
  bench_.clock();
  EXPECT_TRUE(out().match_valid_o[0]);  // y+2
}

TEST_F(CellSwitchTest, AnUncreditedOutputNeedsNoCredit) {
  Switch::In in = straps();
  in.tx_credited_i[2] = false;
  in.tx_limit_i.fill(0);
  bench_ = Bench<Switch>(in);
  run_cell(0, header(), 2, 0, 9);
  EXPECT_TRUE(out().tx_sop_o[2]);
  run_cell(0, header(), 1, 0, 20);
  EXPECT_FALSE(out().tx_valid_o[1]);
}

TEST_F(CellSwitchTest, ACellWaitsForSpaceInTheOutputQueue) {
  Switch::In in = straps();
  in.tx_limit_i.fill(1000);
  in.queue_words_i = 20;
  bench_ = Bench<Switch>(in);
  unsigned matches = 0;
  for (unsigned n = 0; n < 60; ++n) {  // two cells of 12 words, the link is not ready
    if (n < 24) word(0, n % 12 == 0, encode_header(header(12)));
    route(0, 2, 0);
    bench_.clock();
    matches += out().match_valid_o[0];
  }
  EXPECT_EQ(matches, 1u);
  ready();
  bench_.clock();
  EXPECT_TRUE(out().tx_sop_o[2]);  // y: space visible, request
  bench_.clock();
  EXPECT_TRUE(out().match_valid_o[0]);  // y+1
}

/// All virtual output queues full, 4 inputs x 4 outputs: words per port and cycle.
double saturated_throughput(unsigned len, unsigned iterations, bool one_vc_per_output) {
  Switch sw;
  Switch::In straps;
  straps.iterations_i = iterations;
  straps.rx_depth_i.fill(64);
  straps.queue_words_i = 60;
  straps.weight_i.fill(1);
  sw.reset(straps);
  Random random(len);
  unsigned room[4][4], left[4] = {0, 0, 0, 0}, to[4] = {0, 0, 0, 0};
  std::deque<unsigned> routes[4];
  for (auto& row : room) std::fill(std::begin(row), std::end(row), 64u);
  constexpr unsigned kCycles = 40000;
  double words = 0;
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    Switch::In in = straps;
    in.tx_ready_i.fill(true);
    for (unsigned port = 0; port < 4; ++port) {
      if (sw.out().fc_valid_o[port]) room[port][sw.out().fc_vc_o[port]] += len;
      if (routes[port].size() == 3) {
        in.route_port_i[port] = routes[port].front();
        routes[port].pop_front();
      }
      if (left[port] == 0) {
        // Fill the emptiest queue, so that all stay saturated; or, with one VC, any output.
        to[port] = random.below(4);
        unsigned vc = 0;
        if (one_vc_per_output) {
          for (unsigned v = 1; v < 4; ++v)
            if (room[port][v] > room[port][vc]) vc = v;
          to[port] = vc;
        }
        if (room[port][vc] >= len) {
          room[port][vc] -= len;
          left[port] = len;
          CellHeader h;
          h.len = static_cast<std::uint8_t>(len);
          h.vc = static_cast<std::uint8_t>(vc);
          h.hop = 3;
          in.rx_sop_i[port] = true;
          in.rx_data_i[port] = encode_header(h);
        }
      }
      in.rx_valid_i[port] = left[port] > 0;
      if (left[port] > 0) --left[port];
      routes[port].push_back(to[port]);
    }
    sw.tick(in);
    if (cycle >= kCycles / 10)
      for (unsigned port = 0; port < 4; ++port) words += sw.out().tx_valid_o[port];
  }
  return words / (kCycles * 0.9) / 4;
}

TEST(CellSwitchThroughput, OneVcPerOutputCarriesLongCellsAtTheLineRate) {
  EXPECT_GT(saturated_throughput(20, 1, true), 0.99);
}

TEST(CellSwitchThroughput, OneVcIsLimitedByHeadOfLineBlocking) {  // Karol et al.: .6553 at N = 4
  EXPECT_NEAR(saturated_throughput(20, 1, false), .6553, .02);
}

/// Follows cells through a switch from outside. Payload words are random, so a cell is known by its
/// second word.
class CellLedger {
 public:
  using Route = std::pair<unsigned, unsigned>;  // port, VC

  void watch(unsigned cycle, unsigned port, const Switch::In& in, const Switch::Out& out) {
    watch_output(port, out);
    watch_input(cycle, port, in, out);
  }
  std::size_t sent() const { return sent_; }
  std::size_t received() const { return received_; }
  std::size_t travelling() const { return travelling_.size(); }

 private:
  struct Port {
    bool header_came = false, header_left = false;             ///< in the last cycle
    std::uint64_t header = 0;                                  ///< that left
    std::deque<std::pair<unsigned, std::uint64_t>> looked_up;  ///< cycle of the answer, second word
  };

  // A header of cycle t is good iff the lookup shows it in t+1; its route stands in t+3.
  void watch_input(unsigned cycle, unsigned number, const Switch::In& in, const Switch::Out& out) {
    Port& port = ports_[number];
    if (port.header_came && out.lookup_valid_o[number])
      port.looked_up.push_back({cycle + 2, in.rx_data_i[number]});
    if (!port.looked_up.empty() && port.looked_up.front().first == cycle) {
      travelling_[port.looked_up.front().second] = {unsigned(in.route_port_i[number]),
                                                    unsigned(in.route_vc_i[number])};
      port.looked_up.pop_front();
      ++sent_;
    }
    port.header_came = in.rx_valid_i[number] && in.rx_sop_i[number];
  }
  void watch_output(unsigned number, const Switch::Out& out) {
    Port& port = ports_[number];
    if (port.header_left) {
      ASSERT_TRUE(out.tx_valid_o[number] && !out.tx_sop_o[number]);
      const auto found = travelling_.find(out.tx_data_o[number]);
      ASSERT_NE(found, travelling_.end());
      EXPECT_EQ(found->second, Route(number, header_vc(port.header)));
      travelling_.erase(found);
      ++received_;
    }
    port.header_left = out.tx_sop_o[number];
    if (!port.header_left) return;
    port.header = out.tx_data_o[number];
    ASSERT_FALSE(check_header(port.header).any());
  }

  std::array<Port, 4> ports_;
  std::map<std::uint64_t, Route> travelling_;
  std::size_t sent_ = 0, received_ = 0;
};

TEST(CellSwitchRandom, EveryGoodCellLeavesOnceWhereTheLookupSentIt) {
  std::size_t received = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Switch sw;
    CellSwitchStimulus<4, 4, 64> stimulus(seed);
    CellLedger ledger;
    sw.reset(stimulus.restart());
    for (unsigned cycle = 0; cycle < 20000; ++cycle) {
      const auto out = sw.out();
      const auto in = stimulus.next(out);
      for (unsigned port = 0; port < 4; ++port) ledger.watch(cycle, port, in, out);
      if (HasFatalFailure()) return;
      sw.tick(in);
    }
    EXPECT_EQ(ledger.sent(), ledger.received() + ledger.travelling());
    // The remaining cells fit the buffers: 4 x 4 VCs of 64 words and queues, cells of 2 words.
    EXPECT_LT(ledger.travelling(), 4u * 4 * (64 + 255) / 2);
    received += ledger.received();
  }
  EXPECT_GT(received, 10000u);
}

}  // namespace
}  // namespace tinsim
