// SPDX-License-Identifier: Apache-2.0
// Packets that go to the control processor, by destination, transport and interface.
#include "tlm/tin/ip/ip_traps.h"

#include <algorithm>

#include "tlm/ethernet/flow.h"

namespace tinsim {

namespace {
// Of word 4, `transport`, and word 5, `match`.
constexpr uint32_t kMatchProtocol = 1u << 8, kMatchPort = 1u << 9;
constexpr uint32_t kLive = 1u << 0, kV6 = 1u << 1;
constexpr unsigned kPortShift = 16, kLengthShift = 8, kInterfaceShift = 16;
}  // namespace

bool IpTraps::is_valid(const Words& words) {
  const unsigned length = words[5] >> kLengthShift & 255;
  return length <= ((words[5] & kV6) != 0 ? 128u : 32u);
}

void IpTraps::set(unsigned number, const Words& words) {
  all_.resize(kTraps);
  Trap& trap = all_[number];
  trap.words = words;
  trap.prefix = {uint64_t{words[0]} << 32 | words[1], uint64_t{words[2]} << 32 | words[3]};
  trap.length = words[5] >> kLengthShift & 255;
  trap.live = (words[5] & kLive) != 0;
  trap.v6 = (words[5] & kV6) != 0;
  trap.compares_transport = (words[4] & (kMatchProtocol | kMatchPort)) != 0;
}

bool IpTraps::matches_one(const Packet& packet, unsigned interface) const {
  if (packet.kind != PacketKind::kIpv4 && packet.kind != PacketKind::kIpv6) return false;
  return std::any_of(all_.begin(), all_.end(), [&](const Trap& trap) {
    return matches_address(trap, packet, interface) &&
           (!trap.compares_transport || matches_transport(trap, packet));
  });
}

bool IpTraps::matches_address(const Trap& trap, const Packet& packet, unsigned interface) {
  const bool is_v6 = packet.kind == PacketKind::kIpv6;
  if (!trap.live || trap.v6 != is_v6) return false;
  if (!(trap.words[5] >> (kInterfaceShift + interface) & 1)) return false;
  return prefix_matches(trap.prefix, trap.length, {packet.address_hi, packet.address_lo});
}

/// Fragments, and protocols without ports, count as port 0.
bool IpTraps::matches_transport(const Trap& trap, const Packet& packet) {
  if (packet.data.empty()) return false;
  const FlowKey key = packet.kind == PacketKind::kIpv6
                          ? ipv6_flow(packet.data.data(), packet.data.size(), false).key
                          : ipv4_flow(packet.data.data(), packet.data.size()).key;
  const uint32_t wanted = trap.words[4];
  if ((wanted & kMatchProtocol) != 0 && key.protocol != (wanted & 255)) return false;
  return (wanted & kMatchPort) == 0 || key.dst_port_or_type == wanted >> kPortShift;
}

}  // namespace tinsim
