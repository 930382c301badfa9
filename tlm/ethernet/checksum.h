// SPDX-License-Identifier: Apache-2.0
// Check sequences: of an Ethernet frame, and of an IPv4 header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rtl_models/parts/internet_checksum.h"

namespace tinsim {

constexpr size_t kFcsBytes = 4;

/// CRC-32 of IEEE 802.3, 3.2.9. On the wire it follows the frame lowest octet first.
uint32_t frame_check_sequence(const uint8_t* frame, size_t size);

/// The last four octets of the frame are the check sequence of those before. False below four.
bool fcs_good(const uint8_t* frame, size_t size);

/// Writes the check sequence of the `size` octets at `frame` behind them.
void put_fcs(uint8_t* frame, size_t size);

/// One's complement of the one's complement sum of 16-bit words, an odd octet padded with zero
/// (RFC 1071). Zero over a header that holds its own checksum.
uint16_t internet_checksum(const uint8_t* data, size_t size);

}  // namespace tinsim
