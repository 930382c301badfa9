// SPDX-License-Identifier: Apache-2.0
// Ordered sets put together from the tables of ordered_set_codec, independently of its model.
#pragma once

#include <cstdint>

namespace tinsim {

inline constexpr std::uint64_t kMask48 = (std::uint64_t{1} << 48) - 1;

/// A control word after the table of ordered_set_codec, its CRC-8/ROHC bit by bit.
inline std::uint64_t control_word(unsigned code, std::uint64_t body) {
  const std::uint64_t covered = code | body << 4;
  unsigned crc = 0xFF;
  for (unsigned bit = 0; bit < 56; ++bit)
    crc = crc >> 1 ^ (((covered >> bit ^ crc) & 1) ? 0xE0 : 0);
  return covered | std::uint64_t{crc} << 56;
}
/// TIMESYNC, MOS and LAT: 4 bits, then 48.
inline std::uint64_t sub_word(unsigned code, unsigned sub, std::uint64_t rest) {
  return control_word(code, sub | (rest & kMask48) << 4);
}
inline constexpr unsigned kFcCode = 2, kTimeSyncCode = 3, kMosCode = 4, kPhyCode = 5, kLatCode = 6,
                          kIdleCode = 7;

struct FcEntry {
  unsigned vc, limit;
};
/// The body of FC from the table of ordered_set_codec: entries of 17 bits, then `init`.
inline std::uint64_t fc_body(FcEntry a, FcEntry b, FcEntry c, bool init = false) {
  auto bits = [](FcEntry entry) { return entry.vc | std::uint64_t{entry.limit % 4096} << 5; };
  return bits(a) | bits(b) << 17 | bits(c) << 34 | std::uint64_t{init} << 51;
}
inline std::uint64_t fc_body(FcEntry all, bool init = false) {
  return fc_body(all, all, all, init);
}

}  // namespace tinsim
