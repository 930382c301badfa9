// SPDX-License-Identifier: Apache-2.0
// Switch chip: its link ends against the wire-fidelity link, bit errors, darkness and training
// included, and the cycles from line to line.
#include "rtl_models/tin_switch/tin_switch.h"

#include <gtest/gtest.h>

#include <memory>

#include "testbench/bench.h"
#include "tests/unit/link_twin.h"

namespace tinsim {
namespace {

struct Wire {
  bool fec;
  Cycle wire_cycles;
};
class LinkTwinTest : public ::testing::TestWithParam<Wire> {
 protected:
  LinkTwinParams params() const {
    LinkTwinParams params;
    params.fec = GetParam().fec;
    params.wire_cycles = GetParam().wire_cycles;
    return params;
  }
};

/// Compares every slot, state, header and credit of 20000 cycles.
void expect_equal(LinkTwin& twin, unsigned least_cells) {
  try {
    twin.run(20000);
  } catch (const std::exception& error) {
    FAIL() << error.what();
  }
  EXPECT_GE(twin.cells(), least_cells);
}

TEST_P(LinkTwinTest, TrainsAndCarriesCellsAsTheWireFidelityLinkDoes) {
  LinkTwin twin(params());
  expect_equal(twin, 1000);
}

TEST_P(LinkTwinTest, FindsTheSameErrors) {
  LinkTwinParams noisy = params();
  noisy.noise[0].bit_error_rate = noisy.noise[1].bit_error_rate = noisy.fec ? 1e-3 : 2e-5;
  LinkTwin twin(noisy);
  expect_equal(twin, 1000);
  EXPECT_GT(twin.errors(0).wrong_bits, 10u);
  EXPECT_GT(twin.errors(1).words_granted_again, 0u);
}

TEST_P(LinkTwinTest, GoesDownAndTrainsAgain) {
  LinkTwinParams flapping = params();
  flapping.enable[0] = {{3000, false}, {3400, true}};
  flapping.enable[1] = {{9000, false}, {9001, true}};
  // Without FEC the alignment of a gearbox is not known after darkness, as it is there.
  if (flapping.fec) {
    flapping.noise[0].dark = {{5003, 5400}};
    flapping.noise[1].dark = {{7100, 7101}, {12000, 12900}};
  }
  LinkTwin twin(flapping);
  expect_equal(twin, 500);
  EXPECT_EQ(twin.errors(1).lock_losses, flapping.fec ? 2u : 0u);
}

INSTANTIATE_TEST_SUITE_P(Lines, LinkTwinTest,
                         ::testing::Values(Wire{false, 0}, Wire{false, 5}, Wire{true, 0},
                                           Wire{true, 5}, Wire{true, 40}));

using Chip = TinSwitch<4, 4, 64>;

/// Two ports of a chip, each joined to a link end by a line without delay.
class TinSwitchTest : public ::testing::Test {
 protected:
  using End = SwitchPort<4>;

  static Chip::In straps(bool fec) {
    Chip::In in;
    in.queue_words_i = 40;
    in.hold_cycles_i = 32;
    in.mos_gap_i = 63;
    in.weight_i.fill(1);
    in.rx_depth_i.fill(64);
    in.tx_limit_i.fill(64);
    in.tx_credited_i.fill(true);
    in.fec_i.fill(fec);
    in.enable_i.fill(true);
    return in;
  }
  void start(bool fec) {
    bench_ = std::make_unique<Bench<Chip>>(straps(fec));
    End::Straps far;
    far.fec = fec;
    far.depth = 64;
    for (End& end : ends_) end.reset(far);
  }
  void clock(const End::FromSwitch& sent) {
    ends_[0].show(sent);
    ends_[1].show({});
    for (unsigned port = 0; port < 2; ++port) {
      const LineWord& to_chip = ends_[port].line();
      bench_->in.signal_i[port] = began_[port] |= to_chip.valid;
      bench_->in.line_valid_i[port] = to_chip.valid;
      bench_->in.line_first_i[port] = to_chip.first;
      bench_->in.line_i[port] = to_chip.line;
      bench_->in.route_port_i[port] = 1;
    }
    for (unsigned port = 0; port < 2; ++port) {
      End::In in;
      in.enable = true;
      const auto& out = bench_->out();
      in.line = {out.line_valid_o[port], out.line_first_o[port], out.line_o[port]};
      in.signal = seen_[port] |= in.line.valid;
      ends_[port].tick(in);
    }
    bench_->clock();
  }
  /// Both ports are up and say so no more.
  void train() {
    for (unsigned n = 0; n < 400; ++n) clock({});
    ASSERT_EQ(bench_->out().state_o[0], 2u);
    ASSERT_EQ(bench_->out().state_o[1], 2u);
  }
  /// From the slot that carries a header to the chip's slot that does, and to the far link_rx.
  void expect_passage(unsigned to_slot, unsigned to_far) {
    train();
    CellHeader header;
    header.len = 3;
    header.hop = 5;
    for (unsigned cycle = 0; cycle < 80; ++cycle) {
      SCOPED_TRACE(cycle);
      End::FromSwitch sent;
      sent.tx_valid = cycle < header.len;
      sent.tx_sop = cycle == 0;
      if (sent.tx_valid) sent.tx_data = cycle == 0 ? encode_header(header) : cycle;
      const bool carries = cycle >= to_slot && cycle < to_slot + header.len;
      EXPECT_EQ(bench_->out().kind_o[1] == 6, carries);
      ends_[1].show({});
      EXPECT_EQ(ends_[1].received().rx_sop_o, cycle == to_far);
      clock(sent);
    }
  }

  std::unique_ptr<Bench<Chip>> bench_;
  std::array<End, 2> ends_;
  std::array<bool, 2> began_{}, seen_{};
};

TEST_F(TinSwitchTest, AnIdleChipTakes16CyclesFromLineToLine) {
  start(false);
  expect_passage(3 + 4 + 9, 3 + 16 + 4);
}

TEST_F(TinSwitchTest, FecTakes12CyclesMore) {
  start(true);
  expect_passage(3 + 4 + 12 + 9, 3 + 16 + 4 + 2 * 12);
}

TEST_F(TinSwitchTest, ALineWordInEachCycleBreaksARule) {
  start(false);
  EXPECT_EQ(broken_rule([&] {
              for (unsigned n = 0; n < 400; ++n) {
                bench_->in.signal_i[2] = bench_->in.line_valid_i[2] = true;
                bench_->clock();
              }
            }),
            "LineIsPaced");
}

}  // namespace
}  // namespace tinsim
