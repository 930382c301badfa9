// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon code RS(70,66) over GF(2^8), generator roots alpha^0 .. alpha^3; corrects two
// symbols.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

inline constexpr unsigned kRsSymbols = 70, kRsData = 66, kRsParity = 4;

/// Symbol 0 is the coefficient of the highest power, x^69; symbols 66..69 are parity.
using RsCodeword = std::array<std::uint8_t, kRsSymbols>;

/// Sets the parity symbols from the data symbols.
void rs_encode(RsCodeword& codeword);

struct RsResult {
  bool ok = true;          ///< it is a codeword now
  unsigned corrected = 0;  ///< symbols changed, 0..2
};
/// Corrects up to two symbols. Not ok if no pattern of one or two wrong symbols explains the
/// syndromes: then `codeword` is as it was. Three wrong symbols or more may be mistaken for fewer.
RsResult rs_decode(RsCodeword& codeword);

}  // namespace tinsim
