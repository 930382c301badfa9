// SPDX-License-Identifier: Apache-2.0
// Handshakes, complete and disturbed, for link_state.
#pragma once

#include "rtl_models/link_state/link_state.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// In a profile the far side repeats one state, with a share of others; so some runs reach four and
/// some do not.
class LinkStateStimulus {
 public:
  using In = LinkState::In;
  using Out = LinkState::Out;

  explicit LinkStateStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    profile_left_ = 0;
    straps_.start_up_i = random_.chance(40);
    return straps_;
  }

  In next(const Out& out) {
    if (profile_left_-- == 0) change_profile();
    In in = straps_;
    in.enable_i = enabled_ && !random_.chance(1);
    in.lock_i = locked_ && !random_.chance(glitch_percent_);
    in.phy_valid_i = random_.chance(set_percent_);
    in.phy_state_i = random_.chance(other_percent_) ? any_state() : last_state_;
    // One set may still be sent after its request has ended.
    in.phy_sent_i = random_.chance(out.phy_valid_o ? sent_percent_ : 5);
    return in;
  }

 private:
  void change_profile() {
    constexpr std::array<unsigned, 4> kPercent = {0, 20, 50, 100}, kRare = {0, 0, 5, 30};
    profile_left_ = random_.range(1, random_.chance(50) ? 15 : 100);
    enabled_ = random_.chance(95);
    locked_ = random_.chance(90);
    last_state_ = random_.chance(60) ? random_.range(1, 2) : any_state();
    set_percent_ = kPercent[random_.below(4)];
    sent_percent_ = kPercent[random_.below(4)];
    other_percent_ = kRare[random_.below(4)];
    glitch_percent_ = random_.chance(10) ? 5 : 0;
  }
  unsigned any_state() { return random_.chance(80) ? random_.below(5) : random_.below(16); }

  Random random_;
  In straps_;
  bool enabled_ = false, locked_ = false;
  unsigned last_state_ = 0;  ///< state that the far side repeats
  unsigned set_percent_ = 0, sent_percent_ = 0, other_percent_ = 0, glitch_percent_ = 0;
  unsigned profile_left_ = 0;
};

}  // namespace tinsim
