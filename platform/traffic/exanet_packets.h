// SPDX-License-Identifier: Apache-2.0
// Packets of ExaNet chips as cells: so traffic has one set of patterns and processes.
#pragma once

#include "platform/config/platform_config.h"
#include "rtl_models/parts/exanet_header.h"
#include "rtl_models/parts/exanet_space.h"

namespace tinsim {

/// Words of 64 bits of a packet with so many bytes of payload, header and footer included: those
/// that a line carries without its frame.
constexpr unsigned exanet_line_words(unsigned payload_bytes) {
  return 2 * (exanet_words(payload_bytes) + kExanetFrameWords);
}
/// Payload of a packet of so many words of 64 bits.
constexpr unsigned exanet_payload_bytes(unsigned line_words) {
  return (line_words / 2 - kExanetFrameWords) * kExanetWordBytes;
}

/// A configuration of TiN chips whose cells are born when and where those packets are, and have
/// their words. Precondition: `chip: exanet`.
PlatformConfig packets_as_cells(PlatformConfig config);

}  // namespace tinsim
