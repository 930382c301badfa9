// SPDX-License-Identifier: Apache-2.0
// Parameters of the software of a host on the IP path.
#pragma once

#include <optional>

#include "tlm/ethernet/mac.h"
#include "tlm/gnet/cell.h"
#include "tlm/host/host_config.h"

namespace tinsim {

/// The section, with its times in core cycles and its rate as that of a wire.
struct HostParams : HostConfig {
  HostParams() : HostParams(HostConfig(), 400) {}
  HostParams(const HostConfig& section, unsigned core_mhz);

  Cycle process_cycles;               ///< from a packet's arrival until the host processes it
  Cycle jitter_cycles;                ///< largest random addition, uniform
  Cycle packet_cycles;                ///< service time of a packet, one packet at a time
  std::optional<WireRate> send_rate;  ///< bytes of messages sent; unset: limited by the NIC
};

}  // namespace tinsim
