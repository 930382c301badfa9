// SPDX-License-Identifier: Apache-2.0
// Limits, losses and cells on few or all VCs, takes soon, late or never, for the FC sender.
#pragma once

#include <algorithm>

#include "rtl_models/fc_sender/fc_sender.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// Rates and VCs are drawn again every few hundred cycles: updates of one or two VCs grow old,
/// those of all VCs are urgent at once.
template <unsigned kVcs>
class FcSenderStimulus {
 public:
  using In = typename FcSender<kVcs>::In;
  using Out = typename FcSender<kVcs>::Out;

  explicit FcSenderStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.depth_i = random_.bits();
    straps_.hold_cycles_i = random_.chance(20)   ? 0
                            : random_.chance(20) ? 255
                                                 : random_.below(random_.chance(50) ? 8 : 256);
    const unsigned period = random_.chance(15)   ? 0
                            : random_.chance(15) ? random_.range(1, 8)
                            : random_.chance(30) ? 1u << random_.below(12)
                            : random_.chance(50) ? random_.range(5, 100)
                                                 : random_.range(1, 4095);
    straps_.refresh_cycles_i = period;
    straps_.refresh_phase_i = period == 0          ? random_.bits()
                              : random_.chance(20) ? period - 1
                              : random_.chance(40) ? random_.below(std::min(period, 60u))
                                                   : random_.below(period);
    granted_.fill(static_cast<unsigned>(straps_.depth_i));
    left_ = 0;
    showed_ = took_ = false;
    return straps_;
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in = straps_;
    junk(in);
    in.limit_valid_i = random_.chance(limit_percent_);
    if (in.limit_valid_i) limit(in);
    in.lost_valid_i = random_.chance(lost_percent_);
    if (in.lost_valid_i) report_loss(in);
    in.sent_valid_i = random_.chance(sent_percent_);
    if (in.sent_valid_i) in.sent_vc_i = random_.below(kVcs);
    in.take_i = showed_ && !took_ && random_.chance(take_percent_);
    took_ = in.take_i;
    showed_ = out.request_o;
    return in;
  }

 private:
  void new_profile() {
    constexpr std::array<unsigned, 6> kInputs = {0, 0, 2, 10, 50, 100},
                                      kTakes = {100, 100, 90, 30, 5, 0};
    limit_percent_ = kInputs[random_.below(kInputs.size())];
    lost_percent_ = random_.chance(60) ? 0 : kInputs[random_.below(kInputs.size())];
    sent_percent_ = kInputs[random_.below(kInputs.size())];
    take_percent_ = kTakes[random_.below(kTakes.size())];
    vcs_ = random_.chance(50) ? kVcs : random_.range(1, std::min(kVcs, 3u));
    first_vc_ = random_.below(kVcs);
    in_turn_ = random_.chance(30);
    left_ = random_.range(1, 400);
  }
  void junk(In& in) {
    const std::uint64_t bits = random_.bits();
    in.limit_vc_i = bits;
    in.limit_i = bits >> 5;
    in.lost_vc_i = bits >> 17;
    in.lost_words_i = bits >> 22;
    in.sent_vc_i = bits >> 34;
    in.sent_words_i = bits >> 39;
  }
  unsigned vc() {
    turn_ = in_turn_ ? turn_ + 1 : random_.below(vcs_);
    return (first_vc_ + turn_ % vcs_) % kVcs;
  }
  void limit(In& in) {
    const unsigned n = vc();
    // A grant of nothing repeats a limit; a withdrawn one may be the last advertised one.
    if (random_.chance(10))
      granted_[n] = static_cast<unsigned>(random_.one_bit_off(granted_[n], 12));
    else if (random_.chance(5))
      granted_[n] -= 3;
    else if (random_.chance(2))
      granted_[n] += random_.below(4096);
    else
      granted_[n] += random_.chance(15) ? 0 : random_.chance(30) ? 3 : random_.range(2, 20);
    in.limit_vc_i = n;
    in.limit_i = granted_[n];
  }
  void report_loss(In& in) {
    in.lost_vc_i = in.limit_valid_i && random_.chance(50) ? unsigned(in.limit_vc_i) : vc();
    if (random_.chance(80)) in.lost_words_i = random_.below(21);
  }

  Random random_;
  In straps_;
  std::array<unsigned, kVcs> granted_{};
  bool showed_ = false, took_ = false;  ///< in the cycle before
  // The profile of random rates, and cycles until the next one.
  unsigned limit_percent_ = 0, lost_percent_ = 0, sent_percent_ = 0, take_percent_ = 0;
  unsigned vcs_ = 1, first_vc_ = 0, turn_ = 0, left_ = 0;
  bool in_turn_ = false;
};

}  // namespace tinsim
