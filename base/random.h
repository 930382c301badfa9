// SPDX-License-Identifier: Apache-2.0
// Counter-based random words: a draw depends on the name of its stream and the cell's number only.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

namespace tinsim {

/// The four independent 32-bit words that decide one cell.
struct Draw {
  uint32_t gap;
  uint32_t destination;
  uint32_t size;
  uint32_t burst;
};

/// Philox4x32-10 (Salmon et al., SC'11) keyed by `seed`, at counter (number, stream, entry). Equal
/// arguments give equal words on every machine and in any order of evaluation.
[[gnu::always_inline]] inline Draw draw(uint64_t seed, uint32_t entry, uint32_t stream,
                                        uint64_t number) {
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<uint32_t>(number), static_cast<uint32_t>(number >> 32), stream, entry}};
  const r123::Philox4x32::key_type key = {
      {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}};
  const auto word = r123::Philox4x32{}(counter, key);
  return {word[0], word[1], word[2], word[3]};
}

/// floor(n * random / 2^32): uniform in 0..n-1 with a bias below n / 2^32. `rest` receives the
/// fraction, itself uniform, for a second and finer choice.
inline uint32_t pick(uint32_t random, uint32_t n, uint32_t& rest) {
  const uint64_t product = uint64_t{random} * n;
  rest = static_cast<uint32_t>(product);
  return static_cast<uint32_t>(product >> 32);
}

}  // namespace tinsim
