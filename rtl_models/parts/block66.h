// SPDX-License-Identifier: Apache-2.0
// The 66-bit block of the line: a sync header, sent first, and 64 payload bits.
#pragma once

#include "rtl_models/common/bits.h"

namespace tinsim {

/// Bit 0 is sent first. 0b00 and 0b11 are code violations.
enum Sync : unsigned { kSyncControl = 0b01, kSyncData = 0b10 };

inline bool is_good_sync(unsigned sync) { return sync == kSyncControl || sync == kSyncData; }

inline Bits<66> make_block(unsigned sync, std::uint64_t payload) {
  Bits<66> block;
  block.words() = {static_cast<std::uint32_t>(payload << 2 | sync),
                   static_cast<std::uint32_t>(payload >> 30),
                   static_cast<std::uint32_t>(payload >> 62)};
  return block;
}

inline unsigned sync_of(const Bits<66>& block) { return block.words()[0] & 0b11; }

inline std::uint64_t payload_of(const Bits<66>& block) {
  const auto& words = block.words();
  return words[0] >> 2 | std::uint64_t{words[1]} << 30 | std::uint64_t{words[2]} << 62;
}

}  // namespace tinsim
