// SPDX-License-Identifier: Apache-2.0
// Sorts received words into cells and ordered sets, and keeps errors of the wire out of the switch.
#include "rtl_models/link_rx/link_rx.h"

#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {
namespace {

constexpr unsigned kStartOfCell = 1;

constexpr unsigned code_of(std::uint64_t word) { return word & 0xF; }

bool passes(std::uint64_t header, unsigned vcs) {
  return !check_header(header).any() && header_vc(header) < vcs && decode_header(header).hop > 0;
}

template <class In>
bool is_good(const In& in) {
  return in.valid_i && !in.bad_i;
}

}  // namespace

template <unsigned kVcs>
auto LinkRx<kVcs>::eval(const In& in) const -> Out {
  Out out = registered_;
  if (left_ > 0) {
    out.rx_valid_o = true;
    if (is_good(in) && !in.control_i) out.rx_data_o = in.word_i;
  } else if (is_good(in) && in.control_i && in.enable_i && code_of(in.word_i) == kStartOfCell &&
             passes(in.word_i, kVcs)) {
    out.rx_valid_o = out.rx_sop_o = true;
    out.rx_data_o = in.word_i;
  }
  return out;
}

template <unsigned kVcs>
void LinkRx<kVcs>::tick(const In& in) {
  // Most slots carry data of a cell, or IDLE, and leave nothing behind.
  static const std::uint64_t kIdleWord = encode_ordered_set(OrderedSetCode::Idle, 0);
  if (!quiet_) registered_ = {};
  quiet_ = true;
  if (left_ > 0) {
    --left_;
    quiet_ = is_good(in) && !in.control_i;
    if (!quiet_) in_cell(in);
    return;
  }
  if (is_good(in) && in.control_i && in.word_i == kIdleWord) return;
  quiet_ = false;
  if (!is_good(in))
    registered_.lost_slot_o = in.lock_i && (in.violation_i || in.valid_i);
  else if (!in.control_i)
    registered_.stray_o = true;
  else if (code_of(in.word_i) == kStartOfCell)
    header(in);
  else
    ordered_set(in);
}

template <unsigned kVcs>
void LinkRx<kVcs>::reset(const In&) {
  *this = {};
}

template <unsigned kVcs>
void LinkRx<kVcs>::in_cell(const In& in) {
  registered_.filled_o = !is_good(in);
  registered_.control_in_cell_o = is_good(in);
}

template <unsigned kVcs>
void LinkRx<kVcs>::header(const In& in) {
  if (!passes(in.word_i, kVcs)) {
    registered_.header_error_o = true;
  } else if (!in.enable_i) {
    registered_.stray_o = true;
  } else {
    registered_.cell_valid_o = true;
    registered_.cell_vc_o = header_vc(in.word_i);
    registered_.cell_words_o = header_len(in.word_i);
    left_ = header_len(in.word_i) - 1;
  }
}

template <unsigned kVcs>
void LinkRx<kVcs>::ordered_set(const In& in) {
  const OrderedSet set = decode_ordered_set(in.word_i);
  const auto code = static_cast<OrderedSetCode>(set.code);
  if (check_ordered_set(in.word_i).any()) {
    registered_.set_error_o = true;
  } else if (code == OrderedSetCode::Fc && !in.enable_i) {
    registered_.stray_o = true;
  } else if (code != OrderedSetCode::Idle) {
    registered_.set_valid_o = true;
    registered_.set_code_o = set.code;
    registered_.set_body_o = set.body;
  }
}

template <unsigned kVcs>
void LinkRx<kVcs>::list_state(StateList& state) const {
  state.add("cell_words_left", left_);
}

template class LinkRx<4>;
template class LinkRx<32>;

}  // namespace tinsim
