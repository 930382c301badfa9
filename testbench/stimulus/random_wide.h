// SPDX-License-Identifier: Apache-2.0
// Random values wider than 64 bits: blocks and line words.
#pragma once

#include "rtl_models/common/pack.h"
#include "testbench/bench_random.h"

namespace tinsim {

template <unsigned N>
Bits<N> random_wide(Random& random) {
  std::uint32_t words[(N + 31) / 32];
  for (auto& word : words) word = static_cast<std::uint32_t>(random.bits());
  BitReader reader(words);
  Bits<N> bits;
  unpack(reader, bits);
  return bits;
}

}  // namespace tinsim
