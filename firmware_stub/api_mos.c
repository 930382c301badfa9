// SPDX-License-Identifier: Apache-2.0
// Register API over PMOS.
#include "firmware_stub/api_mos.h"

#include <string.h>

#include "firmware_stub/firmware.h"

static void take_input(struct api_mos* mos) {
  const size_t taken = api_input(&mos->session, mos->data, mos->pending);
  mos->pending = (uint16_t)(mos->pending - taken);
  if (taken) memmove(mos->data, mos->data + taken, mos->pending);
}

bool api_mos_input(struct firmware* firmware, uint8_t port, const uint8_t* data, size_t length) {
  struct api_mos* mos = &firmware->api_mos;
  if (length == 0) return true;
  if (data[0] & API_MOS_FIRST) {
    api_open(&mos->session, firmware, &firmware->buffers->mos);
    mos->port = port;
    mos->first = true;
    mos->pending = 0;
  }
  if (!mos->session.open || mos->port != port) return true;  // of a stream that has ended
  if (mos->pending) return false;
  mos->pending = (uint16_t)(length - 1);
  memcpy(mos->data, data + 1, mos->pending);
  take_input(mos);
  return true;
}

static void give_output(struct firmware* firmware, struct api_mos* mos) {
  uint8_t packet[PMOS_DATA_MAX];
  const uint8_t* data;
  size_t length = api_output(&mos->session, &data);
  if (length == 0) return;
  if (length > sizeof packet - 1) length = sizeof packet - 1;
  packet[0] = mos->first ? API_MOS_FIRST : 0;
  memcpy(packet + 1, data, length);
  if (!mos_ports_send(firmware, mos->port, MOS_CHANNEL_RESPONSE, packet, length + 1)) return;
  api_sent(&mos->session, length);
  mos->first = false;
}

void api_mos_poll(struct firmware* firmware, uint32_t now_us) {
  struct api_mos* mos = &firmware->api_mos;
  if (!mos->session.open) return;
  if (mos->pending) take_input(mos);
  api_poll(&mos->session, now_us);
  give_output(firmware, mos);
}

uint32_t api_mos_idle_us(const struct firmware* firmware, uint32_t now_us) {
  return api_idle_us(&firmware->api_mos.session, now_us);
}
