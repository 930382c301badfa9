// SPDX-License-Identifier: Apache-2.0
// eptr: a context of a reassembly buffer and its generation, in 16 bits.
#pragma once

#include <cstdint>

namespace tinsim {

/// The generation counts the releases of a context, so that a cell that is late does not find the
/// packet after its own.
class EptrFormat {
 public:
  /// `contexts` is a power of two, 2..1024.
  explicit constexpr EptrFormat(unsigned contexts)
      : contexts_(contexts), shift_(static_cast<unsigned>(__builtin_ctz(contexts))) {}

  constexpr unsigned context(std::uint16_t eptr) const { return eptr & (contexts_ - 1); }
  constexpr unsigned generation(std::uint16_t eptr) const { return eptr >> shift_; }
  /// `context` is below the number of contexts, `generation` below generations().
  constexpr std::uint16_t eptr(unsigned context, unsigned generation) const {
    return static_cast<std::uint16_t>(generation * contexts_ + context);
  }
  constexpr unsigned generations() const { return 0x10000u / contexts_; }
  /// The generation after a release.
  constexpr unsigned next(unsigned generation) const { return (generation + 1) % generations(); }

 private:
  unsigned contexts_, shift_;
};

}  // namespace tinsim
