// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: makes the FC sets of one port: credit limits, their refresh, sent reports.
#include "rtl_models/fc_sender/fc_sender.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {
namespace {

constexpr unsigned kEntries = 3, kCooldown = 2, kMaxAge = 255;

void check_vc(const char* what, unsigned vc, unsigned vcs) {
  TIN_CHECK(VcInRange, vc < vcs, fmt::format("{} of VC {} of {}", what, vc, vcs));
}

}  // namespace

template <unsigned kVcs>
void FcSender<kVcs>::tick(const In& in) {
  const bool waits = pending_ != 0;
  const bool updates = in.take_i && offered_.kind == Kind::Update;
  if (cooldown_ > 0) --cooldown_;
  if (in.take_i) take();
  receive(in);
  age_ = updates || !waits ? 0 : std::min(age_ + 1, kMaxAge);
  // After the take: a refresh that becomes due in the next cycle is one more.
  advance_refresh();
  offered_ = shown_;
  drive_outputs();
}

template <unsigned kVcs>
void FcSender<kVcs>::take() {
  // The count of this cycle is lowered already: the largest one left means a take just before.
  const bool again = cooldown_ == kCooldown - 1;
  TIN_CHECK(TakeIsOfAShownSet, offered_.kind != Kind::None && !again,
            again ? "taken in two cycles in a row" : "no set was shown in the cycle before");
  cooldown_ = kCooldown;
  if (offered_.kind == Kind::Refresh) {
    refresh_due_ = false;
    refresh_ = next_cyclic(refresh_, kRefreshes);
    return;
  }
  for (unsigned n = 0; n < offered_.count; ++n) {
    const CreditLimit& entry = offered_.entries[n];
    advertised_[entry.vc] = entry.limit;
    mark(entry.vc);
  }
  pointer_ = next_cyclic(offered_.entries[offered_.count - 1].vc, kVcs);
}

template <unsigned kVcs>
void FcSender<kVcs>::receive(const In& in) {
  // Losses first: a limit of the same cycle includes them.
  if (in.lost_valid_i) {
    const unsigned vc = in.lost_vc_i;
    check_vc("lost words", vc, kVcs);
    lost_[vc] = lost_[vc] + in.lost_words_i;
    limit_[vc] = limit_[vc] + in.lost_words_i;
    mark(vc);
  }
  if (in.limit_valid_i) {
    const unsigned vc = in.limit_vc_i;
    check_vc("limit", vc, kVcs);
    limit_[vc] = in.limit_i + lost_[vc];
    mark(vc);
  }
  if (in.sent_valid_i) {
    const unsigned vc = in.sent_vc_i;
    check_vc("sent words", vc, kVcs);
    sent_[vc] = sent_[vc] + in.sent_words_i;
  }
}

template <unsigned kVcs>
void FcSender<kVcs>::mark(unsigned vc) {
  const std::uint32_t bit = std::uint32_t{1} << vc;
  pending_ = limit_[vc] != advertised_[vc] ? pending_ | bit : pending_ & ~bit;
}

template <unsigned kVcs>
void FcSender<kVcs>::advance_refresh() {
  if (refresh_cycles_ == 0 || --refresh_in_ > 0) return;
  refresh_due_ = true;
  refresh_in_ = refresh_cycles_;
}

template <unsigned kVcs>
void FcSender<kVcs>::drive_outputs() {
  shown_.kind = Kind::None;
  if (cooldown_ == 0) {
    if (refresh_due_)
      pick_refresh();
    else if (pending_)
      pick_update();
  }
  out_ = {};
  if (shown_.kind == Kind::None) return;
  const bool report = shown_.kind == Kind::Refresh && refresh_ % 2 == 1;
  out_.request_o = true;
  out_.urgent_o = is_urgent();
  out_.body_o = pack_body(make_fc(shown_.entries.data(), shown_.count, report));
}

template <unsigned kVcs>
void FcSender<kVcs>::pick_update() {
  shown_.kind = Kind::Update;
  shown_.count = 0;
  unsigned from = pointer_;
  for (std::uint32_t left = pending_; left && shown_.count < kEntries;) {
    const unsigned vc = pick_round_robin(left, from);
    left &= ~(std::uint32_t{1} << vc);
    from = next_cyclic(vc, kVcs);
    shown_.entries[shown_.count++] = {static_cast<std::uint8_t>(vc),
                                      static_cast<std::uint16_t>(limit_[vc])};
  }
}

template <unsigned kVcs>
void FcSender<kVcs>::pick_refresh() {
  const auto& counts = refresh_ % 2 == 0 ? advertised_ : sent_;
  const unsigned first = refresh_ / 2 * kEntries;
  shown_.kind = Kind::Refresh;
  shown_.count = static_cast<std::uint8_t>(std::min(kVcs - first, kEntries));
  for (unsigned n = 0; n < shown_.count; ++n)
    shown_.entries[n] = {static_cast<std::uint8_t>(first + n),
                         static_cast<std::uint16_t>(counts[first + n])};
}

template <unsigned kVcs>
bool FcSender<kVcs>::is_urgent() const {
  return shown_.kind == Kind::Refresh || shown_.count == kEntries || age_ >= hold_cycles_;
}

template <unsigned kVcs>
void FcSender<kVcs>::reset(const In& straps) {
  const unsigned period = straps.refresh_cycles_i, phase = straps.refresh_phase_i;
  TIN_CHECK(RefreshPhaseInRange, period == 0 || phase < period,
            fmt::format("phase {} of a refresh every {} cycles", phase, period));
  *this = {};
  limit_.fill(straps.depth_i);
  advertised_ = limit_;
  hold_cycles_ = static_cast<unsigned>(straps.hold_cycles_i);
  refresh_cycles_ = period;
  refresh_due_ = period > 0 && phase == 0;
  refresh_in_ = phase == 0 ? period : phase;
  drive_outputs();
}

template <unsigned kVcs>
void FcSender<kVcs>::list_state(StateList& state) const {
  state.add("limit", limit_);
  state.add("advertised", advertised_);
  state.add("lost", lost_);
  state.add("sent", sent_);
  state.add("pending", pending_);
  state.add("pointer", pointer_);
  state.add("age", age_);
  state.add("cooldown", cooldown_);
  state.add("refresh", refresh_);
  state.add("refresh_in", refresh_in_);
  state.add("refresh_due", refresh_due_);
}

template class FcSender<1>;
template class FcSender<4>;
template class FcSender<8>;
template class FcSender<32>;

}  // namespace tinsim
