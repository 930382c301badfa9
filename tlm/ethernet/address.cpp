// SPDX-License-Identifier: Apache-2.0
// MAC and IP addresses: the plan of docs/reference/ethernet.md.
#include "tlm/ethernet/address.h"

namespace tinsim {
namespace {

constexpr uint64_t kPrefixV4 = uint64_t{10} << 56;
constexpr uint64_t kPrefixV6 = uint64_t{0xfd00} << 48;

}  // namespace

IpAddress ipv4_of(HostPlace place) {
  const uint64_t low =
      uint64_t{place.pod} << 48 | uint64_t{place.tin} << 40 | uint64_t{place.host} << 32;
  return {false, kPrefixV4 | low, 0};
}

IpAddress ipv6_of(HostPlace place) {
  return {true, kPrefixV6, uint64_t{place.pod} << 32 | uint64_t{place.tin} << 16 | place.host};
}

MacAddress mac_of(HostPlace place) { return {0x02, 0x00, place.pod, place.tin, 0x00, place.host}; }

std::optional<HostPlace> place_of(const IpAddress& address) {
  HostPlace place;
  if (address.v6) {
    place = {static_cast<uint8_t>(address.lo >> 32), static_cast<uint8_t>(address.lo >> 16),
             static_cast<uint8_t>(address.lo)};
    if (!(ipv6_of(place) == address)) return std::nullopt;
  } else {
    place = {static_cast<uint8_t>(address.hi >> 48), static_cast<uint8_t>(address.hi >> 40),
             static_cast<uint8_t>(address.hi >> 32)};
    if (!(ipv4_of(place) == address)) return std::nullopt;
  }
  return place;
}

}  // namespace tinsim
