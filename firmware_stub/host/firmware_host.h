// SPDX-License-Identifier: Apache-2.0
// The firmware compiled for the host: one instance for each chip, called by the model of its
// control processor. Instances share no state. Their calls must not overlap: one thread.
#ifndef TIN_FIRMWARE_FIRMWARE_HOST_H
#define TIN_FIRMWARE_FIRMWARE_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "firmware_stub/firmware_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

struct firmware_host;

// A control processor in reset, whose peripherals are `bus`. NULL: the host has no memory for it.
struct firmware_host* firmware_host_new(struct ecp_bus bus);
void firmware_host_delete(struct firmware_host* host);

// The control processor leaves reset: SRAM is as after loading the image.
void firmware_host_boot(struct firmware_host* host);

// Runs until the firmware would wait for an interrupt. To be called after boot and while an
// interrupt line is pending. False: the firmware has stopped and requested its reboot.
bool firmware_host_run(struct firmware_host* host);

// Bytes of host memory that an instance occupies at most.
size_t firmware_host_bytes(void);

#ifdef __cplusplus
}
#endif

#endif
