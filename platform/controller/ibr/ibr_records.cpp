// SPDX-License-Identifier: Apache-2.0
// Routes to destinations outside of the Clique.
#include "platform/controller/ibr/ibr_records.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace tinsim::control {
namespace {

constexpr unsigned kWordBits = 64;
constexpr std::size_t kPrefixBytes = 18;  ///< version, length, address

/// The first bits of a word of 64.
std::uint64_t first_bits(std::uint64_t word, unsigned bits) {
  return bits == 0 ? 0 : word & ~std::uint64_t{0} << (kWordBits - bits);
}

}  // namespace

bool IpPrefix::operator<(const IpPrefix& o) const {
  const auto key = [](const IpPrefix& p) {
    return std::tuple(p.address.v6, p.address.hi, p.address.lo, p.length);
  };
  return key(*this) < key(o);
}

IpPrefix prefix_of(IpAddress address, unsigned length) {
  address.hi = first_bits(address.hi, std::min(length, kWordBits));
  address.lo = first_bits(address.lo, length > kWordBits ? length - kWordBits : 0);
  return {address, static_cast<std::uint8_t>(length)};
}

std::string text_of(const IpPrefix& prefix) {
  const IpAddress& address = prefix.address;
  std::array<char, INET6_ADDRSTRLEN> text{};
  Bytes octets = bytes64(address.hi);
  append(octets, bytes64(address.lo));
  inet_ntop(address.v6 ? AF_INET6 : AF_INET, octets.data(), text.data(), text.size());
  return fmt::format("{}/{}", text.data(), prefix.length);
}

Bytes external_bytes(const ExternalRoute& route) {
  Bytes bytes = {route.prefix.address.v6, route.prefix.length};
  append(bytes, bytes64(route.prefix.address.hi));
  append(bytes, bytes64(route.prefix.address.lo));
  for (const std::uint16_t tin : route.egress) append16(bytes, tin);
  return bytes;
}

ExternalRoute external_of(const Bytes& bytes) {
  ExternalRoute route;
  route.prefix = {{bytes.at(0) != 0, read64(bytes, 2), read64(bytes, 10)}, bytes.at(1)};
  for (std::size_t at = kPrefixBytes; at < bytes.size(); at += 2)
    route.egress.push_back(static_cast<std::uint16_t>(read16(bytes, at)));
  return route;
}

}  // namespace tinsim::control
