// SPDX-License-Identifier: Apache-2.0
// The firmware compiled for the host. The variables of lwIP lie in one section (relocate.ld), which
// holds those of the chip that runs; the others' are kept in copies.
#include "firmware_stub/host/firmware_host.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "lwip/opt.h"

extern uint8_t __start_tin_firmware_state[], __stop_tin_firmware_state[];  // by the linker

enum { kHeapSlack = 64 };  // lwIP aligns the heap and ends it with a block header
struct firmware_host {
  struct ecp_bus bus;
  bool stopped;
  uint8_t* variables;
  uint8_t* heap;
  struct firmware* firmware;
  struct firmware_buffers* buffers;
};

struct ecp_bus ecp_current_bus;
unsigned char* firmware_lwip_heap;

static struct firmware_host* active;  // its variables are in the section
static uint8_t* pristine;             // the section as it was linked
static jmp_buf stop;

static size_t state_bytes(void) {
  return (size_t)(__stop_tin_firmware_state - __start_tin_firmware_state);
}

static void enter(struct firmware_host* host) {
  if (active != host) {
    if (active) memcpy(active->variables, __start_tin_firmware_state, state_bytes());
    memcpy(__start_tin_firmware_state, host->variables, state_bytes());
    active = host;
  }
  ecp_current_bus = host->bus;
  firmware_lwip_heap = host->heap;
}

static bool keep_pristine(void) {
  if (pristine) return true;
  pristine = malloc(state_bytes());
  if (pristine) memcpy(pristine, __start_tin_firmware_state, state_bytes());
  return pristine != NULL;
}

struct firmware_host* firmware_host_new(struct ecp_bus bus) {
  struct firmware_host* host = calloc(1, sizeof *host);
  if (host == NULL || !keep_pristine()) {
    free(host);
    return NULL;
  }
  host->bus = bus;
  host->stopped = true;
  host->variables = malloc(state_bytes());
  host->heap = calloc(1, MEM_SIZE + kHeapSlack);
  host->firmware = calloc(1, sizeof *host->firmware);
  host->buffers = calloc(1, sizeof *host->buffers);
  if (host->variables && host->heap && host->firmware && host->buffers) return host;
  firmware_host_delete(host);
  return NULL;
}

void firmware_host_delete(struct firmware_host* host) {
  if (host == NULL) return;
  if (active == host) active = NULL;
#ifdef TIN_FIRMWARE_CHECKED_HEAP
  checked_heap_release(host->heap);
#endif
  free(host->variables);
  free(host->heap);
  free(host->firmware);
  free(host->buffers);
  free(host);
}

void firmware_fatal(void) { longjmp(stop, 1); }

void firmware_host_boot(struct firmware_host* host) {
  enter(host);
#ifdef TIN_FIRMWARE_CHECKED_HEAP
  checked_heap_release(host->heap);
#endif
  memcpy(__start_tin_firmware_state, pristine, state_bytes());
  memset(host->firmware, 0, sizeof *host->firmware);
  host->stopped = setjmp(stop) != 0;
  if (!host->stopped) firmware_init(host->firmware, host->buffers);
}

bool firmware_host_run(struct firmware_host* host) {
  if (host->stopped) return false;
  enter(host);
  if (setjmp(stop) == 0) {
    firmware_poll(host->firmware);
  } else {
    host->stopped = true;
    ecp_reboot();
  }
  return !host->stopped;
}

size_t firmware_host_bytes(void) {
  return sizeof(struct firmware_host) + state_bytes() + MEM_SIZE + kHeapSlack +
         sizeof(struct firmware) + sizeof(struct firmware_buffers);
}
