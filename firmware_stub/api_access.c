// SPDX-License-Identifier: Apache-2.0
// Lists of register operations: checked as a whole, then carried out.
#include "firmware_stub/api_access.h"

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/network_order.h"
#include "tin_registers.h"

#define BUS_BYTES (1u << TIN_REGISTER_ADDRESS_BITS)

struct operation {
  uint32_t code, count, address, bytes;
};

static struct operation operation_at(const uint8_t* at) {
  struct operation op = {at[0], get16(at + 2), get32(at + 4), API_OPERATION_BYTES};
  if (op.code == API_WRITE) op.bytes += 4 * op.count;
  return op;
}

static enum api_status check_operation(const uint8_t* at, uint32_t left, bool writes_allowed) {
  if (left < API_OPERATION_BYTES) return API_BAD_BODY;
  const struct operation op = operation_at(at);
  if (op.code != API_READ && !(op.code == API_WRITE && writes_allowed)) return API_BAD_BODY;
  if (at[1] != 0 || op.count == 0 || op.bytes > left) return API_BAD_BODY;
  if (op.address % 4 != 0 || op.address >= BUS_BYTES || 4 * op.count > BUS_BYTES - op.address)
    return API_BAD_ADDRESS;
  return API_OK;
}

struct api_check api_check_operations(const uint8_t* body, uint32_t length, bool writes_allowed) {
  struct api_check check = {length ? API_OK : API_BAD_BODY, 0, 0};
  while (check.status == API_OK && check.detail < length) {
    check.status = check_operation(body + check.detail, length - check.detail, writes_allowed);
    if (check.status != API_OK) break;
    const struct operation op = operation_at(body + check.detail);
    if (op.code == API_READ) check.words += op.count;
    if (4 * check.words > API_BODY_MAX) {
      check.status = API_TOO_LONG;
      break;
    }
    check.detail += op.bytes;
  }
  return check;
}

static bool run_one(const struct operation* op, const uint8_t* data, uint8_t* out) {
  bool good = true;
  for (uint32_t n = 0; n < op->count; ++n) {
    const uint32_t address = op->address + 4 * n;
    if (op->code == API_WRITE) {
      good &= chip_try_write(address, get32(data + 4 * n));
    } else {
      uint32_t value;
      good &= chip_try_read(address, &value);
      put32(out + 4 * n, value);
    }
  }
  return good;
}

uint32_t api_run_operations(const uint8_t* body, uint32_t length, uint8_t* out) {
  uint32_t failed = length;
  for (uint32_t at = 0; at < length;) {
    const struct operation op = operation_at(body + at);
    if (!run_one(&op, body + at + API_OPERATION_BYTES, out) && failed == length) failed = at;
    if (op.code == API_READ) out += 4 * op.count;
    at += op.bytes;
  }
  return failed;
}
