// SPDX-License-Identifier: Apache-2.0
// CRC-8/ROHC: polynomial 0x07, initial 0xFF, reflected, no final XOR; check value 0xD0.
#include "rtl_models/parts/crc8.h"

#include <array>

namespace tinsim {
namespace {

constexpr std::uint8_t kReflectedPolynomial = 0xE0;

constexpr std::array<std::uint8_t, 256> make_table() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? kReflectedPolynomial : 0);
    table[byte] = static_cast<std::uint8_t>(crc);
  }
  return table;
}
constexpr auto kTable = make_table();

}  // namespace

std::uint8_t crc8_rohc(const std::uint8_t* bytes, std::size_t count) {
  std::uint8_t crc = 0xFF;
  for (std::size_t i = 0; i < count; ++i) crc = kTable[crc ^ bytes[i]];
  return crc;
}

std::uint8_t crc8_rohc(std::uint64_t word, unsigned count) {
  std::uint8_t crc = 0xFF;
  for (; count > 0; --count, word >>= 8) crc = kTable[crc ^ (word & 0xFF)];
  return crc;
}

}  // namespace tinsim
