// SPDX-License-Identifier: Apache-2.0
// GF(2^8) with the primitive polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11D). Addition is xor.
#include "rtl_models/parts/gf256.h"

#include <array>

namespace tinsim::gf256 {
namespace {

constexpr unsigned kPrimitive = 0x11D;

struct Tables {
  std::array<std::uint8_t, 2 * kOrder> power{};  // two rounds: a sum of two logarithms is an index
  std::array<std::uint8_t, 256> logarithm{};
};

constexpr Tables make_tables() {
  Tables tables;
  unsigned element = 1;
  for (unsigned n = 0; n < kOrder; ++n) {
    tables.power[n] = tables.power[n + kOrder] = static_cast<std::uint8_t>(element);
    tables.logarithm[element] = static_cast<std::uint8_t>(n);
    element <<= 1;
    if (element & 0x100) element ^= kPrimitive;
  }
  return tables;
}
constexpr Tables kTables = make_tables();

}  // namespace

std::uint8_t power(unsigned exponent) { return kTables.power[exponent % kOrder]; }

unsigned logarithm(std::uint8_t element) { return kTables.logarithm[element]; }

std::uint8_t multiply(std::uint8_t a, std::uint8_t b) {
  if (a == 0 || b == 0) return 0;
  return kTables.power[kTables.logarithm[a] + kTables.logarithm[b]];
}

std::uint8_t divide(std::uint8_t dividend, std::uint8_t divisor) {
  if (dividend == 0) return 0;
  return kTables.power[kTables.logarithm[dividend] + kOrder - kTables.logarithm[divisor]];
}

}  // namespace tinsim::gf256
