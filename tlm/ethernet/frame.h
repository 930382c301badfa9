// SPDX-License-Identifier: Apache-2.0
// Ethernet frames: the fields of a frame, and its faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rtl_models/parts/ip_cells.h"
#include "tlm/ethernet/address.h"
#include "tlm/ethernet/flow.h"

namespace tinsim {

constexpr size_t kMinFrameBytes = 64;  ///< FCS included
/// Of a frame, FCS included: without IP it must fit, encapsulated, into an IP packet.
constexpr size_t kMaxFrameBytes = kMaxPacketBytes - 22 + 4;

constexpr uint16_t kEtherIpv4 = 0x0800, kEtherArp = 0x0806, kEtherVlan = 0x8100,
                   kEtherIpv6 = 0x86dd, kEtherMacControl = 0x8808, kEtherServiceVlan = 0x88a8;

enum class FrameVerdict : uint8_t {
  kIpv4,
  kIpv6,
  kNotIp,       ///< to be encapsulated or punted whole
  kMacControl,  ///< PAUSE and the like: ends in the MAC that receives it
  kMalformed,   ///< to be dropped; the reason is FrameInfo::fault
};

enum class FrameFault : uint8_t {
  kNone,
  kTooShort,  ///< below 64 octets
  kTooLong,   ///< above FrameRules::max_bytes, or an IP packet of more than 16383
  kBadFcs,
  kBadLength,        ///< length field of an 802.3 frame: 1501..1535, or more than there is
  kCutHeader,        ///< the frame ends inside VLAN tags or IP header
  kBadVersion,       ///< EtherType and version field of the IP header differ
  kBadHeaderLength,  ///< IPv4: IHL below 5
  kBadTotalLength,   ///< IP length below that of its header, or more than the frame holds
  kBadChecksum,      ///< of the IPv4 header
  kJumbogram,        ///< IPv6: no length, hop-by-hop options (RFC 2675)
};
constexpr unsigned kNumFrameFaults = 11;

/// The fault's name in statistics: `too_short`, …; `none`.
const char* name_of(FrameFault fault);

/// Class of service of each DSCP unless configured: its upper three bits (RFC 2474, 4.2.2).
std::array<uint8_t, 64> default_cos_of_dscp();

struct FrameRules {
  size_t max_bytes = 9216;      ///< of a frame, tags and FCS included; at most kMaxFrameBytes
  bool cos_from_pcp = false;    ///< a tagged frame's class is the PCP of its outer tag
  bool use_flow_label = false;  ///< flows of IPv6 by their label, where it is not zero
  std::array<uint8_t, 64> cos_of_dscp = default_cos_of_dscp();
};

struct VlanTag {
  uint16_t tpid = kEtherVlan;  ///< 0x8100, 0x88a8
  uint16_t tci = 0;            ///< PCP 15:13, DEI 12, VLAN 11:0

  uint8_t pcp() const { return static_cast<uint8_t>(tci >> 13); }
};

/// Fields below `fault` that the frame ended before, or that do not exist in it, are zero.
struct FrameInfo {
  FrameVerdict verdict = FrameVerdict::kMalformed;
  FrameFault fault = FrameFault::kNone;
  MacAddress dst{};
  MacAddress src{};
  uint8_t num_tags = 0;
  std::array<VlanTag, 2> tags;  ///< outer first
  uint16_t ether_type = 0;      ///< after the tags
  uint16_t l2_bytes = 0;        ///< to strip in front of the IP header
  uint16_t ip_bytes = 0;        ///< of the IP packet; padding and FCS behind it are not its own
  uint16_t parsed_octets = 0;   ///< so many octets of the frame decided all but its FCS and end
  uint8_t cos = 0;              ///< 0..7; without IP: PCP of the outer tag, 0 without
  uint8_t ecn = 0;              ///< 0..3
  bool fragment = false;        ///< of a packet that was sent in several
  bool options = false;         ///< IPv4 options, or IPv6 hop-by-hop options
  IpAddress ip_src;
  IpAddress ip_dst;
  FlowKey flow;
};

/// Checks the front of a frame: tags, EtherType, IP header. `size` counts from the destination MAC
/// to the end *without* FCS. Never reads beyond `size`, for any octets.
FrameInfo parse_headers(const uint8_t* frame, size_t size, const FrameRules& rules);

/// Checks a whole frame, FCS included. A fault of length or FCS precedes one of the headers; the
/// fields are still filled as far as the headers are good, because a chip uses them before the end
/// of the frame.
FrameInfo parse_frame(const uint8_t* frame, size_t size, const FrameRules& rules);

}  // namespace tinsim
