// SPDX-License-Identifier: Apache-2.0
// L2 rebuilt around an IP packet that leaves the fabric: MAC header, tag, padding, FCS.
#pragma once

#include <optional>
#include <vector>

#include "tlm/ethernet/frame.h"

namespace tinsim {

/// The L2 header of every packet that leaves by a port, as configured for the port.
struct L2Header {
  MacAddress dst{};
  MacAddress src{};
  std::optional<VlanTag> tag;
};

/// Octets of the frame around an IP packet of `ip_bytes`, FCS included: 64 at least.
size_t rebuilt_bytes(size_t ip_bytes, bool tagged);

/// The frame of an IP packet, FCS included; its EtherType follows from the packet's version field.
/// Short ones are padded with zeros to 60 octets in front of the FCS.
std::vector<uint8_t> rebuild_frame(const L2Header& l2, const uint8_t* ip, size_t size);

/// `frame` (from the destination MAC, without FCS) padded to 60 octets, and its FCS: as a MAC sends
/// a frame of its software.
std::vector<uint8_t> finished_frame(const uint8_t* frame, size_t size);

/// Writes the ECN field of an IP packet, 0..3, and keeps the checksum of an IPv4 header right, or
/// as wrong as it was. `ip` holds at least the fixed header.
void set_ecn(uint8_t* ip, uint8_t ecn);

}  // namespace tinsim
