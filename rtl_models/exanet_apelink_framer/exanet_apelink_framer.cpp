// SPDX-License-Identifier: Apache-2.0
// Packets and credit words on an APElink of 64 bits per cycle, and back.
#include "rtl_models/exanet_apelink_framer/exanet_apelink_framer.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/exanet_credit_word.h"
#include "rtl_models/parts/exanet_line.h"
#include "rtl_models/parts/exanet_space.h"

namespace tinsim {

void ExanetApelinkFramer::tick(const In& in) {
  const bool credit_was_sent = out_.credit_sent_o;
  out_ = {};
  In now = in;
  now.credit_pending_i = in.credit_pending_i && !credit_was_sent;
  transmit(now);
  if (in.line_valid_i) receive(in.line_i);
  out_.packet_ready_o = tx_ == Tx::kIdle;
  out_.word_ready_o = tx_ == Tx::kLow;
}

void ExanetApelinkFramer::show(std::uint64_t word) {
  out_.line_valid_o = true;
  out_.line_o = word;
}

void ExanetApelinkFramer::send_credit(const In& in) {
  show(in.credit_word_i);
  out_.credit_sent_o = true;
}

void ExanetApelinkFramer::transmit(const In& in) {
  switch (tx_) {
    case Tx::kIdle:
      if (in.packet_valid_i) {
        tx_vc_ = in.packet_vc_i;
        tx_words_ = static_cast<std::uint8_t>(in.packet_words_i);
        TIN_CHECK(WordsAreLegal, tx_words_ <= kExanetMaxWords,
                  fmt::format("packet of {} words", tx_words_));
        show(kExanetMagic);
        tx_ = Tx::kStart;
      } else if (in.credit_pending_i) {
        send_credit(in);
      }
      break;
    case Tx::kStart:
      show(exanet_start_word(tx_words_, tx_vc_));
      tx_left_ = static_cast<std::uint8_t>(tx_words_ + kExanetFrameWords);
      tx_ = Tx::kLow;
      break;
    case Tx::kLow: {
      if (!in.word_valid_i) break;
      const ExanetWord word = to_word(in.word_i);
      show(word.low);
      tx_high_ = word.high;
      tx_ = Tx::kHigh;
      break;
    }
    case Tx::kHigh:
      show(tx_high_);
      tx_ = --tx_left_ == 0 ? Tx::kCredit : Tx::kLow;
      break;
    case Tx::kCredit:
      send_credit(in);
      tx_ = Tx::kIdle;
      break;
  }
}

void ExanetApelinkFramer::receive_start(std::uint64_t word) {
  if (is_exanet_start(word)) {
    rx_vc_ = exanet_start_vc(word);
    rx_left_ = static_cast<std::uint8_t>(exanet_start_words(word) + kExanetFrameWords);
    rx_first_ = true;
    rx_ = Rx::kLow;
    return;
  }
  out_.rx_error_o = true;
  if (word != kExanetMagic) rx_ = Rx::kHunt;
}

void ExanetApelinkFramer::receive(std::uint64_t word) {
  switch (rx_) {
    case Rx::kHunt:
      if (word == kExanetMagic) {
        rx_ = Rx::kStart;
      } else if (word >> 56 == kExanetCreditCode) {
        out_.rx_credit_valid_o = true;
        out_.rx_credit_o = word;
      } else {
        out_.rx_error_o = true;
      }
      break;
    case Rx::kStart:
      receive_start(word);
      break;
    case Rx::kLow:
      rx_low_ = word;
      rx_ = Rx::kHigh;
      break;
    case Rx::kHigh: {
      --rx_left_;
      const ExanetKind kind = rx_first_       ? ExanetKind::kHeader
                              : rx_left_ == 0 ? ExanetKind::kFooter
                                              : ExanetKind::kPayload;
      rx_first_ = false;
      out_.rx_valid_o = true;
      out_.rx_kind_o = static_cast<unsigned>(kind);
      out_.rx_vc_o = rx_vc_;
      out_.rx_word_o = to_bits<128>({rx_low_, word});
      rx_ = rx_left_ == 0 ? Rx::kHunt : Rx::kLow;
      break;
    }
  }
}

void ExanetApelinkFramer::reset(const In&) {
  *this = {};
  out_.packet_ready_o = true;
}

void ExanetApelinkFramer::list_state(StateList& state) const {
  state.add("tx_state", tx_);
  state.add("tx_vc", tx_vc_);
  state.add("tx_words_left", tx_left_);
  state.add("rx_state", rx_);
  state.add("rx_vc", rx_vc_);
  state.add("rx_words_left", rx_left_);
}

}  // namespace tinsim
