// SPDX-License-Identifier: Apache-2.0
// Check sequences: zlib's CRC-32, and the Internet checksum.
#include "tlm/ethernet/checksum.h"

#include <zlib.h>

#include "tlm/ethernet/octets.h"

namespace tinsim {

uint32_t frame_check_sequence(const uint8_t* frame, size_t size) {
  return static_cast<uint32_t>(crc32_z(0, frame, size));
}

bool fcs_good(const uint8_t* frame, size_t size) {
  if (size < kFcsBytes) return false;
  const uint8_t* fcs = frame + size - kFcsBytes;
  const uint32_t received =
      fcs[0] | uint32_t{fcs[1]} << 8 | uint32_t{fcs[2]} << 16 | uint32_t{fcs[3]} << 24;
  return received == frame_check_sequence(frame, size - kFcsBytes);
}

void put_fcs(uint8_t* frame, size_t size) {
  const uint32_t fcs = frame_check_sequence(frame, size);
  for (unsigned i = 0; i < kFcsBytes; ++i) frame[size + i] = static_cast<uint8_t>(fcs >> 8 * i);
}

uint16_t internet_checksum(const uint8_t* data, size_t size) {
  uint64_t sum = 0;
  for (size_t at = 0; at + 1 < size; at += 2) sum += get_be16(data + at);
  if (size % 2 != 0) sum += uint64_t{data[size - 1]} << 8;
  while (sum > 0xffffffff) sum = (sum & 0xffffffff) + (sum >> 32);
  return static_cast<uint16_t>(~folded_sum(static_cast<uint32_t>(sum)));
}

}  // namespace tinsim
