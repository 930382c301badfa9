// SPDX-License-Identifier: Apache-2.0
// Bring-up of the links.
#ifndef TIN_FIRMWARE_LINK_BRINGUP_H
#define TIN_FIRMWARE_LINK_BRINGUP_H

#include <stdbool.h>
#include <stdint.h>

#include "tlm/tin/ecp/ecp_map.h"

struct firmware;

#define LINKS_POLL_US 1000u            // interval at which changes are read
#define LINKS_TRAINING_US 10000u       // a link that is not up after this time is restarted
#define LINKS_TRAINING_MAX_US 640000u  // each restart doubles the time, up to this

struct links {
  uint32_t polled_at;   // us; of the changes
  uint32_t checked_at;  // us; of the states of all links, every LINKS_TRAINING_US
  struct link {
    bool up;
    uint32_t since;       // us of the restart, or of the loss
    uint32_t allowed_us;  // from then until the next restart
  } link[ECP_MOS_MAX_PORTS];
};

void links_init(struct firmware* firmware, uint32_t now_us, bool power_on);
void links_poll(struct firmware* firmware, uint32_t now_us);
uint32_t links_idle_us(const struct firmware* firmware, uint32_t now_us);

#endif
