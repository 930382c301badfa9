// SPDX-License-Identifier: Apache-2.0
// Cell switch: settings that change, and the cycle in which arbiter and output queues use them.
#include "tests/unit/cell_switch_fixture.h"

namespace tinsim {
namespace {

class CellSwitchSettings : public CellSwitchTest {
 protected:
  /// Cells of two words come in at inputs 0 and 1 in the same cycles, on VCs 0 and 1, and can be
  /// matched in the cycle after these four. `change(cycle, in)` sets further pins.
  template <class F>
  void send_two(unsigned port0, unsigned port1, F&& change) {
    for (unsigned cycle = 0; cycle < 4; ++cycle) {
      change(cycle, bench_.in);
      for (unsigned port : {0u, 1u})
        if (cycle < 2) word(port, cycle == 0, encode_header(header(2, port)));
      if (cycle == 3) {
        route(0, port0, 0);
        route(1, port1, 1);
      }
      bench_.clock();
    }
  }
  void send_two(unsigned port0, unsigned port1) {
    send_two(port0, port1, [](unsigned, Switch::In&) {});
  }
  /// Sends a cell to output 2, whose link is not ready.
  void run_not_ready(CellHeader h, unsigned vc) {
    for (unsigned n = 0; n < h.len; ++n) {
      word(0, n == 0, n == 0 ? encode_header(h) : n);
      if (n == 3) route(0, 2, vc);
      bench_.clock();
    }
  }
};

TEST_F(CellSwitchSettings, TheArbiterHasStrictVcsOfTheCycleBefore) {
  for (const unsigned s : {2u, 3u, 4u}) {
    SCOPED_TRACE(s);
    bench_.reset();
    send_two(2, 2, [s](unsigned cycle, Switch::In& in) { in.strict_i[1] = cycle == s; });
    bench_.in.strict_i[1] = s == 4;
    bench_.clock();
    EXPECT_EQ(out().match_valid_o[0], s != 3);
    EXPECT_EQ(out().match_valid_o[1], s == 3);
  }
}

// Input 0 has cells for outputs 2 and 3, input 1 one for output 3. With one round both outputs
// grant input 0; a second one finds the other match, which otherwise follows a cycle later.
TEST_F(CellSwitchSettings, TheArbiterHasRoundsOfTheCycleBefore) {
  for (const unsigned s : {0u, 1u, 2u, 3u}) {
    SCOPED_TRACE(s);
    Switch::In in = straps();
    in.tx_limit_i.fill(0);
    bench_ = Bench<Switch>(in);
    send_two(2, 3);
    run_cell(0, header(2, 1), 3, 1, 6);
    for (unsigned cycle = 0; cycle < 4; ++cycle) {
      if (cycle == 0) {  // credit: there is a request from cycle 1 on
        for (unsigned port : {2u, 3u}) {
          bench_.in.fc_valid_i[port] = true;
          bench_.in.fc_vc_i[port] = port - 2;
          bench_.in.fc_limit_i[port] = 10;
        }
      }
      if (cycle == s) bench_.in.iterations_i = 2;
      EXPECT_EQ(out().match_valid_o[0], cycle == 2);
      EXPECT_EQ(out().match_valid_o[1], cycle == (s == 0 ? 2u : 3u));
      bench_.clock();
    }
  }
}

// Two cells wait in an output queue until the link is ready in cycle 10 of now. Weighted VCs would
// send VC 1 first, the one after VC 0.
TEST_F(CellSwitchSettings, OutputQueuesHaveStrictVcsOfFiveCyclesBefore) {
  for (unsigned s = 3; s <= 10; ++s) {
    SCOPED_TRACE(s);
    bench_.reset();
    send_two(2, 2);
    bench_.clock(20);
    for (unsigned cycle = 0; cycle < 11; ++cycle) {
      if (cycle == s) bench_.in.strict_i[0] = true;
      if (cycle == 10) ready();
      bench_.clock();
    }
    ASSERT_TRUE(out().tx_sop_o[2]);
    EXPECT_EQ(header_vc(out().tx_data_o[2]), s == 5 ? 0u : 1u);
  }
}

// Cells of 20 words on VCs 0 and 1; the one on VC 1 begins, and is chosen again after 20 cycles
// exactly if its quantum was one of two cells.
TEST_F(CellSwitchSettings, OutputQueuesHaveWeightsOfFiveCyclesBefore) {
  for (unsigned s = 3; s <= 10; ++s) {
    SCOPED_TRACE(s);
    Switch::In in = straps();
    in.tx_limit_i.fill(1000);
    bench_ = Bench<Switch>(in);
    for (unsigned vc : {0u, 1u, 1u}) run_not_ready(header(20, vc), vc);
    bench_.clock(30);
    for (unsigned cycle = 0; cycle < 31; ++cycle) {
      if (cycle == s) bench_.in.weight_i[1] = 2;
      if (cycle == 10 || cycle == 30) ready();
      bench_.clock();
      EXPECT_EQ(out().tx_sop_o[2], cycle == 10 || cycle == 30);
    }
    ASSERT_TRUE(out().tx_sop_o[2]);
    EXPECT_EQ(header_vc(out().tx_data_o[2]), s == 5 ? 1u : 0u);
  }
}

}  // namespace
}  // namespace tinsim
