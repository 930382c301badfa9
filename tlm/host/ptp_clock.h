// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip as its hosts see it: a PTP hardware clock (IEEE 1588) that is read
// and not set.
#pragma once

#include <cstdint>

#include "tlm/tin/time_sync/time_sync_unit.h"

namespace tinsim {

struct PtpTime {
  static constexpr uint32_t kUnknownNs = 0xffffffffu;

  uint64_t seconds = 0;
  uint32_t nanoseconds = 0;
  uint32_t picoseconds = 0;      ///< of the last nanosecond
  bool is_synchronised = false;  ///< the time follows a primary, and has been confirmed lately
  bool is_holdover = false;      ///< it followed one; since then the clock runs freely
  /// Largest correction on the way from the primary in ns; kUnknownNs: unknown.
  uint32_t accuracy_ns = kUnknownNs;

  /// Of a count of ticks, which are cycles of a clock of nominally `core_mhz`.
  static PtpTime of_ticks(uint64_t ticks, unsigned core_mhz) {
    constexpr uint64_t kPsPerUs = 1000000, kNsPerS = 1000000000, kUsPerS = 1000000;
    const uint64_t us = ticks / core_mhz;
    const uint64_t ps = ticks % core_mhz * kPsPerUs / core_mhz;
    PtpTime time;
    time.seconds = us / kUsPerS;
    time.nanoseconds = static_cast<uint32_t>((us * 1000 + ps / 1000) % kNsPerS);
    time.picoseconds = static_cast<uint32_t>(ps % 1000);
    return time;
  }
  /// From the first second on; wraps after 106 days.
  uint64_t in_ps() const { return (seconds * 1000000000 + nanoseconds) * 1000 + picoseconds; }
};

/// The clock of a chip between two readings of the host's own one, as PTP_SYS_OFFSET_EXTENDED of
/// Linux returns it.
struct PtpCrossTimestamp {
  PtpTime before, device, after;

  /// Chip's clock less host's clock in ps, wrong by half of the time between both readings at most.
  int64_t offset_ps() const {
    return static_cast<int64_t>(device.in_ps() - before.in_ps()) - uncertainty_ps();
  }
  int64_t uncertainty_ps() const {
    return static_cast<int64_t>(after.in_ps() - before.in_ps()) / 2;
  }
};

class PtpClock {
 public:
  /// `unit` outlives the clock. A tick is a core cycle of nominal length.
  PtpClock(const TimeSyncUnit& unit, unsigned core_mhz) : unit_(unit), core_mhz_(core_mhz) {}

  /// The time in cycle `now`, which the chip has been advanced to; it wraps after 2^48 ticks, 8.1
  /// days at 400 MHz.
  PtpTime read(Cycle now) const {
    PtpTime time = PtpTime::of_ticks(unit_.time(now), core_mhz_);
    const ClockStatus status = unit_.epoch(now).status;
    time.is_synchronised = status.valid && !status.failed;
    time.is_holdover = status.valid && status.failed;
    if (status.valid && status.accuracy != kUnknownAccuracy)
      time.accuracy_ns = static_cast<uint32_t>(accuracy_ticks(status.accuracy) * 1000 / core_mhz_);
    return time;
  }

  /// A host whose own clock is `host` reads the chip's: its request takes `to` cycles from cycle
  /// `now` on, the answer `back`.
  PtpCrossTimestamp read_across(const Oscillator& host, Cycle now, Cycle to, Cycle back) const {
    const auto host_time = [&](Cycle at) {
      return PtpTime::of_ticks(static_cast<uint64_t>(host.edges(at)), core_mhz_);
    };
    return {host_time(now), read(now + to), host_time(now + to + back)};
  }

 private:
  const TimeSyncUnit& unit_;
  unsigned core_mhz_;
};

}  // namespace tinsim
