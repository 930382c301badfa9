// SPDX-License-Identifier: Apache-2.0
// UDP packets over IPv4 and IPv6 for tests, octet by octet.
#pragma once

#include <cstdint>
#include <string>

#include "tests/platform/capture_files.h"

namespace tinsim {

struct UdpFrame {
  bool v6 = false;
  Octets src, dst;  ///< 4 or 16 octets
  uint16_t src_port = 0, dst_port = 0;
  uint8_t traffic_class = 0;  ///< DSCP and ECN
  Octets data;
  uint8_t time_to_live = 64;
};

/// Of IPv4: RFC 1071, by division, the sum modulo 65535.
inline void put_header_checksum(Octets& frame, size_t ip) {
  frame[ip + 10] = frame[ip + 11] = 0;
  uint64_t sum = 0;
  const size_t header = (frame[ip] & 15u) * 4;
  for (size_t i = 0; i < header; i += 2) sum += unsigned{frame[ip + i]} << 8 | frame[ip + i + 1];
  const uint64_t folded = sum == 0 ? 0 : (sum - 1) % 65535 + 1;
  const uint64_t checksum = 0xffff - folded;
  frame[ip + 10] = static_cast<uint8_t>(checksum >> 8);
  frame[ip + 11] = static_cast<uint8_t>(checksum);
}

/// A packet, from its IP header on, after one hop: its time to live is one less, and its checksum
/// made again.
inline Octets after_one_hop(Octets ip) {
  const bool v6 = ip[0] >> 4 == 6;
  --ip[v6 ? 7 : 8];
  if (!v6) put_header_checksum(ip, 0);
  return ip;
}

/// Without FCS and padding. The UDP checksum is left zero: the network never reads it.
inline Octets frame_of(const UdpFrame& udp) {
  Octets frame = {2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 8};
  const auto put16 = [&](size_t value) {
    frame.push_back(static_cast<uint8_t>(value >> 8));
    frame.push_back(static_cast<uint8_t>(value));
  };
  const auto put = [&](const Octets& octets) {
    frame.insert(frame.end(), octets.begin(), octets.end());
  };
  const size_t inside = 8 + udp.data.size();
  if (udp.v6) {
    put({0x86, 0xdd, static_cast<uint8_t>(0x60 | udp.traffic_class >> 4),
         static_cast<uint8_t>(udp.traffic_class << 4), 0, 0});
    put16(inside);
    put({17, udp.time_to_live});
  } else {
    put({0x08, 0x00, 0x45, udp.traffic_class});
    put16(20 + inside);
    put({0, 7, 0, 0, udp.time_to_live, 17, 0, 0});
  }
  put(udp.src);
  put(udp.dst);
  if (!udp.v6) put_header_checksum(frame, 14);
  put16(udp.src_port);
  put16(udp.dst_port);
  put16(inside);
  put16(0);
  put(udp.data);
  return frame;
}

}  // namespace tinsim
