// SPDX-License-Identifier: Apache-2.0
// RTS queues that fill and drain around their thresholds, for ecn_ctd.
#pragma once

#include <array>
#include <optional>

#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Few queues at a time, drawn again now and then, together with the depths of all: most are where
/// a carry is near, so that each bit of a depth changes often and queues reach their limits. Where
/// there is no back door, a single queue fills up to its end now and then.
class EcnCtdStimulus {
 public:
  using In = EcnCtd::In;
  using Out = EcnCtd::Out;

  explicit EcnCtdStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = 0;
    return {};
  }

  std::optional<EcnCtd::Preset> preset(const Out&) {
    back_door_ = true;
    if (left_ != 0) return {};
    EcnCtd::Preset registers;
    for (auto& depth : registers.depth_q) {
      depth = random_.chance(30)   ? random_.below(40)
              : random_.chance(20) ? 4095 - random_.below(20)
                                   : random_.before_carry(12, 20);
    }
    return registers;
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    for (unsigned cos = 0; cos < kCosClasses; ++cos) {
      in.drop_threshold_i[cos] = threshold(out, cos);
      in.mark_threshold_i[cos] = threshold(out, cos);
      if (open_) in.drop_threshold_i[cos] = 4095;
    }
    in.rts_valid_i = climb_ || arrivals_.go(random_);
    in.rts_queue_i = queue();
    in.pop_queue_i = queue();
    in.pop_valid_i = out.depth_o[in.pop_queue_i] > 0 &&
                     (climb_ ? near_the_end(out, in.pop_queue_i) : pops_.go(random_));
    in.ready_valid_i = packets_.go(random_);
    in.ready_queue_i = queue();
    in.ready_ecn_i = random_.bits();
    return in;
  }

 private:
  void new_profile() {
    climb_ = !back_door_ && random_.chance(4);
    open_ = climb_ || random_.chance(30);
    for (auto& queue : busy_) queue = random_.below(kRtsQueues);
    num_busy_ = climb_ ? 1 : random_.range(1, kBusy);
    fixed_ = random_.below(random_.chance(70) ? 40 : 4096);
    left_ = climb_ ? 4400 : random_.range(20, 200);
  }
  unsigned queue() { return busy_[random_.below(num_busy_)]; }
  /// Often the depth of a queue of the class that is in use, one less or more, or one bit off it.
  unsigned threshold(const Out& out, unsigned cos) {
    if (random_.chance(50)) return fixed_;
    const unsigned busy = queue();
    if (cos_of_queue(busy) != cos) return static_cast<unsigned>(random_.bits() & 0xFFF);
    const std::uint64_t depth = out.depth_o[busy];
    if (random_.chance(30)) return static_cast<unsigned>(random_.one_bit_off(depth, 12));
    return static_cast<unsigned>(depth + random_.below(3) - 1) & 0xFFF;
  }
  bool near_the_end(const Out& out, unsigned queue) {
    return out.depth_o[queue] >= 4090 && random_.chance(50);
  }

  static constexpr unsigned kBusy = 6;
  Random random_;
  RandomStall arrivals_, pops_, packets_;
  // The profile of random rates, and cycles until the next one.
  bool climb_ = false, back_door_ = false;
  bool open_ = false;  ///< no drop threshold refuses an RTS, only the end of the queue
  std::array<unsigned, kBusy> busy_{};
  unsigned num_busy_ = 1, fixed_ = 0, left_ = 0;
};

}  // namespace tinsim
