// SPDX-License-Identifier: Apache-2.0
// Credits of one end of an APElink, with threshold and health bits.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/exanet_credit_word.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
class ExanetCreditManager {
 public:
  struct In {
    std::array<Bits<8>, 2> header_words_i{};
    std::array<Bits<12>, 2> payload_words_i{};
    Bits<12> tred_i;
    Bits<16> refresh_i;
    bool take_valid_i = false, take_vc_i = false;
    Bits<6> take_words_i;
    bool rx_valid_i = false;
    Bits<64> rx_word_i;
    std::array<Bits<2>, 2> freed_header_i{}, freed_payload_i{};
    Bits<8> health_i;
    bool sent_i = false;
    TIN_PORTS(header_words_i, payload_words_i, tred_i, refresh_i, take_valid_i, take_vc_i,
              take_words_i, rx_valid_i, rx_word_i, freed_header_i, freed_payload_i, health_i,
              sent_i)
  };
  struct Out {
    std::array<Bits<8>, 2> header_credit_o{};
    std::array<Bits<12>, 2> payload_credit_o{};
    std::array<bool, 2> suspended_o{};
    Bits<64> word_o;
    bool pending_o = false;
    Bits<8> neighbour_health_o;
    bool error_o = false;
    TIN_PORTS(header_credit_o, payload_credit_o, suspended_o, word_o, pending_o, neighbour_health_o,
              error_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void take(const In& in);
  void receive(const In& in);
  void report(const In& in);
  unsigned header_credit(unsigned vc, const ExanetCredits& reported) const;
  unsigned payload_credit(unsigned vc, const ExanetCredits& reported) const;
  void show_credits(const In& in);

  std::array<std::uint16_t, 2> header_words_{}, payload_words_{};  ///< sizes
  std::array<std::uint16_t, 2> header_taken_{}, payload_taken_{};
  ExanetCredits reported_;         ///< by the far end
  ExanetCredits freed_;            ///< at this end
  std::uint64_t before_body_ = 0;  ///< of the cycle before
  std::uint64_t sent_body_ = 0;    ///< of the word that was sent last
  std::uint16_t since_sent_ = 1;
  Out out_;
};

}  // namespace tinsim
