// SPDX-License-Identifier: Apache-2.0
// MOS mailbox: the MOS words of one port between the control processor and the link.
#include "rtl_models/mos_mailbox/mos_mailbox.h"

#include <algorithm>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::tick(const In& in) {
  check(in);
  if (in.sent_i) tx_.pop_front();
  if (in.send_valid_i) tx_.push_back({static_cast<std::uint8_t>(in.send_sub_i), in.send_payload_i});
  receive(in);
  show();
}

template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::check(const In& in) const {
  TIN_CHECK(SendHasSpace, !in.send_valid_i || tx_.size() < kTxWords, "the transmit queue is full");
  TIN_CHECK(SentHasWord, !in.sent_i || !tx_.empty(), "no word waits to be sent");
  TIN_CHECK(ReadHasWord, !in.read_i || !rx_.empty(), "no word has been received");
}

// Whether there is a place is judged before the edge, at which a word may be taken.
template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::receive(const In& in) {
  const bool is_full = rx_.size() == kRxWords;
  if (in.read_i) rx_.pop_front();
  if (in.clear_i) dropped_ = 0;
  if (!in.set_valid_i || in.set_code_i != static_cast<unsigned>(OrderedSetCode::Mos)) return;
  if (is_full)
    dropped_ = std::min(dropped_ + 1, kMaxCounted);
  else
    rx_.push_back(unpack_mos(in.set_body_i));
}

template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::show() {
  out_ = {};
  out_.send_free_o = kTxWords - tx_.size();
  out_.mos_valid_o = !tx_.empty();
  if (!tx_.empty()) {
    out_.mos_sub_o = tx_.front().sub;
    out_.mos_payload_o = tx_.front().payload;
  }
  out_.read_valid_o = !rx_.empty();
  if (!rx_.empty()) {
    out_.read_sub_o = rx_.front().sub;
    out_.read_payload_o = rx_.front().payload;
  }
  out_.read_fill_o = rx_.size();
  out_.overflow_o = dropped_ != 0;
  out_.dropped_o = dropped_;
}

template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::reset(const In&) {
  tx_.clear();
  rx_.clear();
  dropped_ = 0;
  show();
}

template <unsigned kTxWords, unsigned kRxWords>
void MosMailbox<kTxWords, kRxWords>::list_state(StateList& state) const {
  state.add("tx_words", tx_.size());
  state.add("rx_words", rx_.size());
  state.add("dropped", dropped_);
}

template class MosMailbox<2, 3>;
template class MosMailbox<16, 64>;

}  // namespace tinsim
