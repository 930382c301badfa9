// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon code RS(70,66) over GF(2^8), generator roots alpha^0 .. alpha^3; corrects two
// symbols.
#include "rtl_models/parts/rs70.h"

#include "rtl_models/parts/gf256.h"

namespace tinsim {
namespace {

using gf256::divide;
using gf256::multiply;

using Symbol = std::uint8_t;
using Syndromes = std::array<Symbol, kRsParity>;

/// Coefficients of (x - alpha^0) .. (x - alpha^3) below x^4, the highest first.
Syndromes make_generator() {
  std::array<Symbol, kRsParity + 1> product = {1};
  for (unsigned root = 0; root < kRsParity; ++root)
    for (unsigned n = root + 1; n > 0; --n)
      product[n] ^= multiply(product[n - 1], gf256::power(root));
  return {product[1], product[2], product[3], product[4]};
}

/// The received polynomial at the generator's roots.
Syndromes syndromes_of(const RsCodeword& codeword) {
  Syndromes s{};
  for (Symbol symbol : codeword)
    for (unsigned j = 0; j < kRsParity; ++j) s[j] = multiply(s[j], gf256::power(j)) ^ symbol;
  return s;
}

/// A symbol's locator is alpha to the power of x whose coefficient it is.
Symbol locator_of(unsigned symbol) { return gf256::power(kRsSymbols - 1 - symbol); }

/// The symbol of a locator, or kRsSymbols if it lies in the part that shortening cut off.
unsigned symbol_at(Symbol locator) {
  const unsigned exponent = gf256::logarithm(locator);
  return exponent < kRsSymbols ? kRsSymbols - 1 - exponent : kRsSymbols;
}

constexpr RsResult kUncorrectable{false, 0};

/// One wrong symbol of value y and locator x: s[j] = y x^j.
RsResult correct_one(RsCodeword& codeword, const Syndromes& s) {
  if (s[0] == 0 || s[1] == 0) return kUncorrectable;
  const Symbol locator = divide(s[1], s[0]);
  if (multiply(s[1], locator) != s[2] || multiply(s[2], locator) != s[3]) return kUncorrectable;
  const unsigned symbol = symbol_at(locator);
  if (symbol == kRsSymbols) return kUncorrectable;
  codeword[symbol] ^= s[0];
  return {true, 1};
}

/// Two wrong symbols: the locators are the roots of x^2 + a x + b with s[j+2] = a s[j+1] + b s[j].
/// `determinant` of that system for j = 0, 1 is not zero.
RsResult correct_two(RsCodeword& codeword, const Syndromes& s, Symbol determinant) {
  const Symbol a = divide(multiply(s[1], s[2]) ^ multiply(s[0], s[3]), determinant);
  const Symbol b = divide(multiply(s[1], s[3]) ^ multiply(s[2], s[2]), determinant);
  if (a == 0) return kUncorrectable;  // the roots would be equal
  for (unsigned first = 0; first < kRsSymbols; ++first) {
    const Symbol x1 = locator_of(first), x2 = x1 ^ a;
    if (x2 == 0 || multiply(x1, x2) != b) continue;
    const unsigned second = symbol_at(x2);
    if (second == kRsSymbols) return kUncorrectable;
    const Symbol y1 = divide(s[1] ^ multiply(s[0], x2), a);
    codeword[first] ^= y1;
    codeword[second] ^= y1 ^ s[0];
    return {true, 2};
  }
  return kUncorrectable;
}

}  // namespace

void rs_encode(RsCodeword& codeword) {
  static const Syndromes kGenerator = make_generator();
  Syndromes rest{};  // of the division of data x^4 by the generator, highest power first
  for (unsigned n = 0; n < kRsData; ++n) {
    const Symbol feedback = codeword[n] ^ rest[0];
    for (unsigned j = 0; j < kRsParity; ++j)
      rest[j] = (j + 1 < kRsParity ? rest[j + 1] : 0) ^ multiply(feedback, kGenerator[j]);
  }
  for (unsigned j = 0; j < kRsParity; ++j) codeword[kRsData + j] = rest[j];
}

RsResult rs_decode(RsCodeword& codeword) {
  const Syndromes s = syndromes_of(codeword);
  if (s == Syndromes{}) return {};
  // Zero for one wrong symbol; y1 y2 (x1 + x2)^2 for two.
  const Symbol determinant = multiply(s[1], s[1]) ^ multiply(s[0], s[2]);
  return determinant == 0 ? correct_one(codeword, s) : correct_two(codeword, s, determinant);
}

}  // namespace tinsim
