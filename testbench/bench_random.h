// SPDX-License-Identifier: Apache-2.0
// The random numbers of the benches: one seeded stream, and the draws a bench needs.
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace tinsim {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  /// Uniform in 0 .. count-1. The bias of a modulo does not matter to a bench.
  unsigned below(unsigned count) { return static_cast<unsigned>((bits() >> 32) % count); }
  /// Uniform in low .. high, both included.
  unsigned range(unsigned low, unsigned high) { return low + below(high - low + 1); }
  /// True `percent` times in a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }
  /// `value` with one of its lowest `width` bits inverted, each as often.
  std::uint64_t one_bit_off(std::uint64_t value, unsigned width) {
    return value ^ std::uint64_t{1} << below(width);
  }
  /// A number of up to `width` <= 63 bits from which 1 to `steps` steps lead to a carry into one of
  /// the bits, each as often, or out of the last.
  std::uint64_t before_carry(unsigned width, unsigned steps) {
    const std::uint64_t above = bits() << below(width + 1);
    return (above - range(1, steps)) & ((std::uint64_t{1} << width) - 1);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tinsim
