// SPDX-License-Identifier: Apache-2.0
// Passes received credit limits to the switch, finds words lost on the wire.
#include "rtl_models/fc_receiver/fc_receiver.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

template <unsigned kVcs>
void FcReceiver<kVcs>::tick(const In& in) {
  out_ = {};
  if (in.set_valid_i) take(in.set_body_i);
  if (in.cell_valid_i) {
    const unsigned vc = in.cell_vc_i;
    TIN_CHECK(CellVcInRange, vc < kVcs, fmt::format("cell on VC {} of {}", vc, kVcs));
    TIN_CHECK(ReportIsAlone, !in.set_valid_i || !entries_[0].report,
              fmt::format("a report and a cell of VC {} in one cycle", vc));
    received_[vc] = received_[vc] + in.cell_words_i;
  }
  if (shown_ < kEntries) drive_outputs(entries_[shown_++]);
}

template <unsigned kVcs>
void FcReceiver<kVcs>::reset(const In&) {
  *this = {};
}

template <unsigned kVcs>
void FcReceiver<kVcs>::take(std::uint64_t body) {
  const FcBody set = unpack_fc(body);
  shown_ = 0;
  for (unsigned n = 0; n < kEntries; ++n) {
    const CreditLimit& limit = set.limits[n];
    entries_[n] = {set.init, limit.vc, limit.limit};
    if (!set.init || limit.vc >= kVcs) continue;
    bool repeated = false;
    for (unsigned earlier = 0; earlier < n; ++earlier)
      repeated |= set.limits[earlier].vc == limit.vc;
    entries_[n].words =
        repeated ? 0 : static_cast<std::uint16_t>(lost_since(limit.vc, limit.limit));
  }
}

template <unsigned kVcs>
unsigned FcReceiver<kVcs>::lost_since(unsigned vc, unsigned reported) {
  const unsigned lost = credit_distance(reported, unsigned(received_[vc]));
  received_[vc] = reported;
  return lost;
}

template <unsigned kVcs>
void FcReceiver<kVcs>::drive_outputs(const Entry& entry) {
  if (entry.vc >= kVcs) return;
  if (!entry.report) {
    out_.fc_valid_o = true;
    out_.fc_vc_o = entry.vc;
    out_.fc_limit_o = entry.words;
  } else if (entry.words > 0) {
    out_.lost_valid_o = true;
    out_.lost_vc_o = entry.vc;
    out_.lost_words_o = entry.words;
  }
}

template <unsigned kVcs>
void FcReceiver<kVcs>::list_state(StateList& state) const {
  state.add("received", received_);
  state.add("shown_entries", shown_);
}

template class FcReceiver<4>;
template class FcReceiver<32>;

}  // namespace tinsim
