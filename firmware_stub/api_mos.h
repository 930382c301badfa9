// SPDX-License-Identifier: Apache-2.0
// Register API over PMOS, for a neighbour that configures this chip (Aquila, section 4.4): one
// session.
#ifndef TIN_FIRMWARE_API_MOS_H
#define TIN_FIRMWARE_API_MOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware_stub/api.h"
#include "firmware_stub/pmos.h"

// First byte of the packets of MOS_CHANNEL_REQUEST and MOS_CHANNEL_RESPONSE; bytes of the stream
// follow.
#define API_MOS_FIRST 1u  // the packet begins a stream

struct api_mos {
  uint8_t port;      // of the neighbour
  bool first;        // the next packet is the first of the responses
  uint16_t pending;  // bytes that the session has not taken yet
  uint8_t data[PMOS_DATA_MAX];
  struct api_session session;
};

// A packet of MOS_CHANNEL_REQUEST. False: no space now.
bool api_mos_input(struct firmware* firmware, uint8_t port, const uint8_t* data, size_t length);
// Moves bytes between PMOS and the session; writes reports that are due.
void api_mos_poll(struct firmware* firmware, uint32_t now_us);
uint32_t api_mos_idle_us(const struct firmware* firmware, uint32_t now_us);

#endif
