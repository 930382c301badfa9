// SPDX-License-Identifier: Apache-2.0
// Captured frames: finds the IP packet in a frame of any common link type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tinsim {

/// One end of a packet's path. Two ends of one IP address (loopback) differ in `alias`.
struct IpEnd {
  std::array<uint8_t, 16> address{};  ///< IPv4 in the first four bytes
  bool v6 = false;
  bool alias = false;  ///< the end with the higher TCP/UDP/SCTP port
};

struct IpPacket {
  IpEnd src;
  IpEnd dst;
  uint32_t bytes = 0;  ///< length of the IP packet, header included
};

/// True for the libpcap link types (DLT_*) that decode_ip decodes: Ethernet, BSD loopback (NULL and
/// LOOP), raw IP, and Linux cooked captures v1 and v2.
bool link_type_known(int link_type);

/// The IP packet in a frame of `wire_bytes` of which `size` were captured at `data`; nothing if
/// there is none, or not its whole header. The length is the IP header's; if that is zero
/// (segmentation offload, jumbograms), that of the rest of the frame.
std::optional<IpPacket> decode_ip(int link_type, const uint8_t* data, size_t size,
                                  size_t wire_bytes);

}  // namespace tinsim
