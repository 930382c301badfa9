// SPDX-License-Identifier: Apache-2.0
// GNet addresses: which chip, and which of its endpoints.
#pragma once

#include <cstdint>

namespace tinsim {

constexpr unsigned kTinBits = 4, kEndpointBits = 6;

/// 16-bit GNet address: pod[6] : tin[4] : endpoint[6] (Aquila 3.1, 3.2; widths are our choice).
/// Networks of more than 1024 chips have fewer endpoint bits and more pods.
constexpr uint16_t gnet_address(unsigned pod, unsigned tin, unsigned endpoint,
                                unsigned endpoint_bits = kEndpointBits) {
  return static_cast<uint16_t>((pod << kTinBits | tin) << endpoint_bits | endpoint);
}
constexpr unsigned address_pod(uint16_t a) { return a >> 10; }
constexpr unsigned address_tin(uint16_t a) { return a >> 6 & 15u; }
constexpr unsigned address_endpoint(uint16_t a) { return a & 63u; }

}  // namespace tinsim
