// SPDX-License-Identifier: Apache-2.0
// The far end of a BGP session for tests: the listening end of TCP (RFC 793), without losses, and
// messages octet by octet.
#pragma once

#include <deque>
#include <vector>

#include "platform/controller/packets.h"

namespace tinsim {

/// Octets of a BGP message: marker, length, type, body (RFC 4271, 4.1).
inline control::Bytes bgp(uint8_t type, const control::Bytes& body) {
  control::Bytes out(16, 0xff);
  const std::size_t length = 19 + body.size();
  out.push_back(static_cast<uint8_t>(length >> 8));
  out.push_back(static_cast<uint8_t>(length));
  out.push_back(type);
  out.insert(out.end(), body.begin(), body.end());
  return out;
}

class BgpPeer {
 public:
  using Bytes = control::Bytes;

  BgpPeer(uint32_t own, uint32_t peer) : own_(own), peer_(peer) {}

  /// A packet of the speaker.
  void receive(const Bytes& packet) {
    const auto ip = control::parse_ipv4(packet);
    const Bytes& tcp = ip->payload;
    const uint8_t flags = tcp[13];
    if (flags & 2) {  // SYN: a connection, of another port each time
      ++connections;
      port_ = control::read16(tcp, 0);
      expected_ = control::read32(tcp, 4) + 1;
      sent_ = 1000;
      received.clear();
      if (refuses) return send(0x14, {});
      send(0x12, {});
      ++sent_;
      return;
    }
    const std::size_t head = (tcp[12] >> 4) * 4u;
    const Bytes data = control::slice(tcp, head, tcp.size() - head);
    if (control::read32(tcp, 4) != expected_) return;
    expected_ += static_cast<uint32_t>(data.size()) + (flags & 1);
    has_ended = (flags & 1) != 0;
    control::append(received, data);
    if (!data.empty() || has_ended) send(0x10, {});
  }
  void write(const Bytes& data) {
    send(0x18, data);
    sent_ += static_cast<uint32_t>(data.size());
  }

  std::deque<Bytes> out;  ///< packets for the speaker
  Bytes received;         ///< octets of the connection
  unsigned connections = 0;
  bool refuses = false, has_ended = false;

 private:
  void send(uint8_t flags, const Bytes& data) {
    Bytes tcp;
    control::append16(tcp, 179);
    control::append16(tcp, port_);
    control::append32(tcp, sent_);
    control::append32(tcp, expected_);
    control::append(tcp, {0x50, flags, 0xff, 0xff, 0, 0, 0, 0});
    control::append(tcp, data);
    control::write16(tcp, 16, control::transport_checksum(own_, peer_, control::kTcp, tcp));
    out.push_back(control::make_ipv4({own_, peer_, control::kTcp, tcp}));
  }

  uint32_t own_, peer_;
  uint16_t port_ = 0;
  uint32_t expected_ = 0, sent_ = 0;
};

}  // namespace tinsim
