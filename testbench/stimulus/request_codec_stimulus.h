// SPDX-License-Identifier: Apache-2.0
// Requests to send; arriving cells, right, wrong, truncated and with gaps, for request_codec.
#pragma once

#include <vector>

#include "rtl_models/request_codec/request_codec.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Most cells have six words; types, ops and flags mostly fit together.
class RequestCodecStimulus {
 public:
  using In = RequestCodec::In;
  using Out = RequestCodec::Out;

  explicit RequestCodecStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    words_left_ = left_ = 0;
    return {};
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.enc_valid_i = requests_.go(random_);
    in.enc_header_i = random_.bits();
    in.enc_op_i = random_.bits();
    in.enc_flags_i = random_.bits();
    in.enc_size_i = random_.bits();
    in.enc_slot_i = random_.bits();
    in.enc_region_i = random_.bits();
    in.enc_offset_i = random_.bits();
    in.enc_pid_i = random_.bits();
    in.enc_counter_i = random_.bits();
    in.enc_tag_hi_i = random_.bits();
    in.enc_tag_lo_i = random_.bits();
    in.word_ready_i = taken_.go(random_);
    receive(in);
    return in;
  }

 private:
  void new_profile() {
    wrong_percent_ = random_.chance(50) ? 5 : random_.chance(50) ? 40 : 0;
    left_ = random_.range(50, 500);
  }
  bool wrong() { return random_.chance(wrong_percent_); }
  void receive(In& in) {
    in.rx_word_i = random_.bits();
    in.rx_type_i = random_.bits();
    in.rx_first_i = random_.chance(50);
    in.rx_last_i = random_.chance(50);
    in.rx_valid_i = words_.go(random_);
    if (!in.rx_valid_i) return;
    // Words that belong to no cell, and a cell that begins inside another one.
    if (words_left_ == 0 && wrong()) {
      in.rx_first_i = false;
      return;
    }
    if (words_left_ == 0 || random_.below(100) * 4 < wrong_percent_) begin();
    in.rx_first_i = words_left_ == length_;
    if (in.rx_first_i) in.rx_type_i = type_;
    if (words_left_ + 1 == length_) in.rx_word_i = first_payload(in.rx_word_i);
    --words_left_;
    in.rx_last_i = words_left_ == 0;
  }
  void begin() {
    length_ = words_left_ = wrong() ? (random_.chance(90) ? random_.range(1, 20) : 70) : 6;
    type_ = wrong() ? random_.below(16) : random_.range(4, 6);
  }
  /// An op that suits the type, and no flags but in a PULL.
  std::uint64_t first_payload(std::uint64_t word) {
    const unsigned op = wrong() ? random_.below(16) : type_ == 4 ? 0 : random_.range(1, 4);
    const unsigned flags = type_ == 6 || wrong() ? random_.below(16) : 0;
    return (word & ~std::uint64_t{0xFF}) | flags << 4 | op;
  }

  Random random_;
  RandomStall requests_, taken_, words_;
  unsigned length_ = 0, words_left_ = 0, type_ = 0;  ///< of the arriving cell
  // The profile of random rates, and cycles until the next one.
  unsigned wrong_percent_ = 0, left_ = 0;
};

}  // namespace tinsim
