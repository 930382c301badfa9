// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the control processor outside SRAM: volatile accesses on the chip, calls on a
// host.
#ifndef TIN_FIRMWARE_FIRMWARE_BUS_H
#define TIN_FIRMWARE_FIRMWARE_BUS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef TIN_FIRMWARE_HOST

#ifdef __cplusplus
extern "C" {
#endif

// The peripherals of one chip. Addresses are those of tlm/tin/ecp/ecp_map.h, multiples of 4.
// False: a bus error; the access had no effect.
struct ecp_bus {
  void* context;
  bool (*load)(void* context, uint32_t address, uint32_t* value);
  bool (*store)(void* context, uint32_t address, uint32_t value);
};

#ifdef __cplusplus
}
#endif

extern struct ecp_bus ecp_current_bus;  // of the chip whose firmware runs

static inline bool ecp_try_load(uint32_t address, uint32_t* value) {
  return ecp_current_bus.load(ecp_current_bus.context, address, value);
}
static inline bool ecp_try_store(uint32_t address, uint32_t value) {
  return ecp_current_bus.store(ecp_current_bus.context, address, value);
}
static inline uint32_t ecp_load(uint32_t address) {
  uint32_t value = 0;
  ecp_try_load(address, &value);
  return value;
}
static inline void ecp_store(uint32_t address, uint32_t value) { ecp_try_store(address, value); }

#else

// arm/probe.c: a bus error ends the access without effect.
bool ecp_try_load(uint32_t address, uint32_t* value);
bool ecp_try_store(uint32_t address, uint32_t value);

static inline uint32_t ecp_load(uint32_t address) { return *(volatile uint32_t*)address; }
static inline void ecp_store(uint32_t address, uint32_t value) {
  *(volatile uint32_t*)address = value;
}

#endif
#endif
