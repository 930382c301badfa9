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
};

/// RFC 1071, by division: the sum modulo 65535.
inline void put_header_checksum(Octets& frame, size_t ip) {
  frame[ip + 10] = frame[ip + 11] = 0;
  uint64_t sum = 0;
  for (size_t i = 0; i < 20; i += 2) sum += unsigned{frame[ip + i]} << 8 | frame[ip + i + 1];
  const uint64_t folded = sum == 0 ? 0 : (sum - 1) % 65535 + 1;
  const uint64_t checksum = 0xffff - folded;
  frame[ip + 10] = static_cast<uint8_t>(checksum >> 8);
  frame[ip + 11] = static_cast<uint8_t>(checksum);
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
    put({17, 64});
  } else {
    put({0x08, 0x00, 0x45, udp.traffic_class});
    put16(20 + inside);
    put({0, 7, 0, 0, 64, 17, 0, 0});
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
