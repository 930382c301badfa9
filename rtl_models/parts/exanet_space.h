// SPDX-License-Identifier: Apache-2.0
// Virtual cut-through: a packet moves if the buffer that is to store it has space for all of it.
#pragma once

namespace tinsim {

inline constexpr unsigned kExanetFrameWords = 2;  ///< header and footer of a packet

constexpr bool exanet_fits(unsigned header_space, unsigned payload_space, unsigned words) {
  return header_space >= kExanetFrameWords && payload_space >= words;
}

}  // namespace tinsim
