// SPDX-License-Identifier: Apache-2.0
// State and main loop of the firmware of a chip's control processor.
#ifndef TIN_FIRMWARE_FIRMWARE_H
#define TIN_FIRMWARE_FIRMWARE_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware_stub/answer_limit.h"
#include "firmware_stub/api_mos.h"
#include "firmware_stub/api_tcp.h"
#include "firmware_stub/ip_address.h"
#include "firmware_stub/link_bringup.h"
#include "firmware_stub/mos_ports.h"
#include "firmware_stub/net.h"

#define FIRMWARE_REBOOT_DELAY_US 1000u  // from the request to the reboot: its response leaves

struct firmware_buffers {
  struct api_buffers mos, connection[API_TCP_SESSIONS];
};

// Everything but lwIP's own variables.
struct firmware {
  struct firmware_buffers* buffers;
  uint8_t mac[6];
  uint32_t chip_address;
  uint32_t features;     // ECP_SYSCTL_FEATURE_*
  uint32_t reset_cause;  // ECP_RESET_*
  uint32_t boot;         // a random number
  uint32_t address;      // IPv4, the first octet in bits 31..24; 0: none
  bool reboot_requested;
  bool reboot_timed;   // `reboot_at` counts
  uint32_t reboot_at;  // us
  struct links links;
  struct mos_ports mos;
  struct net net;
  struct answer_limit answers;
  struct api_mos api_mos;
  struct api_tcp tcp;
};

// After each reset. `firmware` is all 0; `buffers` may hold anything.
void firmware_init(struct firmware* firmware, struct firmware_buffers* buffers);

// Does all work that is due, and sets the alarm for the next. To be called after every interrupt.
void firmware_poll(struct firmware* firmware);

// The stack cannot continue. Does not return.
void firmware_fatal(void);

#endif
