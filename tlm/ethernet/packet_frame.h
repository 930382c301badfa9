// SPDX-License-Identifier: Apache-2.0
// From a frame that has been judged to the packet that crosses the fabric, and back.
#pragma once

#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/packet.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {

/// The packet of a sound frame with IP: kind, class, ECN, lengths, flow, destination, and with
/// `carried` the octets from the IP header on. `frame_bytes` has the FCS. `number`,
/// `src_host`, `born` and `segment` are the caller's.
Packet packet_of_ip(const FrameInfo& info, const uint8_t* frame, size_t frame_bytes, bool carried);

/// The packet of a sound frame without IP, encapsulated from `src` to `dst` (IPv4); `data` begins
/// with the outer IPv4 header. Its flow is that of the frame, by MAC addresses and EtherType.
Packet packet_of_other(const FrameInfo& info, const uint8_t* frame, size_t frame_bytes,
                       const IpAddress& src, const IpAddress& dst, bool carried);

/// Octets of the frame in which the packet leaves, FCS included, whether its own are carried or
/// not.
size_t leaving_frame_bytes(const Packet& packet, bool tagged);

/// The frame in which a packet with carried octets leaves, FCS included: `l2` around IP with its
/// ECN field set to `ecn`; a frame without IP unchanged, `l2` and `ecn` unused.
std::vector<uint8_t> leaving_frame(const Packet& packet, const L2Header& l2, uint8_t ecn);

}  // namespace tinsim
