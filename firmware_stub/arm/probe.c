// SPDX-License-Identifier: Apache-2.0
// Accesses that may end with a bus error. The core takes it as HardFault, whose handler skips the
// instruction; any other HardFault restarts the firmware.
#include "firmware_stub/firmware.h"
#include "firmware_stub/firmware_bus.h"

static volatile bool failed;

// Their first instruction is the access.
__attribute__((naked, noinline)) static uint32_t probe_load(uint32_t address) {
  __asm volatile("ldr r0, [r0]\n\tbx lr");
  (void)address;
}
__attribute__((naked, noinline)) static void probe_store(uint32_t address, uint32_t value) {
  __asm volatile("str r1, [r0]\n\tbx lr");
  (void)address;
  (void)value;
}

bool ecp_try_load(uint32_t address, uint32_t* value) {
  failed = false;
  *value = probe_load(address);
  return !failed;
}

bool ecp_try_store(uint32_t address, uint32_t value) {
  failed = false;
  probe_store(address, value);
  return !failed;
}

// `frame`: r0 to r3, r12, lr, pc and xpsr of the code that was interrupted.
__attribute__((used)) void hard_fault_frame(uint32_t* frame) {
  enum { kValue = 0, kPc = 6, kInstructionBytes = 2 };
  const uint32_t thumb = 1;
  if (frame[kPc] == ((uint32_t)probe_load & ~thumb)) {
    frame[kValue] = 0;
  } else if (frame[kPc] != ((uint32_t)probe_store & ~thumb)) {
    firmware_fatal();
  }
  failed = true;
  frame[kPc] += kInstructionBytes;
}

__attribute__((naked)) void hard_fault(void) {
  __asm volatile(
      "mov r0, sp\n\t"
      "push {r4, lr}\n\t"
      "bl hard_fault_frame\n\t"
      "pop {r4, pc}");
}
