// SPDX-License-Identifier: Apache-2.0
// Output queues of the variant switch, filled to their last word, model and RTL in lockstep. A
// crossbar of speed-up 2 then writes the next cell while the one it replaces still leaves.
#include "Vvariant_switch_4.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/variant_switch_stimulus.h"

namespace tinsim {
namespace {

using Switch = VariantSwitch<4, 4, 256>;

/// All cells are for VC 0 of output 0, whose link stands still in every other 512 cycles.
class FullQueues {
 public:
  using In = Switch::In;
  using Out = Switch::Out;

  explicit FullQueues(std::uint64_t seed) : traffic_(seed) {}

  In restart() {
    cycle_ = 0;
    return to_one_queue(traffic_.restart());
  }

  In next(const Out& out) {
    In in = to_one_queue(traffic_.next(out));
    in.tx_ready_i.fill((cycle_++ & 512) != 0);
    return in;
  }

 private:
  static In to_one_queue(In in) {
    in.speedup_i = 2;
    in.queue_words_i = 255;
    in.tx_credited_i.fill(false);
    in.fc_valid_i.fill(false);
    in.route_port_i.fill(0);
    in.route_vc_i.fill(0);
    return in;
  }

  VariantSwitchStimulus<4, 4, 256> traffic_;
  unsigned cycle_ = 0;
};

TEST(VariantSwitchLockstep, FullQueues) {
  expect_lockstep<Switch, Vvariant_switch_4, FullQueues>({"Vvariant_switch_4", 100000, 4, 5000,
                                                          "variant_switch",
                                                          "NumPorts=4,NumVcs=4,PortWords=256"});
}

}  // namespace
}  // namespace tinsim
