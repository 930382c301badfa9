// SPDX-License-Identifier: Apache-2.0
// Random takes within credit and limits that are new, repeated or stale, for the credit counter.
#pragma once

#include <algorithm>

#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/parts/credit.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kVcs>
class CreditCounterStimulus {
 public:
  using In = typename CreditCounter<kVcs>::In;
  using Out = typename CreditCounter<kVcs>::Out;

  explicit CreditCounterStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      // Beyond the half range nothing is available, until an update leads around the circle.
      limit_[vc] = random_.chance(50)   ? random_.below(64)
                   : random_.chance(80) ? random_.below(kCreditHalfRange)
                   : random_.chance(80) ? random_.below(kCreditModulus)
                                        : kCreditModulus - 1;
      straps_.init_limit_i[vc] = limit_[vc];
      sent_[vc] = 0;
    }
    return straps_;
  }

  In next(const Out& out) {
    In in = straps_;
    in.fc_vc_i = random_.below(32);
    in.fc_limit_i = random_.bits();
    in.take_vc_i = random_.below(32);
    in.take_words_i = random_.bits();
    if (takes_.go(random_)) take(in, out);
    if (updates_.go(random_)) update(in);
    return in;
  }

 private:
  void update(In& in) {
    // The words taken in this cycle make room for the new limit.
    const unsigned vc =
        in.take_valid_i && random_.chance(30) ? unsigned(in.take_vc_i) : random_.below(kVcs);
    const unsigned ahead = credit_distance(limit_[vc], sent_[vc]);
    unsigned limit = limit_[vc];
    if (random_.chance(25)) {
      limit -= stale_age();
    } else if (ahead >= kCreditHalfRange) {
      if (ahead == kCreditHalfRange) return;  // no update can lead out of here
      limit += random_.chance(20) ? kCreditHalfRange - 1
                                  : random_.range(kCreditModulus - ahead, kCreditHalfRange - 1);
      if (ahead == kCreditModulus - 1 && random_.chance(50)) limit = limit_[vc] + 1;
    } else if (random_.chance(80)) {
      const unsigned most = kCreditHalfRange - 1 - ahead;
      limit += random_.chance(10) ? most : std::min(most, random_.below(64));
    }
    in.fc_valid_i = true;
    in.fc_vc_i = vc;
    in.fc_limit_i = limit;
    if (credit_accepts(limit_[vc], limit % kCreditModulus)) limit_[vc] = limit % kCreditModulus;
  }
  /// Words by which an update is too old, up to the oldest that is recognised.
  unsigned stale_age() {
    if (random_.chance(10)) return 1;
    return random_.chance(10) ? kCreditHalfRange : random_.range(1, kCreditHalfRange);
  }
  void take(In& in, const Out& out) {
    const unsigned vc = random_.below(kVcs);
    const unsigned most = std::min<unsigned>(31, unsigned(out.avail_o[vc]));
    const unsigned words = random_.chance(30) ? most : random_.range(0, most);
    in.take_valid_i = true;
    in.take_vc_i = vc;
    in.take_words_i = words;
    sent_[vc] = (sent_[vc] + words) % kCreditModulus;
  }

  Random random_;
  RandomStall updates_, takes_;
  In straps_;
  std::array<unsigned, kVcs> limit_{}, sent_{};
};

}  // namespace tinsim
