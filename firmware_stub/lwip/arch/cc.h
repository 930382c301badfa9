// SPDX-License-Identifier: Apache-2.0
// Compiler and platform as lwIP sees them.
#ifndef TIN_FIRMWARE_ARCH_CC_H
#define TIN_FIRMWARE_ARCH_CC_H

// A broken assumption of the stack restarts the firmware.
void firmware_fatal(void);
#define LWIP_PLATFORM_DIAG(message) ((void)0)
#define LWIP_PLATFORM_ASSERT(message) firmware_fatal()

#endif
