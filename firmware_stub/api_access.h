// SPDX-License-Identifier: Apache-2.0
// Lists of register operations: checked as a whole, then carried out.
#ifndef TIN_FIRMWARE_API_ACCESS_H
#define TIN_FIRMWARE_API_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware_stub/api_wire.h"

struct api_check {
  enum api_status status;
  uint32_t detail;  // offset of the operation that is wrong
  uint32_t words;   // registers that are read
};

// Checks `length` bytes of operations; accesses no register.
struct api_check api_check_operations(const uint8_t* body, uint32_t length, bool writes_allowed);

// Carries out operations that were checked; writes the registers read to `out`. Returns the offset
// of the first that met an address without a register, or `length`.
uint32_t api_run_operations(const uint8_t* body, uint32_t length, uint8_t* out);

#endif
