// SPDX-License-Identifier: Apache-2.0
// Credit counter: a sender's credit for one output port, absolute word counts modulo 4096, per VC.
#include "rtl_models/credit_counter/credit_counter.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/credit.h"

namespace tinsim {

template <unsigned kVcs>
void CreditCounter<kVcs>::tick(const In& in) {
  if (in.take_valid_i) {
    const unsigned vc = in.take_vc_i, words = in.take_words_i;
    TIN_CHECK(VcInRange, vc < kVcs, fmt::format("take on VC {} of {}", vc, kVcs));
    TIN_CHECK(
        TakeWithinCredit, words <= out_.avail_o[vc],
        fmt::format("VC {} takes {} words, {} available", vc, words, unsigned(out_.avail_o[vc])));
    sent_[vc] = sent_[vc] + words;
  }
  if (in.fc_valid_i) {
    const unsigned vc = in.fc_vc_i;
    TIN_CHECK(VcInRange, vc < kVcs, fmt::format("flow control for VC {} of {}", vc, kVcs));
    if (credit_accepts(limit_[vc], in.fc_limit_i)) {
      limit_[vc] = in.fc_limit_i;
      TIN_CHECK(LimitWithinHalfRange, credit_distance(limit_[vc], sent_[vc]) < kCreditHalfRange,
                fmt::format("VC {}: limit {} is half the range ahead of {} sent", vc,
                            unsigned(limit_[vc]), unsigned(sent_[vc])));
    }
    drive_outputs(vc);
  }
  if (in.take_valid_i) drive_outputs(in.take_vc_i);
}

template <unsigned kVcs>
void CreditCounter<kVcs>::reset(const In& straps) {
  limit_ = straps.init_limit_i;
  sent_ = {};
  for (unsigned vc = 0; vc < kVcs; ++vc) drive_outputs(vc);
}

template <unsigned kVcs>
void CreditCounter<kVcs>::drive_outputs(unsigned vc) {
  out_.avail_o[vc] = credit_available(limit_[vc], sent_[vc]);
}

template <unsigned kVcs>
void CreditCounter<kVcs>::list_state(StateList& state) const {
  state.add("limit", limit_);
  state.add("sent", sent_);
}

template class CreditCounter<4>;
template class CreditCounter<32>;

}  // namespace tinsim
