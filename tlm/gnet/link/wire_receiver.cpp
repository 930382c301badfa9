// SPDX-License-Identifier: Apache-2.0
// The receive side at the far end of a link: link_rx and fc_receiver, and the reports of their
// events.
#include "tlm/gnet/link/wire_receiver.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

constexpr unsigned kStateUp = static_cast<unsigned>(PhyState::Up);
constexpr std::uint64_t kCodeMask = 0xF, kStartOfCell = 1;

/// Why link_rx did not begin a cell with `slot`, a sent header; `flags` are its outputs a cycle
/// later.
template <class RxOut>
LossCause cause_of(const RxSlot& slot, const RxOut& flags) {
  if (slot.violation) return LossCause::Violation;
  if (!slot.valid) return LossCause::NoLock;
  if (slot.bad) return LossCause::BadCodeword;
  if (!slot.control) return LossCause::ReadAsData;
  if (flags.header_error_o) return LossCause::HeaderRefused;
  if (flags.set_error_o) return LossCause::SetRefused;
  const bool is_header = (slot.word & kCodeMask) == kStartOfCell;
  return is_header ? LossCause::NotEnabled : LossCause::ReadAsSet;
}

}  // namespace

const char* name_of(LossCause cause) {
  constexpr std::array<const char*, kLossCauses> kNames = {
      "no_lock",     "violation",   "bad_codeword", "read_as_data", "header_refused",
      "set_refused", "read_as_set", "not_enabled",  "inside_cell",  "undetected"};
  return kNames[static_cast<unsigned>(cause)];
}

template <unsigned kVcs, template <class> class Part>
WireReceiver<kVcs, Part>::WireReceiver(const WireLinkParams& params, WireSink& sink)
    : name_(params.name),
      sink_(sink),
      enable_changes_(params.far_enable),
      starts_up_(params.wire.warm_start),
      lock_(params.wire.warm_start) {
  place_block(rx_, params.far_blocks.link_rx, {params.far_name});
  place_block(fc_, params.far_blocks.fc_receiver, {params.far_name});
  place_block(state_, params.far_blocks.link_state, {params.far_name});
  rx_.reset({});
  fc_.reset({});
  LinkState::In straps;
  straps.start_up_i = params.wire.warm_start;
  state_.reset(straps);
  limit_.fill(params.depth % kCreditModulus);
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::idle(const RxSlot& slot) {
  step(slot, {slot.word, slot.control, nullptr});
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::step(const RxSlot& slot, const SentSlot& sent) {
  follow_enable();
  if (slot.lock != lock_) sink_.event({LinkEvent::Kind::Lock, now_, slot.lock, 0});
  lock_ = slot.lock;
  forward(fc_.out());

  typename Rx::In in;
  in.enable_i = state_.out().rx_enable_o;
  in.lock_i = slot.lock;
  in.valid_i = slot.valid;
  in.control_i = slot.control;
  in.word_i = slot.word;
  in.violation_i = slot.violation;
  in.bad_i = slot.bad;
  const typename Rx::Out out = rx_.eval(in);
  count(out);
  typename Fc::In fc;
  LinkState::In state;
  state.start_up_i = starts_up_;
  state.enable_i = enable_;
  state.lock_i = lock_;
  if (out.set_valid_o) read_set(out, fc, state);
  follow_mos(sent, out);
  if (out.cell_valid_o && faithful_) {
    fc.cell_valid_i = true;
    fc.cell_vc_i = out.cell_vc_o;
    fc.cell_words_i = out.cell_words_o;
  }
  faithful_ = slot.valid && slot.control == sent.control && slot.word == sent.word;

  rx_.tick(in);
  if (sent.begins != nullptr || out.rx_sop_o)
    classify_header(slot, sent, out);
  else if (arriving_.left > 0)
    classify_word(sent, out);
  fc_.tick(fc);
  const bool was_up = state_.out().state_o == kStateUp;
  state_.tick(state);
  counters_.errors.retrains += !was_up && state_.out().state_o == kStateUp;
  ++now_;
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::set_enable(Cycle cycle, bool enable) {
  if (cycle < now_) fail(0, fmt::format("a change of enable for cycle {} is late", cycle));
  enable_changes_.push_back({cycle, enable});
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::follow_enable() {
  for (; next_enable_ < enable_changes_.size() && enable_changes_[next_enable_].cycle == now_;
       ++next_enable_) {
    enable_ = enable_changes_[next_enable_].enable;
  }
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::forward(const typename Fc::Out& out) {
  if (out.fc_valid_o) {
    forward_credit(static_cast<unsigned>(out.fc_vc_o), static_cast<unsigned>(out.fc_limit_o));
  }
  if (out.lost_valid_o) {
    forward_lost(static_cast<unsigned>(out.lost_vc_o), static_cast<unsigned>(out.lost_words_o));
  }
}

// An absolute limit as the difference that the switch's credit_counter forms of it.
template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::forward_credit(unsigned vc, unsigned limit) {
  if (limit == limit_[vc] || !credit_accepts(limit_[vc], limit)) return;
  const unsigned words = credit_distance(limit, limit_[vc]);
  limit_[vc] = limit;
  sink_.credit(now_ + timing::kCreditToUse, vc, words);
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::forward_lost(unsigned vc, unsigned words) {
  if (words > ungranted_[vc]) {
    fail(vc, fmt::format("{} words are granted again, {} were lost", words, ungranted_[vc]));
  }
  ungranted_[vc] -= words;
  counters_.errors.words_granted_again += words;
  sink_.event({LinkEvent::Kind::Lost, now_, static_cast<std::uint8_t>(vc), words});
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::read_set(const typename Rx::Out& out, typename Fc::In& fc,
                                        LinkState::In& state) {
  if (!faithful_) {
    ++counters_.errors.undetected_sets;
    return;
  }
  ++counters_.sets_received;
  const std::uint64_t body = out.set_body_o;
  switch (static_cast<OrderedSetCode>(static_cast<unsigned>(out.set_code_o))) {
    case OrderedSetCode::Fc:
      fc.set_valid_i = true;
      fc.set_body_i = body;
      break;
    case OrderedSetCode::Phy:
      state.phy_valid_i = true;
      state.phy_state_i = static_cast<unsigned>(unpack_phy(body).state);
      sink_.event({LinkEvent::Kind::Phy, now_, static_cast<std::uint8_t>(state.phy_state_i), 0});
      break;
    case OrderedSetCode::Lat: {
      const LatBody lat = unpack_lat(body);
      sink_.event({LinkEvent::Kind::Lat, now_, static_cast<std::uint8_t>(lat.sub), lat.residence});
      break;
    }
    case OrderedSetCode::TimeSync: {
      const TimeSyncBody sync = unpack_timesync(body);
      sink_.event({LinkEvent::Kind::TimeSync, now_, sync.status, sync.time});
      break;
    }
    case OrderedSetCode::Mos: {
      const MosBody mos = unpack_mos(body);
      sink_.event({LinkEvent::Kind::Mos, now_, mos.sub, mos.payload});
      break;
    }
    default:
      break;
  }
}

// A word of the slot before is lost unless link_rx shows it now, unchanged.
template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::follow_mos(const SentSlot& sent, const typename Rx::Out& out) {
  if (was_mos_ && !(out.set_valid_o && faithful_)) {
    ++counters_.mos_lost;
    sink_.mos_lost(now_);
  }
  constexpr auto kMos = static_cast<std::uint64_t>(OrderedSetCode::Mos);
  was_mos_ = sent.control && sent.begins == nullptr && (sent.word & kCodeMask) == kMos;
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::count(const typename Rx::Out& out) {
  counters_.errors.header_errors += out.header_error_o;
  counters_.errors.set_errors += out.set_error_o;
  counters_.errors.lost_slots += out.lost_slot_o;
  counters_.errors.strays += out.stray_o;
  counters_.errors.words_filled += out.filled_o;
  counters_.errors.controls_in_cell += out.control_in_cell_o;
}

// A header was sent, or link_rx took the slot for one.
template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::classify_header(const RxSlot& slot, const SentSlot& sent,
                                               const typename Rx::Out& out) {
  if (arriving_.left > 0) fail(arriving_.cell.vc, "a cell begins inside another one");
  const bool taken = out.rx_sop_o;
  if (sent.begins != nullptr) {
    const Cell& cell = *sent.begins;
    ++counters_.cells_sent;
    counters_.words_sent += cell.words;
    if (taken && faithful_)
      accept(cell);
    else if (taken)
      count_loss(cell, LossCause::Undetected);
    else if (out.rx_valid_o)
      count_loss(cell, LossCause::InsideCell);
    else
      count_loss(cell, cause_of(slot, rx_.eval({})));
  }
  if (!taken) return;
  if (!faithful_)
    ++counters_.errors.undetected_headers;
  else if (sent.begins == nullptr)
    fail(header_vc(sent.word), "the sent header belongs to no cell");
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::accept(const Cell& cell) {
  arriving_ = {cell, now_, cell.words - 1u, false};
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::count_loss(const Cell& cell, LossCause cause) {
  ++counters_.cells_lost[static_cast<unsigned>(cause)];
  counters_.errors.words_lost += cell.words;
  ungranted_[cell.vc] += cell.words;
  sink_.lost(now_, cell, cause);
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::classify_word(const SentSlot& sent, const typename Rx::Out& out) {
  if (!out.rx_valid_o) fail(arriving_.cell.vc, "the receiver dropped a cell it had begun");
  if (out.rx_data_o != sent.word) arriving_.damaged = true;
  if (--arriving_.left > 0) return;
  ++(arriving_.damaged ? counters_.errors.cells_damaged : counters_.cells_good);
  sink_.cell(arriving_.rx, arriving_.cell, arriving_.damaged);
}

template <unsigned kVcs, template <class> class Part>
void WireReceiver<kVcs, Part>::fail(unsigned vc, const std::string& what) const {
  throw InvariantError(fmt::format("{} vc {} cycle {}: {}", name_, vc, now_, what));
}

template class WireReceiver<4>;
template class WireReceiver<32>;
template class WireReceiver<4, BlockSlot>;
template class WireReceiver<32, BlockSlot>;

}  // namespace tinsim
