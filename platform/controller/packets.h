// SPDX-License-Identifier: Apache-2.0
// Ethernet, IPv4 and UDP, octet by octet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tinsim::control {

using Bytes = std::vector<std::uint8_t>;
using Mac = std::array<std::uint8_t, 6>;

constexpr Mac kBroadcast = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr std::uint16_t kIpv4 = 0x0800, kArp = 0x0806, kIpv6 = 0x86dd;
constexpr std::uint8_t kUdp = 17, kTcp = 6, kIcmp = 1;

inline void append(Bytes& to, const Bytes& bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}
inline void append16(Bytes& to, std::uint32_t value) {
  to.push_back(static_cast<std::uint8_t>(value >> 8));
  to.push_back(static_cast<std::uint8_t>(value));
}
inline void append32(Bytes& to, std::uint32_t value) {
  append16(to, value >> 16);
  append16(to, value & 0xffff);
}
inline std::uint16_t read16(const Bytes& from, std::size_t at) {
  return static_cast<std::uint16_t>(from.at(at) << 8 | from.at(at + 1));
}
inline std::uint32_t read32(const Bytes& from, std::size_t at) {
  return std::uint32_t{read16(from, at)} << 16 | read16(from, at + 2);
}
inline void write16(Bytes& to, std::size_t at, std::uint32_t value) {
  to.at(at) = static_cast<std::uint8_t>(value >> 8);
  to.at(at + 1) = static_cast<std::uint8_t>(value);
}
inline Bytes slice(const Bytes& from, std::size_t begin, std::size_t length) {
  return {from.begin() + static_cast<std::ptrdiff_t>(begin),
          from.begin() + static_cast<std::ptrdiff_t>(begin + length)};
}

/// Sum of RFC 1071; over a message with a correct checksum it is 0xffff.
std::uint16_t ones_sum(const Bytes& bytes);

struct Ipv4 {
  std::uint32_t source, destination;
  std::uint8_t protocol;
  Bytes payload;
};
Bytes make_ipv4(const Ipv4& packet);
/// Nothing if the packet is not IPv4 with a right checksum and length.
std::optional<Ipv4> parse_ipv4(const Bytes& packet);

struct Udp {
  std::uint16_t source, destination;
  Bytes payload;
};
Bytes make_udp(std::uint32_t source, std::uint32_t destination, const Udp& udp);
std::optional<Udp> parse_udp(const Ipv4& packet);

/// Sum of the pseudo-header of RFC 793 and the segment.
std::uint16_t transport_sum(std::uint32_t source, std::uint32_t destination, std::uint8_t protocol,
                            const Bytes& segment);

Bytes make_frame(const Mac& destination, const Mac& source, std::uint16_t type,
                 const Bytes& payload);

}  // namespace tinsim::control
