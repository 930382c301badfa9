// SPDX-License-Identifier: Apache-2.0
// TimeSync: status of a clock, and the rule by which a client accepts a message.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tinsim {

/// The four status bits of a clock and of its messages (rtl_models/time_sync/README.md).
struct ClockStatus {
  bool valid = false;     ///< the time follows a primary
  bool failed = false;    ///< nothing has confirmed it lately
  unsigned accuracy = 0;  ///< class of the largest correction on the way from the primary, 0..3

  static constexpr ClockStatus primary() { return {true, false, 0}; }
  static constexpr ClockStatus unpack(unsigned bits) {
    return {(bits & 1) != 0, (bits & 2) != 0, bits >> 2 & 3};
  }
  constexpr unsigned pack() const {
    return unsigned{valid} | unsigned{failed} << 1 | accuracy << 2;
  }
};

constexpr unsigned kTimeBits = 48;
constexpr uint64_t kTimeMask = (uint64_t{1} << kTimeBits) - 1;
constexpr unsigned kUnknownAccuracy = 3;

/// Magnitude of a difference modulo 2^48, in ticks.
constexpr uint64_t time_distance(uint64_t difference) {
  const uint64_t cut = difference & kTimeMask;
  return std::min(cut, (kTimeMask + 1 - cut) & kTimeMask);
}

/// Largest correction of a class below kUnknownAccuracy, in ticks: 4, 16, 64.
constexpr uint64_t accuracy_ticks(unsigned accuracy) { return uint64_t{4} << 2 * accuracy; }

/// Class of a correction of so many ticks.
constexpr unsigned accuracy_of(uint64_t ticks) {
  unsigned accuracy = 0;
  while (accuracy < kUnknownAccuracy && ticks > accuracy_ticks(accuracy)) ++accuracy;
  return accuracy;
}

/// Whether a clock of status `own` accepts a message that differs by `ticks`.
constexpr bool accepts_time(ClockStatus own, ClockStatus message, uint64_t ticks,
                            uint64_t threshold) {
  return message.valid && !message.failed && (!own.valid || ticks <= threshold);
}

/// Status of the clock once it has accepted it.
constexpr ClockStatus accepted_status(ClockStatus own, ClockStatus message, uint64_t ticks) {
  const unsigned correction = own.valid ? accuracy_of(ticks) : kUnknownAccuracy;
  return {true, false, std::max(correction, message.accuracy)};
}

}  // namespace tinsim
