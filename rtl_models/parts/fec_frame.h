// SPDX-License-Identifier: Apache-2.0
// One codeword of a global link in wire order: eight 66-bit blocks and parity, or eight line words.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/pack.h"
#include "rtl_models/parts/rs70.h"

namespace tinsim {

inline constexpr unsigned kBlocksPerFrame = 8;

/// Parity is inverted on the line, byte by byte: alternating bits are balanced and full of edges.
class FecFrame {
 public:
  /// Blocks, or line words, are put in order 0..7: each clears the following bits of its last word.
  void put_block(unsigned n, const Bits<66>& block) { put(n, block); }
  void put_line(unsigned n, const Bits<70>& line) { put(n, line); }
  Bits<66> block(unsigned n) const { return get<66>(n); }
  Bits<70> line(unsigned n) const { return get<70>(n); }

  /// Sets the parity of the eight blocks.
  void encode() {
    RsCodeword codeword = symbols();
    rs_encode(codeword);
    set_symbols(codeword);
  }
  /// Bits of symbol k that are ones in `error` change, as an error on the line does.
  void flip(unsigned k, std::uint8_t error) { words_[k / 4] ^= std::uint32_t{error} << k % 4 * 8; }
  RsResult decode() {
    RsCodeword codeword = symbols();
    const RsResult result = rs_decode(codeword);
    set_symbols(codeword);
    return result;
  }

 private:
  static constexpr std::uint8_t kParityInversion = 0xA5;

  template <unsigned N>
  void put(unsigned n, const Bits<N>& bits) {
    BitWriter to(words_.data(), N * n);
    pack(bits, to);
    to.flush();
  }
  template <unsigned N>
  Bits<N> get(unsigned n) const {
    BitReader from(words_.data(), N * n);
    Bits<N> bits;
    unpack(from, bits);
    return bits;
  }
  static unsigned inversion(unsigned symbol) { return symbol < kRsData ? 0 : kParityInversion; }
  RsCodeword symbols() const {
    RsCodeword codeword;
    for (unsigned k = 0; k < kRsSymbols; ++k)
      codeword[k] = static_cast<std::uint8_t>(words_[k / 4] >> k % 4 * 8 ^ inversion(k));
    return codeword;
  }
  void set_symbols(const RsCodeword& codeword) {
    words_ = {};
    for (unsigned k = 0; k < kRsSymbols; ++k)
      words_[k / 4] |= (codeword[k] ^ inversion(k)) << k % 4 * 8;
  }

  std::array<std::uint32_t, (kRsSymbols * 8 + 31) / 32> words_{};
};

}  // namespace tinsim
