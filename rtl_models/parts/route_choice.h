// SPDX-License-Identifier: Apache-2.0
// Route choice: picks one of a table entry's eight candidate ports, by flow hash or by cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tinsim {

/// Eight candidate output ports, repeated cyclically when there are fewer. kNoRoute: none.
using Candidates = std::array<uint8_t, 8>;
constexpr uint8_t kNoRoute = 0xff;

/// Bijective 64-bit mixer: the output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
constexpr uint64_t mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Equal for all cells of one flow, at every chip.
constexpr uint64_t flow_hash(uint64_t seed, uint16_t src, uint16_t dst, unsigned cls) {
  return mix64(mix64(seed) ^ (uint64_t{cls} << 32 | uint64_t{dst} << 16 | src));
}

/// The flow's hash as one chip sees it. Were the bare flow hash used at every chip, the flows that
/// reach a chip would all have made the same choice before and would make the same one again, and
/// half of its links would stay idle.
constexpr uint64_t hop_hash(uint64_t flow, unsigned chip) { return mix64(flow ^ uint64_t{chip}); }

/// Random bits of one cell at one chip; `seq` numbers the cells of the pair (src, dst), or of src.
constexpr uint64_t hop_random(uint64_t seed, unsigned chip, uint16_t src, uint16_t dst,
                              uint64_t seq) {
  return mix64(mix64(mix64(seed) ^ (uint64_t{chip} << 32 | uint64_t{dst} << 16 | src)) ^ seq);
}

/// One port per hash value, each entry equally often. Pass hop_hash() of the flow.
constexpr uint8_t choose_deterministic(const Candidates& candidates, uint64_t hash) {
  return candidates[hash & 7u];
}

/// The cheaper of two different entries drawn at random; the entry with the lower index where they
/// cost the same (Aquila 3.2 with facts 4.3's tie rule). `cost(port)` gives a uint32_t; a port that
/// is down costs UINT32_MAX.
template <class Cost>
constexpr uint8_t choose_adaptive(const Candidates& candidates, uint64_t random_bits,
                                  const Cost& cost) {
  const auto first = static_cast<unsigned>(random_bits & 7u);
  const auto step = 1 + static_cast<unsigned>((random_bits >> 32) * 7 >> 32);  // 1..7
  const unsigned second = (first + step) & 7u;
  const uint8_t low = candidates[std::min(first, second)];
  const uint8_t high = candidates[std::max(first, second)];
  return cost(high) < cost(low) ? high : low;
}

}  // namespace tinsim
