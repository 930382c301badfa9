// SPDX-License-Identifier: Apache-2.0
// Effects of the wire on the bits of one direction of a link: errors, bursts, darkness, stuck
// lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Cycles [from, to), counted where the line ends: at the receiver's gearbox.
struct LineInterval {
  Cycle from = 0, to = 0;
};
/// The line reads `value` all the time.
struct StuckInterval {
  Cycle from = 0, to = 0;
  bool value = false;
};

/// Faults of one direction. Intervals of each list are in order and apart.
struct NoiseParams {
  double bit_error_rate = 0;  ///< independent bit errors, 0..1 per bit
  double burst_rate = 0;      ///< bursts that begin, 0..1 per bit, apart from each other or not
  unsigned burst_bits = 0;    ///< length of a burst: each of its bits is wrong half of the time
  std::vector<LineInterval> dark;    ///< no signal: nothing arrives
  std::vector<StuckInterval> stuck;  ///< darkness wins over it
};

/// Names the random streams of one direction; equal keys give equal noise.
std::uint64_t noise_key(std::uint64_t seed, std::uint32_t link, unsigned direction);

/// Positions on a line at a constant rate per bit, in order; the gaps are geometric. Clean bits
/// cost nothing. Integer arithmetic: the same on every machine.
class RandomPositions {
 public:
  RandomPositions(double rate_per_bit, std::uint64_t key);
  /// The first position not yet taken; the largest number if there is none.
  std::uint64_t next() const { return next_; }
  /// Takes it.
  void pass();

 private:
  void add_gap();

  std::uint64_t key_;
  std::uint64_t scale_ = 0;  ///< mean distance of a Poisson process with as many hits, Q16
  std::uint64_t draws_ = 0;
  std::uint64_t next_ = ~std::uint64_t{0};
};

/// A pure function of parameters, key, bit index and cycle. Queries have increasing bits and
/// cycles; skipped ones cost no work.
class Noise {
 public:
  enum class Line : std::uint8_t { Signal, Dark, Stuck0, Stuck1 };
  /// Bits that one question may cover: a FEC codeword.
  static constexpr unsigned kMaxBits = 560;
  using Mask = std::array<std::uint64_t, (kMaxBits + 63) / 64>;

  Noise(const NoiseParams& params, std::uint64_t key);

  /// The state of the line in `cycles` cycles from `first` on: dark if in any of them, else stuck
  /// if in any of them (the latest that touches them).
  Line line(Cycle first, unsigned cycles);

  /// Whether any of the `bits` bits from index `first` on is wrong. If so, `wrong` is set: bit n is
  /// that of index first + n.
  bool flips(std::uint64_t first, unsigned bits, Mask& wrong) {
    const std::uint64_t end = first + bits;
    if (errors_.next() >= end && bursts_.next() >= end && burst_end_ <= first) return false;
    return draw(first, bits, wrong);
  }

 private:
  bool draw(std::uint64_t first, unsigned bits, Mask& wrong);
  void burst(std::uint64_t from, std::uint64_t to, std::uint64_t first, Mask& wrong) const;

  RandomPositions errors_, bursts_;
  unsigned burst_bits_;
  std::uint64_t coin_key_;
  std::uint64_t burst_end_ = 0;  ///< end of the last burst that was taken
  std::vector<LineInterval> dark_;
  std::vector<StuckInterval> stuck_;
  std::size_t next_dark_ = 0, next_stuck_ = 0;  ///< first one that may still matter
};

}  // namespace tinsim
