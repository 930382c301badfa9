// SPDX-License-Identifier: Apache-2.0
// Costs of messages of a bootstrap, measured by a run that brings a network up cycle by cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tinsim::control {

/// Times in ns.
struct MessageCosts {
  std::uint64_t dhcp = 0;          ///< from reset to the address, over Ethernet
  std::uint64_t proxied_dhcp = 0;  ///< from the proxy's session to the address, over MOS
  std::uint64_t tcp_open = 0;      ///< a session, and the identity of the chip
  std::uint64_t tcp_request = 0;   ///< a request of few registers with its response
  std::uint64_t tcp_register = 0;  ///< … for each register that it writes
  std::uint64_t pmos_packet = 0;   ///< of up to 511 bytes, from proxy to target or back

  bool operator==(const MessageCosts& o) const {
    return dhcp == o.dhcp && proxied_dhcp == o.proxied_dhcp && tcp_open == o.tcp_open &&
           tcp_request == o.tcp_request && tcp_register == o.tcp_register &&
           pmos_packet == o.pmos_packet;
  }

  /// A request that writes `registers`, with its response.
  std::uint64_t over_tcp(unsigned registers) const {
    return tcp_request + registers * tcp_register;
  }
  std::uint64_t over_pmos(unsigned registers) const;
};

/// All costs multiplied, as those of slower processors and software.
MessageCosts scaled(const MessageCosts& costs, double by);

/// PMOS packets of a request that writes registers with consecutive addresses, and of its response.
unsigned pmos_packets(unsigned registers);

/// A row of bring_up.csv. Times in us.
struct MeasuredChip {
  std::optional<std::size_t> proxy;  ///< nothing: it has Ethernet
  std::uint64_t addressed_us = 0, written_us = 0, connected_us = 0, read_us = 0;
};
/// From the rows of a run without faults. `registers`: of a chip's table. A chip with Ethernet is
/// read and written by two requests over TCP, another one by two by way of its proxy; the quickest
/// of these waited for no other. Precondition: there are chips of both kinds.
MessageCosts measured_costs(const std::vector<MeasuredChip>& chips, unsigned registers);

/// Of `tinsim run configs/bring_up.yaml`. Test Examples.BringUp holds them against that run.
constexpr MessageCosts kMeasuredCosts = {176000, 9037357, 71928, 32714, 309, 333928};

}  // namespace tinsim::control
