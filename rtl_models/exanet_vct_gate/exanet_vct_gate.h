// SPDX-License-Identifier: Apache-2.0
// Virtual cut-through at one output of the ExaNet router: which packets have space behind it.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A Mealy block; ports and behaviour are described in README.md.
template <unsigned kRequests>
class ExanetVctGate {
  static_assert(kRequests >= 2 && kRequests <= 16, "NumRequests: 2..16");

 public:
  struct In {
    std::array<Bits<8>, 2> header_words_i{};
    std::array<Bits<13>, 2> payload_words_i{};
    std::array<bool, kRequests> request_valid_i{}, request_vc_i{};
    std::array<Bits<6>, kRequests> request_words_i{};
    bool take_valid_i = false, take_vc_i = false;
    Bits<6> take_words_i;
    std::array<Bits<2>, 2> freed_header_i{}, freed_payload_i{};
    TIN_PORTS(header_words_i, payload_words_i, request_valid_i, request_vc_i, request_words_i,
              take_valid_i, take_vc_i, take_words_i, freed_header_i, freed_payload_i)
  };
  struct Out {
    std::array<bool, kRequests> fits_o{};
    std::array<Bits<8>, 2> header_space_o{};
    std::array<Bits<13>, 2> payload_space_o{};
    TIN_PORTS(fits_o, header_space_o, payload_space_o)
  };

  Out eval(const In& in) const;
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  std::array<std::uint16_t, 2> header_words_{}, payload_words_{};  ///< sizes
  std::array<std::uint16_t, 2> header_space_{}, payload_space_{};
};

}  // namespace tinsim
