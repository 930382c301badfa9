// SPDX-License-Identifier: Apache-2.0
// Bits in wire order, put in and taken out in pieces of any width: the content of a gearbox.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rtl_models/common/pack.h"

namespace tinsim {

/// At most `kCapacity` bits; bit 0 of the first push is taken first.
template <unsigned kCapacity>
class BitQueue {
 public:
  unsigned size() const { return size_; }

  /// There must be room for N bits.
  template <unsigned N>
  void push(const Bits<N>& bits) {
    BitWriter to(words_.data(), size_);
    pack(bits, to);
    to.flush();
    size_ += N;
  }
  /// There must be N bits.
  template <unsigned N>
  Bits<N> pop() {
    BitReader from(words_.data());
    Bits<N> bits;
    unpack(from, bits);
    drop(N);
    return bits;
  }
  /// The first `count` bits are lost; there must be as many.
  void drop(unsigned count) {
    BitReader from(words_.data(), count);
    std::array<std::uint32_t, kWords> rest{};
    BitWriter to(rest.data());
    for (unsigned left = size_ - count; left > 0;) {
      const unsigned width = std::min(left, 32u);
      to.put(from.get(width), width);
      left -= width;
    }
    to.flush();
    words_ = rest;
    size_ -= count;
  }

 private:
  /// One more than the bits need: dropping all of them still reads the word behind.
  static constexpr unsigned kWords = kCapacity / 32 + 1;

  std::array<std::uint32_t, kWords> words_{};
  unsigned size_ = 0;
};

}  // namespace tinsim
