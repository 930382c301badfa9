// SPDX-License-Identifier: Apache-2.0
// The image of the firmware (image/tin_firmware.bin) as a part of the program.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const uint8_t tin_firmware_image[];  ///< octets from address 0 of the SRAM on
extern const size_t tin_firmware_image_bytes;

#ifdef __cplusplus
}
#endif
