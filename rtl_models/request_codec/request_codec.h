// SPDX-License-Identifier: Apache-2.0
// Request codec: requests of 1RMA as the words of a cell.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/rma_words.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
class RequestCodec {
 public:
  struct In {
    bool enc_valid_i = false;
    Bits<64> enc_header_i;
    Bits<4> enc_op_i, enc_flags_i;
    Bits<16> enc_size_i, enc_slot_i;
    Bits<24> enc_region_i;
    Bits<48> enc_offset_i;
    Bits<32> enc_pid_i;
    Bits<48> enc_counter_i;
    Bits<64> enc_tag_hi_i, enc_tag_lo_i;
    bool word_ready_i = false;
    bool rx_valid_i = false;
    Bits<64> rx_word_i;
    bool rx_first_i = false, rx_last_i = false;
    Bits<4> rx_type_i;
    TIN_PORTS(enc_valid_i, enc_header_i, enc_op_i, enc_flags_i, enc_size_i, enc_slot_i,
              enc_region_i, enc_offset_i, enc_pid_i, enc_counter_i, enc_tag_hi_i, enc_tag_lo_i,
              word_ready_i, rx_valid_i, rx_word_i, rx_first_i, rx_last_i, rx_type_i)
  };
  struct Out {
    bool enc_ready_o = false, word_valid_o = false;
    Bits<64> word_o;
    bool word_first_o = false, word_last_o = false;
    bool dec_valid_o = false;
    Bits<3> dec_error_o;
    Bits<4> dec_type_o, dec_op_o, dec_flags_o;
    Bits<16> dec_size_o, dec_slot_o;
    Bits<24> dec_region_o;
    Bits<48> dec_offset_o;
    Bits<32> dec_pid_o;
    Bits<48> dec_counter_o;
    Bits<64> dec_tag_hi_o, dec_tag_lo_o;
    TIN_PORTS(enc_ready_o, word_valid_o, word_o, word_first_o, word_last_o, dec_valid_o,
              dec_error_o, dec_type_o, dec_op_o, dec_flags_o, dec_size_o, dec_slot_o, dec_region_o,
              dec_offset_o, dec_pid_o, dec_counter_o, dec_tag_hi_o, dec_tag_lo_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void encode(const In& in);
  void drive_word();
  void decode(const In& in);
  void drive_request();

  std::uint64_t header_ = 0;
  RmaRequestPayload sending_{};
  unsigned shown_ = kRmaRequestWords;  ///< word on the pins; kRmaRequestWords: none
  RmaRequestPayload decoded_{};
  unsigned received_words_ = 0;  ///< words of the cell that arrives; 0: none arrives
  std::uint8_t type_ = 0;
  Out out_;
};

}  // namespace tinsim
