// SPDX-License-Identifier: Apache-2.0
// Bring-up of the links: enabled after power-on, restarted while they do not train.
#include "firmware_stub/link_bringup.h"

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "tin_registers.h"

enum { kUp = 2 };  // of the field `state`

static bool is_up(uint32_t port) {
  return TIN_GET(TIN_LINK_PORT_STATUS_STATE, chip_read(TIN_LINK_PORT_STATUS_AT(port))) == kUp;
}

// After a reboot the links stay as they are: cells may be on them.
void links_init(struct firmware* firmware, uint32_t now_us, bool power_on) {
  firmware->links.polled_at = firmware->links.checked_at = now_us;
  for (uint32_t port = 0; port < firmware->mos.count; ++port) {
    struct link* link = &firmware->links.link[port];
    const uint32_t control = chip_read(TIN_LINK_PORT_CONTROL_AT(port));
    if (power_on && !(control & TIN_LINK_PORT_CONTROL_ENABLE_MASK))
      chip_write(TIN_LINK_PORT_CONTROL_AT(port), control | TIN_LINK_PORT_CONTROL_ENABLE_MASK);
    link->up = is_up(port);
    link->since = now_us;
    link->allowed_us = LINKS_TRAINING_US;
  }
}

static void update(struct link* link, uint32_t port, uint32_t now_us) {
  const bool up = is_up(port);
  if (up == link->up) return;
  link->up = up;
  link->since = now_us;
  link->allowed_us = LINKS_TRAINING_US;
}

// A link that the controller has disabled stays so.
static void restart(struct link* link, uint32_t port, uint32_t now_us) {
  link->since = now_us;
  if (link->allowed_us < LINKS_TRAINING_MAX_US) link->allowed_us *= 2;
  const uint32_t control = chip_read(TIN_LINK_PORT_CONTROL_AT(port));
  if (!(control & TIN_LINK_PORT_CONTROL_ENABLE_MASK) || is_up(port)) return;
  chip_write(TIN_LINK_PORT_CONTROL_AT(port), control & ~TIN_LINK_PORT_CONTROL_ENABLE_MASK);
  chip_write(TIN_LINK_PORT_CONTROL_AT(port), control);
}

void links_poll(struct firmware* firmware, uint32_t now_us) {
  struct links* links = &firmware->links;
  if (now_us - links->polled_at < LINKS_POLL_US) return;
  links->polled_at = now_us;
  // Reading `changed` clears it, and the controller may have read it.
  const bool check_all = now_us - links->checked_at >= LINKS_TRAINING_US;
  if (check_all) links->checked_at = now_us;
  const uint32_t low = chip_read(TIN_LINK_CHANGED_0);
  const uint64_t changed = (uint64_t)chip_read(TIN_LINK_CHANGED_1) << 32 | low;
  for (uint32_t port = 0; port < firmware->mos.count; ++port) {
    struct link* link = &links->link[port];
    if (check_all || changed >> port & 1) update(link, port, now_us);
    if (!link->up && now_us - link->since >= link->allowed_us) restart(link, port, now_us);
  }
}

uint32_t links_idle_us(const struct firmware* firmware, uint32_t now_us) {
  const uint32_t waited = now_us - firmware->links.polled_at;
  return waited < LINKS_POLL_US ? LINKS_POLL_US - waited : 0;
}
