// SPDX-License-Identifier: Apache-2.0
// Request codec: requests of 1RMA as the words of a cell.
#include "rtl_models/request_codec/request_codec.h"

#include <algorithm>

#include "rtl_models/common/state.h"

namespace tinsim {

void RequestCodec::tick(const In& in) {
  const bool can_begin = out_.enc_ready_o;
  out_ = {};
  if (can_begin && in.enc_valid_i)
    encode(in);
  else if (shown_ < kRmaRequestWords && in.word_ready_i)
    ++shown_;
  drive_word();
  if (in.rx_valid_i) decode(in);
}

void RequestCodec::encode(const In& in) {
  RmaRequest request;
  request.op = static_cast<std::uint8_t>(in.enc_op_i);
  request.flags = static_cast<std::uint8_t>(in.enc_flags_i);
  request.size = static_cast<std::uint16_t>(in.enc_size_i);
  request.slot = static_cast<std::uint16_t>(in.enc_slot_i);
  request.region = static_cast<std::uint32_t>(in.enc_region_i);
  request.offset = in.enc_offset_i;
  request.pid = static_cast<std::uint32_t>(in.enc_pid_i);
  request.counter = in.enc_counter_i;
  request.tag = {in.enc_tag_hi_i, in.enc_tag_lo_i};
  header_ = in.enc_header_i;
  sending_ = pack_words(request);
  shown_ = 0;
}

void RequestCodec::drive_word() {
  out_.enc_ready_o = shown_ == kRmaRequestWords;
  if (out_.enc_ready_o) return;
  out_.word_valid_o = true;
  out_.word_first_o = shown_ == 0;
  out_.word_last_o = shown_ == kRmaRequestWords - 1;
  out_.word_o = shown_ == 0 ? header_ : sending_[shown_ - 1];
}

void RequestCodec::decode(const In& in) {
  if (in.rx_first_i) {
    received_words_ = 0;
    decoded_ = {};
    type_ = static_cast<std::uint8_t>(in.rx_type_i);
  } else if (received_words_ == 0) {
    return;
  }
  if (received_words_ >= 1 && received_words_ < kRmaRequestWords)
    decoded_[received_words_ - 1] = in.rx_word_i;
  received_words_ =
      std::min(received_words_ + 1, kRmaRequestWords + 1);  // more is as wrong as one more
  if (!in.rx_last_i) return;
  drive_request();
  received_words_ = 0;
}

void RequestCodec::drive_request() {
  const RmaCellError error = judge_request_cell(type_, received_words_, decoded_[0]);
  out_.dec_valid_o = true;
  out_.dec_error_o = static_cast<std::uint64_t>(error);
  out_.dec_type_o = type_;
  if (error != RmaCellError::None) return;
  const RmaRequest request = unpack_request(decoded_);
  out_.dec_op_o = request.op;
  out_.dec_flags_o = request.flags;
  out_.dec_size_o = request.size;
  out_.dec_slot_o = request.slot;
  out_.dec_region_o = request.region;
  out_.dec_offset_o = request.offset;
  out_.dec_pid_o = request.pid;
  out_.dec_counter_o = request.counter;
  out_.dec_tag_hi_o = request.tag.hi;
  out_.dec_tag_lo_o = request.tag.lo;
}

void RequestCodec::reset(const In&) {
  *this = {};
  drive_word();
}

void RequestCodec::list_state(StateList& state) const {
  state.add("header", header_);
  state.add("shown_word", shown_);
  state.add("received_words", received_words_);
  state.add("type", type_);
}

}  // namespace tinsim
