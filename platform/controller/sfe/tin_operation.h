// SPDX-License-Identifier: Apache-2.0
// Operations on the flows and groups of a TiN.
#pragma once

#include "platform/controller/nib/records.h"

namespace tinsim::control {

struct TinOperation {
  enum class Kind : std::uint8_t {
    kSetup,         ///< `number`: address of a register, `value`: its value
    kAddGroup,      ///< a new group with outputs `group`
    kSetFlow,       ///< flow `number` uses group `value` from now on
    kRemoveFlow,    ///< flow `number` has no outputs
    kRemoveGroup,   ///< no flow uses group `number` any more
    kSetMember,     ///< `number`: kind of addresses and TiN; `value`: GNet address
    kSetIpFlow,     ///< `number`: subnet and TiN; the address uses the TiN's member
    kRemoveIpFlow,  ///< likewise
    kRemoveMember,  ///< `number` as of kSetMember
    // External routes: `number` is that of the register ip.member or ip.entry.
    kSetExternalGroup,     ///< `group`: its members
    kSetExternalFlow,      ///< `group`: the words of the entry
    kRemoveExternalFlow,   ///< no words
    kRemoveExternalGroup,  ///< `group`: its members so far; no flow uses it any more
  };
  Kind kind = Kind::kSetup;
  std::uint32_t number = 0, value = 0;
  Bytes group;
};

/// Number of a member or flow of IP addresses.
constexpr std::uint32_t ip_number(unsigned of, std::size_t tin) {
  return of << 16 | static_cast<std::uint32_t>(tin);
}
constexpr unsigned ip_of(std::uint32_t number) { return number >> 16; }
constexpr std::size_t ip_tin(std::uint32_t number) { return number & 0xffff; }

}  // namespace tinsim::control
