// SPDX-License-Identifier: Apache-2.0
// Measurements, answers and foreign sets, with a transmitter that takes its time, for
// latency_meter.
#pragma once

#include <optional>

#include "rtl_models/latency_meter/latency_meter.h"
#include "testbench/random_stall.h"

namespace tinsim {

class LatencyMeterStimulus {
 public:
  using In = LatencyMeter::In;
  using Out = LatencyMeter::Out;

  explicit LatencyMeterStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    requested_ = false;
    return {};
  }

  /// Long flights and residences that carry within the next cycles, at every bit in turn.
  std::optional<LatencyMeter::Preset> preset(const Out&) {
    if (!random_.chance(10)) return {};
    LatencyMeter::Preset registers;
    registers.flight_cycles_q = random_.before_carry(48, 10);
    registers.residence_q = random_.before_carry(48, 3);
    return registers;
  }

  In next(const Out& out) {
    In in;
    in.start_i = starts_.go(random_) && random_.chance(10);
    in.set_valid_i = sets_.go(random_) && random_.chance(30);
    in.set_sub_i = random_.chance(90) ? random_.below(2) : random_.below(16);
    in.set_residence_i = random_.chance(80) ? random_.below(20) : random_.bits();
    in.sent_sub_i = requested_ ? requested_sub_ : random_.below(16);
    in.sent_i = requested_ && slots_.go(random_);
    if (random_.chance(5)) in.sent_sub_i = random_.below(16);  // a set of another source
    if (in.sent_i) requested_ = false;
    if (out.lat_valid_o) {
      requested_ = true;
      requested_sub_ = static_cast<unsigned>(out.lat_sub_o);
    }
    return in;
  }

 private:
  Random random_;
  RandomStall starts_, sets_, slots_;
  bool requested_ = false;  ///< for a set that is not on the link yet
  unsigned requested_sub_ = 0;
};

}  // namespace tinsim
