// SPDX-License-Identifier: Apache-2.0
// Which class of service is next by its weight, in bytes: start-time fair queueing.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

inline constexpr unsigned kCosClasses = 8;

/// The leads of cts_scheduler (its README, rule 2): how far each class is ahead of the one that was
/// furthest behind, in bytes per unit of weight, times 2^18.
class FairShares {
 public:
  /// The class with the least lead in the mask `classes`, which is not zero; of equal ones the
  /// lowest.
  unsigned least(std::uint8_t classes) const;
  /// `cos`, which least() has named, has sent a packet of at most 16383 bytes; `weight` is not 0.
  void charge(unsigned cos, std::uint8_t weight, unsigned bytes);

 private:
  std::array<std::uint32_t, kCosClasses> leads_{};
};

}  // namespace tinsim
