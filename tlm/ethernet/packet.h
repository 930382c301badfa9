// SPDX-License-Identifier: Apache-2.0
// A packet as it crosses the model: the fields that the fabric uses, and its bytes if they are
// carried.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Content of the bytes of a packet.
enum class PacketKind : uint8_t {
  kIpv4,
  kIpv6,
  kFrame,    ///< a whole Ethernet frame that is not IP, encapsulated or punted
  kControl,  ///< a frame between a MAC and its link partner: never inside the chip
};

/// Connection of packets that no host's transport has made.
constexpr uint32_t kNoConnection = 0xffffffff;

/// Part of a message of a host's transport, or its acknowledgement. Meaningless elsewhere.
struct Segment {
  uint32_t flow = kNoConnection;  ///< number of the connection in the whole network
  uint32_t number = 0;            ///< of the segment within its connection
  uint32_t message = 0;           ///< of the message within its connection
  bool is_ack = false;
  bool is_last = false;    ///< the message's last
  bool marked = false;     ///< acknowledgement: the segment arrived with CE
  Cycle sent = 0;          ///< segment: when its first byte went to the NIC; echoed by its ack
  Cycle message_born = 0;  ///< when the host made the message
  Cycle remote_cycles =
      0;  ///< acknowledgement: time between the segment's arrival and its own start
};

/// Made by a host or read from a capture; not changed any more once it has entered the chip, and
/// shared between its source and its destination.
struct Packet {
  PacketKind kind = PacketKind::kIpv4;
  uint8_t cos = 0;           ///< class of service, 0..7
  uint8_t ecn = 0;           ///< ECN field, 0..3
  bool bad_fcs = false;      ///< its frame is faulty, which is known only when it has ended
  uint16_t bytes = 0;        ///< from the IP header on, 1..16383: the bytes that cross the fabric
  uint16_t frame_bytes = 0;  ///< of the Ethernet frame, FCS included
  uint16_t flow_hash = 0;    ///< hash of the flow-invariant fields
  bool is_expired = false;   ///< its time to live ended where it entered: for the control processor
  uint32_t flow = 0;         ///< identifies the flow within its source, for the check of order
  uint32_t number = 0;       ///< counts the packets of (source host, flow)
  uint16_t src_host = 0;     ///< number of the host, MAC or control processor that sends it
  uint64_t address_hi = 0;   ///< destination IP address; IPv4 in bits 63:32
  uint64_t address_lo = 0;
  Cycle born = 0;  ///< when its first bit was there to be sent
  Segment segment;
  /// `payload: carried`: its `bytes` bytes. kControl: the frame, FCS included.
  std::vector<uint8_t> data;
};

using PacketPtr = std::shared_ptr<const Packet>;

}  // namespace tinsim
