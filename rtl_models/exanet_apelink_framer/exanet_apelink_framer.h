// SPDX-License-Identifier: Apache-2.0
// Packets and credit words on an APElink of 64 bits per cycle, and back.
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
class ExanetApelinkFramer {
 public:
  struct In {
    bool packet_valid_i = false, packet_vc_i = false;
    Bits<6> packet_words_i;
    bool word_valid_i = false;
    Bits<128> word_i;
    bool credit_pending_i = false;
    Bits<64> credit_word_i;
    bool line_valid_i = false;
    Bits<64> line_i;
    TIN_PORTS(packet_valid_i, packet_vc_i, packet_words_i, word_valid_i, word_i, credit_pending_i,
              credit_word_i, line_valid_i, line_i)
  };
  struct Out {
    bool packet_ready_o = false, word_ready_o = false, credit_sent_o = false;
    bool line_valid_o = false;
    Bits<64> line_o;
    bool rx_valid_o = false;
    Bits<2> rx_kind_o;
    bool rx_vc_o = false;
    Bits<128> rx_word_o;
    bool rx_credit_valid_o = false;
    Bits<64> rx_credit_o;
    bool rx_error_o = false;
    TIN_PORTS(packet_ready_o, word_ready_o, credit_sent_o, line_valid_o, line_o, rx_valid_o,
              rx_kind_o, rx_vc_o, rx_word_o, rx_credit_valid_o, rx_credit_o, rx_error_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  enum class Tx : std::uint8_t { kIdle, kStart, kLow, kHigh, kCredit };
  enum class Rx : std::uint8_t { kHunt, kStart, kLow, kHigh };

  void transmit(const In& in);
  void receive(std::uint64_t word);
  void receive_start(std::uint64_t word);
  void show(std::uint64_t word);
  void send_credit(const In& in);

  Tx tx_ = Tx::kIdle;
  bool tx_vc_ = false;
  std::uint8_t tx_words_ = 0;  ///< of payload
  std::uint8_t tx_left_ = 0;   ///< words of 128 bits
  std::uint64_t tx_high_ = 0;

  Rx rx_ = Rx::kHunt;
  bool rx_vc_ = false, rx_first_ = false;
  std::uint8_t rx_left_ = 0;
  std::uint64_t rx_low_ = 0;
  Out out_;
};

}  // namespace tinsim
