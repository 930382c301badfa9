// SPDX-License-Identifier: Apache-2.0
// Start of the firmware on the control processor: vectors, memory, interrupts.
#include <string.h>

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "lwip/opt.h"

#define NOT_CLEARED __attribute__((section(".noinit"), aligned(8)))

// ARMv6-M Architecture Reference Manual, B3.4: registers of the NVIC.
#define NVIC_ISER 0xe000e100u
#define NVIC_ICPR 0xe000e280u

extern uint32_t image_stack_top[], image_bss[], image_bss_end[];

static struct firmware firmware;
static NOT_CLEARED struct firmware_buffers buffers;
static NOT_CLEARED uint8_t heap[MEM_SIZE + 64];  // ends with a block header of lwIP
unsigned char* firmware_lwip_heap = heap;

void hard_fault(void);  // probe.c

void firmware_fatal(void) {
  ecp_reboot();
  for (;;) __asm volatile("wfi");
}

// Interrupts stay masked: they end WFI, and firmware_poll() finds their causes.
static void reset(void) {
  __asm volatile("cpsid i" ::: "memory");
  memset(image_bss, 0, (size_t)((uint8_t*)image_bss_end - (uint8_t*)image_bss));
  ecp_store(NVIC_ISER, 1u << ECP_IRQ_TIMER | 1u << ECP_IRQ_MOS | 1u << ECP_IRQ_PACKET_RX);
  firmware_init(&firmware, &buffers);
  for (;;) {
    firmware_poll(&firmware);
    ecp_store(NVIC_ICPR, UINT32_MAX);  // a line that is still high is pending again
    __asm volatile("dsb\n\twfi" ::: "memory");
  }
}

__attribute__((section(".vectors"), used)) const struct {
  const void* stack;
  void (*reset)(void);
  void (*fault[14])(void);
} image_vectors = {image_stack_top, reset, {firmware_fatal, hard_fault}};
