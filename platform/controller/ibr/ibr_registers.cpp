// SPDX-License-Identifier: Apache-2.0
// Flows of external routes as the words of registers ip.entry.
#include "platform/controller/ibr/ibr_registers.h"

namespace tinsim::control {
namespace {

constexpr std::size_t kGroupWord = 16, kMatchWord = 20;  ///< in bytes
constexpr std::uint32_t kBaseMask = 0xfff;
constexpr unsigned kCountShift = 16, kLengthShift = 8;

}  // namespace

Bytes external_flow(const IpPrefix& prefix, std::uint32_t base, std::size_t members) {
  const IpAddress& address = prefix.address;
  Bytes flow = bytes64(address.hi);
  append(flow, bytes64(address.lo));
  append32(flow, base | static_cast<std::uint32_t>(members) << kCountShift);
  append32(flow,
           1u | std::uint32_t{address.v6} << 1 | std::uint32_t{prefix.length} << kLengthShift);
  return flow;
}

FlowGroup group_of_external(const Bytes& flow) {
  const std::uint32_t word = read32(flow, kGroupWord);
  return {word & kBaseMask, word >> kCountShift & kBaseMask};
}

Bytes external_key(const Bytes& flow) {
  Bytes key = slice(flow, 0, kGroupWord);
  append(key, slice(flow, kMatchWord, flow.size() - kMatchWord));
  return key;
}

}  // namespace tinsim::control
