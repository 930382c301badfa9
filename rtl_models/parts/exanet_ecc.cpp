// SPDX-License-Identifier: Apache-2.0
// Extended Hamming code (128,120) of the ExaNet header: corrects one bit, detects two.
#include "rtl_models/parts/exanet_ecc.h"

#include <array>

namespace tinsim {
namespace {

constexpr unsigned kChecks = 7;
constexpr unsigned kPlaces = 128;
constexpr unsigned kParityBit = 127;
constexpr std::uint64_t kInfoHigh = (std::uint64_t{1} << (kExanetInfoBits - 64)) - 1;

struct Tables {
  std::array<ExanetWord, kChecks> covered{};         ///< [check bit] its information bits
  std::array<std::uint8_t, kPlaces> bit_at_place{};  ///< [place]
};

Tables make_tables() {
  Tables tables;
  unsigned info = 0, check = 0;
  for (unsigned place = 1; place < kPlaces; ++place) {
    if ((place & (place - 1)) == 0) {
      tables.bit_at_place[place] = static_cast<std::uint8_t>(kExanetInfoBits + check++);
      continue;
    }
    for (unsigned j = 0; j < kChecks; ++j)
      if (place >> j & 1) tables.covered[j].flip(info);
    tables.bit_at_place[place] = static_cast<std::uint8_t>(info++);
  }
  return tables;
}

const Tables& tables() {
  static const Tables made = make_tables();
  return made;
}

unsigned parity(const ExanetWord& word) {
  return static_cast<unsigned>(__builtin_parityll(word.low ^ word.high));
}

unsigned check_bits(const ExanetWord& word) {
  unsigned checks = 0;
  for (unsigned j = 0; j < kChecks; ++j) {
    const ExanetWord& mask = tables().covered[j];
    checks |= parity({word.low & mask.low, word.high & mask.high}) << j;
  }
  return checks;
}

}  // namespace

ExanetWord exanet_encode(ExanetWord info) {
  info.high &= kInfoHigh;
  info.high |= std::uint64_t{check_bits(info)} << (kExanetInfoBits - 64);
  if (parity(info)) info.flip(kParityBit);
  return info;
}

ExanetDecoded exanet_decode(const ExanetWord& word) {
  const unsigned received = word.high >> (kExanetInfoBits - 64) & 0x7f;
  const unsigned syndrome = received ^ check_bits(word);
  ExanetDecoded decoded;
  decoded.info = word;
  decoded.corrected = parity(word);
  decoded.uncorrectable = !decoded.corrected && syndrome != 0;
  if (decoded.corrected) {
    decoded.position = syndrome == 0 ? kParityBit : tables().bit_at_place[syndrome];
    decoded.info.flip(decoded.position);
  }
  decoded.info.high &= kInfoHigh;
  return decoded;
}

}  // namespace tinsim
