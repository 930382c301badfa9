// SPDX-License-Identifier: Apache-2.0
// Frames for the Ethernet tests: those of tests/data/ethernet, and small ones made by hand.
#pragma once

#include <gtest/gtest.h>
#include <pcap/pcap.h>

#include <string>
#include <vector>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/frame.h"

namespace tinsim {

using Octets = std::vector<uint8_t>;

/// The frames of a capture below tests/data/ethernet, as they are in the file.
inline std::vector<Octets> frames_of(const std::string& name) {
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_t* file =
      pcap_open_offline((TINSIM_SOURCE_DIR "/tests/data/ethernet/" + name).c_str(), reason);
  if (file == nullptr) {
    ADD_FAILURE() << reason;
    return {};
  }
  std::vector<Octets> frames;
  pcap_pkthdr* header = nullptr;
  const uint8_t* data = nullptr;
  while (pcap_next_ex(file, &header, &data) == 1) frames.emplace_back(data, data + header->caplen);
  pcap_close(file);
  return frames;
}

/// Numbers of a list, most significant octet first, `width` octets each.
inline void append_be(Octets& to, uint64_t value, unsigned width) {
  for (unsigned i = width; i-- > 0;) to.push_back(static_cast<uint8_t>(value >> 8 * i));
}

/// Writes the right checksum into an IPv4 header that begins at `at`.
inline void fix_checksum(Octets& octets, size_t at) {
  const size_t header = (octets[at] & 15u) * 4;
  octets[at + 10] = octets[at + 11] = 0;
  uint32_t sum = 0;
  for (size_t i = 0; i < header; i += 2) sum += uint32_t{octets[at + i]} << 8 | octets[at + i + 1];
  while (sum > 0xffff) sum = (sum >> 16) + (sum & 0xffff);
  octets[at + 10] = static_cast<uint8_t>(~sum >> 8);
  octets[at + 11] = static_cast<uint8_t>(~sum);
}

/// IPv4 packet from 10.0.0.1 to 10.1.3.1 of `bytes` octets, 20 of them header; its data count up.
inline Octets ipv4_packet(size_t bytes, uint8_t tos = 0, uint8_t protocol = 17) {
  Octets ip = {0x45, tos};
  append_be(ip, bytes, 2);
  append_be(ip, 0x004d0000, 4);
  append_be(ip, uint32_t{64} << 24 | uint32_t{protocol} << 16, 4);
  append_be(ip, 0x0a000001, 4);
  append_be(ip, 0x0a010301, 4);
  while (ip.size() < bytes) ip.push_back(static_cast<uint8_t>(ip.size()));
  fix_checksum(ip, 0);
  return ip;
}

/// IPv6 packet of `bytes` octets, 40 of them header.
inline Octets ipv6_packet(size_t bytes, uint8_t traffic_class = 0, uint8_t next_header = 17) {
  Octets ip;
  append_be(ip, 6u << 28 | uint32_t{traffic_class} << 20 | 0x12345, 4);
  append_be(ip, bytes - 40, 2);
  ip.push_back(next_header);
  ip.push_back(64);
  for (uint64_t half : {0xfd00000000000000u, 0x1ul, 0xfd00000000000000u, 0x100030001ul}) {
    append_be(ip, half, 8);
  }
  while (ip.size() < bytes) ip.push_back(static_cast<uint8_t>(ip.size()));
  return ip;
}

/// A frame without FCS around `payload`.
inline Octets ethernet(unsigned type, const Octets& payload) {
  Octets frame = {2, 0, 1, 3, 0, 1, 2, 0, 0, 0, 0, 1};
  append_be(frame, type, 2);
  frame.insert(frame.end(), payload.begin(), payload.end());
  return frame;
}

/// Adds the FCS.
inline Octets checked(Octets frame) {
  const uint32_t fcs = frame_check_sequence(frame.data(), frame.size());
  for (unsigned i = 0; i < 4; ++i) frame.push_back(static_cast<uint8_t>(fcs >> 8 * i));
  return frame;
}

inline FrameInfo headers_of(const Octets& frame, const FrameRules& rules = {}) {
  return parse_headers(frame.data(), frame.size(), rules);
}

inline FrameInfo judged(const Octets& frame, const FrameRules& rules = {}) {
  return parse_frame(frame.data(), frame.size(), rules);
}

}  // namespace tinsim
