// SPDX-License-Identifier: Apache-2.0
// Probes of a route trace between the addresses of the plan, and those that a network let through.
#pragma once

#include <set>

#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"

namespace tinsim {

/// Addresses of the plan; `who` is 0 or 1 for a host, 2 for the MAC, 3 for the control processor.
inline Octets address(bool v6, unsigned pod, unsigned tin, unsigned who) {
  const auto p = static_cast<uint8_t>(pod), t = static_cast<uint8_t>(tin),
             w = static_cast<uint8_t>(who);
  if (v6) return {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, p, 0, t, 0, w};
  return {10, p, t, w};
}

constexpr uint16_t kFirstPort = 33434;  // of a route trace: the next probe has the next port

inline UdpFrame probe(bool v6, const Octets& from, const Octets& to, unsigned time_to_live) {
  UdpFrame udp;
  udp.v6 = v6;
  udp.src = from;
  udp.dst = to;
  udp.src_port = 50000;
  udp.dst_port = static_cast<uint16_t>(kFirstPort + time_to_live);
  udp.data = Octets(32, static_cast<uint8_t>(time_to_live));
  udp.time_to_live = static_cast<uint8_t>(time_to_live);
  return udp;
}

/// IP packets of a port's frames, in no order.
inline std::multiset<Octets> packets_of(const FrameNet::ByPort& ports, const std::string& port) {
  std::multiset<Octets> packets;
  const auto found = ports.find(port);
  if (found == ports.end()) return packets;
  for (const SeenFrame& frame : found->second) packets.insert(*ip_in(frame.octets));
  return packets;
}

/// The probes that entered whose time to live `fits`, each changed by `next`.
template <class Fits, class Next>
std::multiset<Octets> probes_where(const FrameNet& net, const std::string& port, Fits fits,
                                   Next next) {
  std::multiset<Octets> packets;
  for (const SeenFrame& frame : net.in().at(port)) {
    const Octets ip = *ip_in(frame.octets);
    if (fits(ip[ip[0] >> 4 == 6 ? 7 : 8])) packets.insert(next(ip));
  }
  return packets;
}

inline constexpr auto kAll = [](unsigned) { return true; };
inline constexpr auto kGoesOn = [](unsigned left) { return left >= 2; };
inline constexpr auto kEnds = [](unsigned left) { return left < 2; };
inline constexpr auto kUnchanged = [](const Octets& ip) { return ip; };

}  // namespace tinsim
