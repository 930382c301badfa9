// SPDX-License-Identifier: Apache-2.0
// The section `wan` in octets, bits of the wire and cycles of the clock of the frame model.
#pragma once

#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/mac.h"
#include "tlm/wan/wan_config.h"

namespace tinsim {

/// The clock that times frames, as that of a chip does; its cycles are 32 bits wide.
constexpr uint64_t kWanClockHz = 400'000'000;
constexpr double kCableUsPerKm = 5, kMaxCableKm = 10'000;

/// Octets on a wire around each frame.
struct WireFraming {
  unsigned preamble, minimum, gap;

  uint64_t wire_bytes(uint64_t bytes) const {
    return preamble + (bytes > minimum ? bytes : minimum) + gap;
  }
};
constexpr WireFraming kEthernetFraming = {kPreambleBytes, kMinFrameBytes, kGapBytes};
constexpr WireFraming kCreditFraming = {0, 0, 0};

struct WanParams {
  /// Throws ConfigError where the cable would be longer than 10,000 km, or the run longer than the
  /// clock counts.
  explicit WanParams(const WanConfig& config);

  WireFraming framing;
  WireRate line, source, sink;
  uint64_t step_bits;   ///< of the longest PAUSE, or the largest grant of credits, at the line rate
  uint64_t step_bytes;  ///< of data in a step
  uint64_t height_bytes;
  Cycle cable;  ///< one way
  double step_us;
  double rtt_steps;
  Cycle end;  ///< of the run

  /// The cycle in which a step begins.
  Cycle begin_of(uint64_t step) const {
    const WireClock clock(line);
    return clock.cycle_at(clock.steps_of_bits(step * step_bits));
  }
};

/// The sending end of a wire: frames one after the other, exact to the bit.
class WanWire {
 public:
  WanWire(WireRate rate, WireFraming framing) : clock_(rate), framing_(framing) {}

  Cycle free_from() const { return clock_.cycle_at(free_); }
  /// Sends a frame from `now` on, in which the wire is free. Returns the first cycle that can use
  /// the whole frame, without the delay of the cable.
  Cycle send(Cycle now, uint64_t bytes) {
    const uint64_t begin = std::max(free_, clock_.steps_of_cycle(now));
    free_ = begin + clock_.steps_of_bits(8 * framing_.wire_bytes(bytes));
    return clock_.cycle_after(free_ - clock_.steps_of_bits(uint64_t{8} * framing_.gap));
  }

 private:
  WireClock clock_;
  WireFraming framing_;
  uint64_t free_ = 0;
};

}  // namespace tinsim
