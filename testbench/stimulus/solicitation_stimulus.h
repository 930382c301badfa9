// SPDX-License-Identifier: Apache-2.0
// Operations of two classes under a window that is wide, narrow or shut, for solicitation.
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/solicitation/solicitation.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Pushes, refunds and holds stall independently of each other; window, limit and sizes change
/// every few hundred cycles, sometimes from cycle to cycle. Straps change with each reset.
template <unsigned kDepth>
class SolicitationStimulus {
 public:
  using In = typename Solicitation<kDepth>::In;
  using Out = typename Solicitation<kDepth>::Out;

  explicit SolicitationStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.strict_i = random_.chance(25);
    for (auto& weight : straps_.weight_i)
      weight = random_.chance(60) ? random_.range(1, 4) : random_.range(1, 255);
    in_service_.clear();
    left_ = 0;
    return straps_;
  }

  /// While nothing waits, the cycle can be any; it is one before a carry.
  std::optional<typename Solicitation<kDepth>::Preset> preset(const Out& out) {
    if (out.waiting_o[0] != 0 || out.waiting_o[1] != 0 || random_.chance(80)) return {};
    return typename Solicitation<kDepth>::Preset{random_.before_carry(16, 200)};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    if (out.grant_valid_o) in_service_.push_back(static_cast<unsigned>(out.grant_size_o));
    In in = straps_;
    in.window_i = limits_vary_ && random_.chance(30) ? random_.below(0x100000) : window_;
    in.dispatch_limit_i = limits_vary_ && random_.chance(5) ? random_.below(20) : limit_;
    in.push_class_i = random_.chance(class1_percent_);
    in.push_slot_i = random_.bits();
    in.push_size_i = size();
    in.push_valid_i = pushes_.go(random_) && !out.full_o[in.push_class_i];
    if (!in.push_valid_i && random_.chance(50)) in.push_size_i = random_.bits();
    in.refund_bytes_i = random_.bits();
    if (refunds_.go(random_) && !fills_) refund(in);
    in.hold_i = holds_.go(random_) && random_.chance(hold_percent_);
    return in;
  }

 private:
  void new_profile() {
    window_ = random_.chance(20)   ? 0
              : random_.chance(30) ? 4095 + random_.below(3)
              : random_.chance(50) ? random_.range(4096, 20000)
                                   : random_.range(4096, 0xFFFFF);
    limit_ = random_.chance(40) ? 0xFFFF : random_.chance(10) ? 0 : random_.range(1, 300);
    class1_percent_ = random_.chance(60) ? 50 : random_.below(101);
    hold_percent_ = random_.chance(60) ? 0 : random_.below(100);
    size_limit_ = random_.chance(50) ? 4096 : random_.chance(50) ? 64 : 1;
    limits_vary_ = random_.chance(20);
    left_ = random_.range(50, 600);
    fills_ = random_.chance(20);
    if (!fills_) return;
    // The bytes in service reach a power of two, and the greatest window.
    window_ = (1u << (random_.chance(40) ? 20 : random_.range(12, 20))) - 1 -
              (random_.chance(50) ? 0 : random_.below(4096));
    limit_ = 0xFFFF;
    hold_percent_ = 0;
    size_limit_ = 4096;
    limits_vary_ = false;
  }
  unsigned size() {
    return random_.chance(fills_ ? 80 : 20) ? 4096
           : random_.chance(10)             ? 0
                                            : random_.below(size_limit_ + 1);
  }
  void refund(In& in) {
    if (in_service_.empty()) return;
    const auto at = random_.below(static_cast<unsigned>(in_service_.size()));
    in.refund_valid_i = true;
    in.refund_bytes_i = in_service_[at];
    in_service_.erase(in_service_.begin() + at);
  }

  Random random_;
  RandomStall pushes_, refunds_, holds_;
  In straps_;
  std::vector<unsigned> in_service_;  ///< sizes
  // The profile of random rates, and cycles until the next one.
  unsigned window_ = 0, limit_ = 0, class1_percent_ = 0, hold_percent_ = 0, size_limit_ = 0,
           left_ = 0;
  bool limits_vary_ = false, fills_ = false;
};

}  // namespace tinsim
