// SPDX-License-Identifier: Apache-2.0
// Ethernet frames of peers, and a TCP client with its sequence numbers.
#pragma once

#include "platform/controller/tcp_peer.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim::firmware_test {

using namespace control;

constexpr Mac kBroadcast = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr std::uint16_t kIpv4 = 0x0800, kArp = 0x0806, kIpv6 = 0x86dd;
constexpr std::uint8_t kIcmp = 1;

inline Bytes make_frame(const Mac& destination, const Mac& source, std::uint16_t type,
                        const Bytes& payload) {
  Bytes frame(destination.begin(), destination.end());
  frame.insert(frame.end(), source.begin(), source.end());
  append16(frame, type);
  append(frame, payload);
  if (frame.size() < 60) frame.resize(60);
  return frame;
}

/// Segments that are wrong can be made of its numbers.
class TestPeer : public TcpPeer {
 public:
  using TcpPeer::TcpPeer;
  /// When poll() is due; UINT64_MAX: nothing is.
  std::uint64_t next_event() const { return waiting() ? timer_ : UINT64_MAX; }
  std::uint16_t own_port() const { return own_port_; }
  std::uint32_t next_sequence() const { return first_ + sent_; }
  std::uint32_t acknowledged_sequence() const { return expected_; }
};

}  // namespace tinsim::firmware_test
