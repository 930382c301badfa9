// SPDX-License-Identifier: Apache-2.0
// Cookies of the NIC's accesses to host memory.
#pragma once

#include <cstdint>

namespace tinsim {

enum class NicAccess : uint8_t {
  kTxDescriptors,
  kRxDescriptors,
  kTxPacket,
  kRxPacket,
  kTxDone,
  kRxDone,
  kInterrupt
};

/// Bit 63 is set; those of 1RMA on the same link have it clear (dma_cookie()).
constexpr uint64_t kNicCookie = uint64_t{1} << 63;
constexpr uint64_t nic_cookie(NicAccess access, uint32_t count) {
  return kNicCookie | static_cast<uint64_t>(access) << 56 | count;
}
constexpr NicAccess access_of(uint64_t cookie) {
  return static_cast<NicAccess>(cookie >> 56 & 0x7F);
}
constexpr uint32_t count_of(uint64_t cookie) { return static_cast<uint32_t>(cookie); }

}  // namespace tinsim
