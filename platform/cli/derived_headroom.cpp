// SPDX-License-Identifier: Apache-2.0
// Derived figures: the headroom of MACs with flow control.
#include <fmt/ostream.h>

#include <algorithm>

#include "platform/cli/derived.h"
#include "platform/services/ip_network.h"
#include "tlm/ethernet/headroom.h"

namespace tinsim {

void print_headroom(std::ostream& out, const PlatformConfig& config, const Topology& topology) {
  const IpParams ip = ip_params(config, topology, 0);
  if (ip.mac.flow_control == FlowControl::none) return;
  const StopTimes times{ip.rates[kMacInterface], ip.mac.cable, ip.mac.response,
                        config.ip.max_frame_bytes};
  const FrameLimits frames{config.ip.max_frame_bytes, config.ip.non_ip != NonIp::drop,
                           (ip.ingress.buffer_bytes + 4095) / 4096};
  uint64_t least = ip.ingress.buffer_bytes - ip.mac_pause.xoff[0];
  if (ip.mac.flow_control == FlowControl::pfc) {
    for (unsigned cos = 0; cos < kCosClasses; ++cos) {
      least = std::min<uint64_t>(least, ip.ingress.share_bytes[cos] - ip.mac_pause.xoff[cos]);
    }
  }
  fmt::print(out, "MAC flow control: headroom of {} bytes; {} lose nothing\n", least,
             headroom_bytes(times, frames));
}

}  // namespace tinsim
