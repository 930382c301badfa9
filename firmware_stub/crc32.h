// SPDX-License-Identifier: Apache-2.0
// CRC-32 of Ethernet (IEEE 802.3, CRC-32/ISO-HDLC), with a table of 16 entries.
#ifndef TIN_FIRMWARE_CRC32_H
#define TIN_FIRMWARE_CRC32_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The CRC-32 of `length` bytes that follow bytes with the CRC-32 `before`; 0 stands for none.
uint32_t crc32_extend(uint32_t before, const uint8_t* data, size_t length);

#ifdef __cplusplus
}
#endif

#endif
