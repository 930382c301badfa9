// SPDX-License-Identifier: Apache-2.0
// IPv4 and UDP, octet by octet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tlm/ethernet/octets.h"

namespace tinsim::control {

using Bytes = std::vector<std::uint8_t>;
using Mac = std::array<std::uint8_t, 6>;

constexpr std::uint8_t kUdp = 17, kTcp = 6;

inline void append(Bytes& to, const Bytes& bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}
// With a check that the octets exist.
inline std::uint16_t read16(const Bytes& from, std::size_t at) {
  return get_be16(&from.at(at + 1) - 1);
}
inline std::uint32_t read32(const Bytes& from, std::size_t at) {
  return get_be32(&from.at(at + 3) - 3);
}
inline void write16(Bytes& to, std::size_t at, std::uint32_t value) {
  put_be16(&to.at(at + 1) - 1, static_cast<std::uint16_t>(value));
}
inline void append16(Bytes& to, std::uint32_t value) {
  to.resize(to.size() + 2);
  write16(to, to.size() - 2, value);
}
inline void append32(Bytes& to, std::uint32_t value) {
  append16(to, value >> 16);
  append16(to, value & 0xffff);
}
inline Bytes slice(const Bytes& from, std::size_t begin, std::size_t length) {
  return {from.begin() + static_cast<std::ptrdiff_t>(begin),
          from.begin() + static_cast<std::ptrdiff_t>(begin + length)};
}

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

/// Checksum of the pseudo-header of RFC 793 and the segment; 0 if it holds its own.
std::uint16_t transport_checksum(std::uint32_t source, std::uint32_t destination,
                                 std::uint8_t protocol, const Bytes& segment);

}  // namespace tinsim::control
