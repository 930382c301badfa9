// SPDX-License-Identifier: Apache-2.0
// The section `wan` in octets, bits and cycles.
#include "tlm/wan/wan_params.h"

#include <fmt/format.h>

#include <cmath>

#include "base/errors.h"
#include "tlm/ethernet/pause.h"
#include "tlm/gnet/cycles.h"
#include "tlm/wan/link_credits.h"
#include "tlm/wan/pause_times.h"

namespace tinsim {
namespace {

WireRate rate_of(double gbps) {
  return wire_rate(static_cast<uint64_t>(std::llround(gbps * 1000)) * 1'000'000, kWanClockHz);
}

}  // namespace

WanParams::WanParams(const WanConfig& config)
    : line(rate_of(config.frames.gbps)),
      source(rate_of(config.frames.gbps * config.source_rate)),
      sink(rate_of(config.frames.gbps * config.sink_rate)) {
  const bool has_credits = config.frames.control == WanControl::credits;
  framing = has_credits ? kCreditFraming : kEthernetFraming;
  step_bits = has_credits ? uint64_t{8} * kMaxCreditBlocks * kCreditBlockBytes
                          : kMaxPauseQuanta * kQuantumBits;
  step_bytes = step_bits / 8;
  height_bytes = static_cast<uint64_t>(config.height * static_cast<double>(step_bytes));
  step_us = static_cast<double>(step_bits) / config.frames.gbps * 1e-3;
  const double one_way_us = config.frames.cable_km ? *config.frames.cable_km * kCableUsPerKm
                                                   : config.rtt_steps * step_us / 2;
  if (one_way_us > kMaxCableKm * kCableUsPerKm) {
    throw ConfigError(
        fmt::format("wan.rtt_steps: {} steps of {:.4g} us are a cable of {:.0f} km; expected at "
                    "most {:.0f} km, or wan.frames.cable_km",
                    config.rtt_steps, step_us, one_way_us / kCableUsPerKm, kMaxCableKm));
  }
  constexpr unsigned kClockMhz = kWanClockHz / 1'000'000;
  cable = cycles_of_us(one_way_us, kClockMhz);
  rtt_steps = 2 * one_way_us / step_us;
  const double cycles = (config.steps + 2.0) * step_us * kClockMhz + 4.0 * cable;
  if (cycles >= kNoCycle) {
    throw ConfigError(fmt::format(
        "wan.steps: {} steps of {:.4g} us are longer than the clock of the frame model counts; "
        "expected at most {:.0f}",
        config.steps, step_us, std::floor(kNoCycle / kClockMhz / step_us - 4 * one_way_us)));
  }
  end = begin_of(config.steps);
}

}  // namespace tinsim
