// SPDX-License-Identifier: Apache-2.0
// Addresses of the registers that a controller writes.
#pragma once

#include "rtl_models/registers/decode.h"

namespace tinsim::control {

/// Address of an element of an array. Precondition: the map has the array.
constexpr std::uint32_t array_address(const char* group, const char* array, unsigned index) {
  for (const registers::Group& some : registers::kMap) {
    if (!registers::is_equal(some.name, group)) continue;
    for (const registers::RegisterArray& one : some.arrays)
      if (registers::is_equal(one.name, array)) return some.base + one.offset + index * one.stride;
  }
  return 0;
}

inline constexpr std::uint32_t kFlowBase = array_address("route", "entry", 0);
inline constexpr std::uint32_t kFlowBytes = array_address("route", "entry", 1) - kFlowBase;
inline constexpr std::uint32_t kMemberBase = array_address("ip", "member", 0);
inline constexpr std::uint32_t kIpFlowBase = array_address("ip", "entry", 0);
inline constexpr std::uint32_t kIpFlowBytes = array_address("ip", "entry", 1) - kIpFlowBase;
inline constexpr unsigned kIpFlowWords = 6;
/// Status of a link, of port 0, and from there to the next port's.
inline constexpr std::uint32_t kLinkStatusBase = array_address("link", "port", 0) + 4;
inline constexpr std::uint32_t kLinkStatusBytes =
    array_address("link", "port", 1) - array_address("link", "port", 0);
static_assert(kFlowBase != 0 && kMemberBase != 0 && kIpFlowBase != 0 && kLinkStatusBytes != 0);

/// First register of what a write changes together with this one: of an element that is written as
/// a whole, or the register itself.
constexpr std::uint32_t written_first(std::uint32_t address) {
  const registers::Place place = registers::place_of(address);
  const bool whole = place.array != nullptr && place.array->writes == registers::Writes::whole;
  return whole ? address - place.reg->offset : address;
}

/// Value after a reset, of the bits that software writes.
constexpr std::uint32_t reset_value(std::uint32_t address) {
  const registers::Register& reg = *registers::place_of(address).reg;
  return reg.reset() & reg.mask(registers::Access::rw);
}

}  // namespace tinsim::control
