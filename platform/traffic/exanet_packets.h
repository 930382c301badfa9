// SPDX-License-Identifier: Apache-2.0
// Packets of ExaNet chips as cells: so traffic has one set of patterns and processes.
#pragma once

#include "platform/config/platform_config.h"
#include "rtl_models/parts/exanet_header.h"
#include "rtl_models/parts/exanet_space.h"
#include "tlm/gnet/cell.h"

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

/// Origin of a packet, in the fields of its header that software may use.
struct ExanetBirth {
  uint32_t number = 0;  ///< of its source
  Cycle birth = 0;
  uint8_t cls = 0;  ///< traffic class, for statistics
};

/// Tag: bits 15:0 of the number. Address: bits 31:16 of it, the birth, the class.
void set_exanet_birth(const ExanetBirth& birth, ExanetHeader& header);
ExanetBirth exanet_birth(const ExanetHeader& header);
/// A configuration of TiN chips whose cells are born when and where those packets are, and have
/// their words. Precondition: `chip: exanet`.
PlatformConfig packets_as_cells(PlatformConfig config);

}  // namespace tinsim
