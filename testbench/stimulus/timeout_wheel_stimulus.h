// SPDX-License-Identifier: Apache-2.0
// Timers started, restarted, stopped and held back, for timeout_wheel.
#pragma once

#include <optional>

#include "rtl_models/timeout_wheel/timeout_wheel.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Durations are short, so that many become due in one cycle, long, or at the edges; numbers lie in
/// the table, or sometimes beyond it.
template <unsigned kTimers>
class TimeoutWheelStimulus {
 public:
  using In = typename TimeoutWheel<kTimers>::In;
  using Out = typename TimeoutWheel<kTimers>::Out;

  explicit TimeoutWheelStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = 0;
    return {};
  }

  /// While no timer runs, the cycle can be any; it is one before a carry.
  std::optional<typename TimeoutWheel<kTimers>::Preset> preset(const Out& out) {
    if (out.running_o != 0 || random_.chance(80)) return {};
    return typename TimeoutWheel<kTimers>::Preset{random_.before_carry(16, 200)};
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.start_valid_i = gather_ ? left_ >= kReleased + kGathered : starts_.go(random_);
    in.start_id_i = walks_ ? walk_++ % kTimers : number();
    in.start_cycles_i = cycles();
    in.stop_valid_i = stops_.go(random_) && random_.chance(stop_percent_);
    in.stop_id_i = random_.chance(20) ? std::uint64_t{in.start_id_i} : number();
    in.hold_i = gather_ ? left_ >= kReleased : random_.chance(hold_percent_) && holds_.go(random_);
    return in;
  }

 private:
  void new_profile() {
    longest_ = random_.chance(40)   ? 4
               : random_.chance(50) ? kTimers
               : random_.chance(80) ? 2000
                                    : 0xFFFF;
    target_ = random_.chance(40) ? random_.range(1, 200) : 0;
    stop_percent_ = random_.chance(50) ? 10 : random_.below(101);
    hold_percent_ = random_.chance(60) ? 0 : random_.below(101);
    spread_ = random_.chance(70) ? kTimers : 4;
    walks_ = random_.chance(30);
    left_ = random_.range(50, longest_ > 2000 ? 4000 : 600);
    if (walks_ && random_.chance(50)) {  // all run
      stop_percent_ = target_ = 0;
      spread_ = kTimers;
      longest_ = 0xFFFF;
      left_ = 1500;
    }
    gather_ = random_.chance(10);
    if (!gather_) return;
    // Every timer is started once, becomes due and waits until all are.
    walks_ = true;
    longest_ = kGathered;
    target_ = stop_percent_ = 0;
    left_ = kTimers + kGathered + kReleased;
  }
  std::uint64_t number() {
    return random_.chance(2) ? random_.bits() : std::uint64_t{random_.below(spread_)};
  }
  /// With a target, most started timers become due in one and the same cycle.
  std::uint64_t cycles() {
    if (target_ != 0 && random_.chance(90)) return left_ % target_ + 1;
    if (!gather_ && random_.chance(5)) return random_.one_bit_off(random_.range(1, 60), 16);
    if (walks_) return random_.range(longest_ / 2, longest_);
    return random_.chance(5) ? 0 : random_.range(1, longest_);
  }

  static constexpr unsigned kGathered = 60;   ///< cycles in which the last ones become due
  static constexpr unsigned kReleased = 100;  ///< cycles after these, in which they fire

  Random random_;
  RandomStall starts_, stops_, holds_;
  // The profile of random rates, and cycles until the next one.
  bool walks_ = false;  ///< numbers one after the other
  bool gather_ = false;
  unsigned walk_ = 0, longest_ = 1, target_ = 0, stop_percent_ = 0, hold_percent_ = 0, spread_ = 1,
           left_ = 0;
};

}  // namespace tinsim
