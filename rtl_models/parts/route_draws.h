// SPDX-License-Identifier: Apache-2.0
// Random draws of a route choice: hashes of flows, random bits of a cell at a chip, and positions
// of lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tinsim {

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
/// `key` is mix64(seed) ^ chip << 32.
constexpr uint64_t keyed_random(uint64_t key, uint16_t src, uint16_t dst, uint64_t seq) {
  return mix64(mix64(key ^ (uint64_t{dst} << 16 | src)) ^ seq);
}
constexpr uint64_t hop_random(uint64_t seed, unsigned chip, uint16_t src, uint16_t dst,
                              uint64_t seq) {
  return keyed_random(mix64(seed) ^ uint64_t{chip} << 32, src, dst, seq);
}

/// The 12-bit random numbers that the draws of one choice use, five from each 64-bit word.
class HopDraws {
 public:
  explicit constexpr HopDraws(uint64_t bits) : bits_(bits) {}
  constexpr unsigned operator()(unsigned draw) const {
    const uint64_t word = draw < 5 ? bits_ : mix64(bits_ + draw / 5);
    return static_cast<unsigned>(word >> 12 * (draw % 5)) & 0xfffu;
  }

 private:
  uint64_t bits_;
};

/// Draws different positions of a list of `kEntries`.
template <unsigned kEntries>
class PositionDraw {
 public:
  /// `random` has 12 bits. Precondition: fewer than 8 calls before.
  constexpr unsigned next(unsigned random) {
    insert_last();
    unsigned position = random * (kEntries - count_) >> 12;  // among the remaining ones
    for (unsigned i = 0; i < count_; ++i) position += position >= drawn_[i];
    return drawn_[count_++] = static_cast<uint8_t>(position);
  }

 private:
  constexpr void insert_last() {
    for (unsigned i = count_; i-- > 1;) {
      const uint8_t low = drawn_[i - 1], high = drawn_[i];
      drawn_[i - 1] = low < high ? low : high;
      drawn_[i] = low < high ? high : low;
    }
  }

  std::array<uint8_t, 8> drawn_{};  // ascending, but for the last
  unsigned count_ = 0;
};

/// The first two draws of PositionDraw.
template <unsigned kEntries>
constexpr std::array<unsigned, 2> draw_two(unsigned random0, unsigned random1) {
  const unsigned first = random0 * kEntries >> 12;
  unsigned second = random1 * (kEntries - 1) >> 12;
  second += second >= first;
  return {first, second};
}

/// … and with its first three.
template <unsigned kEntries>
constexpr std::array<unsigned, 3> draw_three(unsigned random0, unsigned random1, unsigned random2) {
  const auto [first, second] = draw_two<kEntries>(random0, random1);
  unsigned third = random2 * (kEntries - 2) >> 12;
  const unsigned low = std::min(first, second), high = first + second - low;
  third += third >= low;
  third += third >= high;
  return {first, second, third};
}

}  // namespace tinsim
