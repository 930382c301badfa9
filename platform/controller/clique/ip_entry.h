// SPDX-License-Identifier: Apache-2.0
// The words of an entry of the IP table, as software writes them.
#pragma once

#include <vector>

#include "platform/controller/clique/register_addresses.h"
#include "tlm/ethernet/address.h"

namespace tinsim::control {

inline constexpr std::uint32_t kMemberBytes = array_address("ip", "member", 1) - kMemberBase;
/// The register of member `n` of all groups of IP.
constexpr std::uint32_t member_address(std::size_t n) {
  return kMemberBase + kMemberBytes * static_cast<std::uint32_t>(n);
}

/// An entry with the prefix of `length` bits, whose only member is number `member` of the table.
inline std::vector<std::uint32_t> ip_entry_words(const IpAddress& prefix, unsigned length,
                                                 std::uint32_t member) {
  constexpr std::uint32_t kOneMember = 1u << 16, kLive = 1;
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  return {high(prefix.hi),     low(prefix.hi),
          high(prefix.lo),     low(prefix.lo),
          member | kOneMember, kLive | std::uint32_t{prefix.v6} << 1 | length << 8};
}

}  // namespace tinsim::control
