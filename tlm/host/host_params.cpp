// SPDX-License-Identifier: Apache-2.0
// Section `host` of a configuration in core cycles.
#include "tlm/host/host_params.h"

#include <cmath>

#include "tlm/gnet/cycles.h"

namespace tinsim {

HostParams::HostParams(const HostConfig& section, unsigned core_mhz)
    : HostConfig(section),
      process_cycles(cycles_of_us(process_us, core_mhz)),
      jitter_cycles(cycles_of_us(jitter_us, core_mhz)),
      packet_cycles(cycles_of_us(packet_ns / 1000, core_mhz)) {
  if (!send_gbps) return;
  const auto mbps = static_cast<uint64_t>(std::llround(*send_gbps * 1000));
  send_rate = wire_rate(mbps * 1'000'000, uint64_t{core_mhz} * 1'000'000);
}

}  // namespace tinsim
