// SPDX-License-Identifier: Apache-2.0
// Extended Hamming code (128,120) of the ExaNet header: corrects one bit, detects two.
#pragma once

#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

inline constexpr unsigned kExanetInfoBits = 120;

struct ExanetDecoded {
  ExanetWord info;  ///< bits 119:0, corrected if `corrected`
  bool corrected = false, uncorrectable = false;
  unsigned position = 0;  ///< bit of the word that was wrong, if `corrected`
};

/// Bits of `info` from 120 on are ignored.
ExanetWord exanet_encode(ExanetWord info);
ExanetDecoded exanet_decode(const ExanetWord& word);

}  // namespace tinsim
