// SPDX-License-Identifier: Apache-2.0
// EtherIP: a whole Ethernet frame inside an IPv4 packet (RFC 3378).
#pragma once

#include <optional>
#include <vector>

#include "tlm/ethernet/address.h"

namespace tinsim {

/// IPv4 header without options (20) and EtherIP header (2).
constexpr size_t kEtherIpBytes = 22;

/// The packet around `size` octets of a frame without its FCS, which the far end computes again.
/// `size` is at most kMaxPacketBytes - kEtherIpBytes. Time to live 64, not to be fragmented, DSCP
/// cos * 8, not ECN capable: no transport inside would respond to a mark.
std::vector<uint8_t> encapsulate(const uint8_t* frame, size_t size, const IpAddress& src,
                                 const IpAddress& dst, uint8_t cos);

/// The frame inside, with padding and FCS. Nothing if `packet` is no whole IPv4 packet of
/// protocol 97, a fragment, of another EtherIP version than 3, or its reserved bits are not zero.
std::optional<std::vector<uint8_t>> decapsulate(const uint8_t* packet, size_t size);

}  // namespace tinsim
