// SPDX-License-Identifier: Apache-2.0
// The bodies of the ordered sets that the chip core places in slots, as fc_sender fills them.
#include "tlm/tin/cell_switch/observed_ordered_sets.h"

#include <algorithm>

#include "rtl_models/parts/credit.h"
#include "tlm/gnet/link/link_event.h"

namespace tinsim {

namespace {
constexpr unsigned kPerSet = 3;

void report_set(SwitchObserver& to, Cycle slot, unsigned port, OrderedSetCode code, uint64_t body) {
  to.set_sent(slot, port, static_cast<uint8_t>(code), body);
}
}  // namespace

ObservedOrderedSets::ObservedOrderedSets(const SwitchParams& params)
    : vcs_(link_block_vcs(params.vcs)),
      limit_(params.ports * kMaxVcs),
      sent_(params.ports * kMaxVcs),
      refreshes_(params.ports) {
  for (unsigned port = 0; port < params.ports; ++port) {
    std::fill_n(&limit_[port * kMaxVcs], kMaxVcs, params.rx_depth[port] % kCreditModulus);
  }
}

void ObservedOrderedSets::add(std::vector<uint16_t>& counts, unsigned port, unsigned vc,
                              unsigned words) {
  uint16_t& count = counts[port * kMaxVcs + vc];
  count = static_cast<uint16_t>((count + words) % kCreditModulus);
}

void ObservedOrderedSets::add_update(unsigned port, unsigned vc, unsigned words) {
  add(limit_, port, vc, words);
  entries_.push_back({static_cast<uint8_t>(vc), limit_[port * kMaxVcs + vc]});
}

void ObservedOrderedSets::report_update(SwitchObserver& to, Cycle slot, unsigned port) {
  const FcBody body = make_fc(entries_.data(), static_cast<unsigned>(entries_.size()), false);
  report_set(to, slot, port, OrderedSetCode::Fc, pack_body(body));
  entries_.clear();
}

void ObservedOrderedSets::report_refresh(SwitchObserver& to, Cycle slot, unsigned port) {
  const unsigned groups = (vcs_ + kPerSet - 1) / kPerSet;
  const unsigned first = refreshes_[port] / 2 * kPerSet;
  const bool report = refreshes_[port] % 2 != 0;
  const auto& counts = report ? sent_ : limit_;
  for (unsigned vc = first; vc < std::min(first + kPerSet, vcs_); ++vc) {
    entries_.push_back({static_cast<uint8_t>(vc), counts[port * kMaxVcs + vc]});
  }
  const FcBody body = make_fc(entries_.data(), static_cast<unsigned>(entries_.size()), report);
  report_set(to, slot, port, OrderedSetCode::Fc, pack_body(body));
  entries_.clear();
  refreshes_[port] = static_cast<uint8_t>((refreshes_[port] + 1) % (2 * groups));
}

void ObservedOrderedSets::report_timesync(SwitchObserver& to, Cycle slot, unsigned port) {
  report_set(to, slot, port, OrderedSetCode::TimeSync, pack_body(TimeSyncBody{0, slot}));
}

void ObservedOrderedSets::report_mos(SwitchObserver& to, Cycle slot, unsigned port,
                                     const MosBody& word) {
  report_set(to, slot, port, OrderedSetCode::Mos, pack_body(word));
}

}  // namespace tinsim
