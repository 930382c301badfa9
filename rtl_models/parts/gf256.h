// SPDX-License-Identifier: Apache-2.0
// GF(2^8) with the primitive polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11D). Addition is xor.
#pragma once

#include <cstdint>

namespace tinsim::gf256 {

/// Every element but zero is a power of alpha = 2; the powers repeat after this many.
inline constexpr unsigned kOrder = 255;

/// alpha to the power `exponent`, any.
std::uint8_t power(unsigned exponent);
/// The exponent 0..254 of `element`, which must not be zero.
unsigned logarithm(std::uint8_t element);
std::uint8_t multiply(std::uint8_t a, std::uint8_t b);
/// `divisor` must not be zero.
std::uint8_t divide(std::uint8_t dividend, std::uint8_t divisor);

}  // namespace tinsim::gf256
