// SPDX-License-Identifier: Apache-2.0
// PMOS on every GNet port: mailboxes, and the distribution of packets by channel.
#include "firmware_stub/mos_ports.h"

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"

static bool deliver(void* context, uint8_t channel, const uint8_t* data, size_t length) {
  struct mos_port* port = context;
  struct firmware* firmware = port->firmware;
  switch (channel) {
    case MOS_CHANNEL_DHCP:
      if (net_is_dhcp_reply(data, length)) {
        net_mos_input(firmware, port->number, data, length);
        return true;
      }
      return api_report_mos(firmware, port->number, channel, data, length);
    case MOS_CHANNEL_REQUEST:
      return api_mos_input(firmware, port->number, data, length);
    default:
      return api_report_mos(firmware, port->number, channel, data, length);
  }
}

void mos_ports_init(struct firmware* firmware, uint32_t now_us) {
  struct mos_ports* ports = &firmware->mos;
  ports->count = ecp_system(ECP_SYSCTL_MOS_PORTS);
  if (ports->count > ECP_MOS_MAX_PORTS) ports->count = ECP_MOS_MAX_PORTS;
  for (uint32_t n = 0; n < ports->count; ++n) {
    struct mos_port* port = &ports->port[n];
    port->firmware = firmware;
    port->number = (uint8_t)n;
    pmos_init(&port->pmos, ecp_random(), now_us, deliver, port);
    ecp_mos_enable_interrupt(n);
  }
}

// At most this many words of a port at a time, so that a flood on one does not starve the others.
enum { kWordsPerTurn = 128, kBlockedMaxUs = 128 };

void mos_ports_receive(struct firmware* firmware) {
  uint64_t pending = ecp_mos_pending();
  for (uint32_t n = 0; n < firmware->mos.count; ++n, pending >>= 1) {
    if (!(pending & 1)) continue;
    firmware->mos.active |= (uint64_t)1 << n;
    struct pmos_word word;
    for (int turn = 0; turn < kWordsPerTurn && ecp_mos_receive(n, &word); ++turn)
      pmos_receive(&firmware->mos.port[n].pmos, word);
  }
}

static bool has_space(struct mos_port* port, uint32_t now_us) {
  if (ecp_mos_ready(port->number)) {
    port->blocked_us = 0;
    return true;
  }
  if (port->blocked_us == 0) {
    port->blocked_us = 1;
  } else if (port->blocked_us < kBlockedMaxUs) {
    port->blocked_us *= 2;
  }
  port->blocked_at = now_us;
  return false;
}

// Microseconds until the port has a word to be sent, and the mailbox is read again.
static uint32_t port_idle_us(const struct mos_port* port, uint32_t now_us) {
  const uint32_t idle = pmos_idle_us(&port->pmos, now_us), waited = now_us - port->blocked_at;
  if (port->blocked_us == 0 || waited >= port->blocked_us) return idle;
  const uint32_t blocked = port->blocked_us - waited;
  return idle < blocked ? blocked : idle;
}

static void transmit(struct mos_port* port, uint32_t now_us) {
  struct pmos_word word;
  while (port_idle_us(port, now_us) == 0 && has_space(port, now_us) &&
         pmos_next_word(&port->pmos, now_us, &word))
    ecp_mos_send(port->number, word);
}

void mos_ports_transmit(struct firmware* firmware, uint32_t now_us) {
  struct mos_ports* ports = &firmware->mos;
  uint64_t active = ports->active;
  for (uint32_t n = 0; active; ++n, active >>= 1) {
    if (!(active & 1)) continue;
    transmit(&ports->port[n], now_us);
    if (pmos_idle_us(&ports->port[n].pmos, now_us) == UINT32_MAX)
      ports->active &= ~((uint64_t)1 << n);
  }
}

uint32_t mos_ports_idle_us(const struct firmware* firmware, uint32_t now_us) {
  uint32_t idle = UINT32_MAX;
  uint64_t active = firmware->mos.active;
  for (uint32_t n = 0; active; ++n, active >>= 1) {
    if (!(active & 1)) continue;
    const uint32_t one = port_idle_us(&firmware->mos.port[n], now_us);
    if (one < idle) idle = one;
  }
  return idle;
}

bool mos_ports_send(struct firmware* firmware, uint32_t port, uint8_t channel, const uint8_t* data,
                    size_t length) {
  struct mos_ports* ports = &firmware->mos;
  if (port >= ports->count || !pmos_send(&ports->port[port].pmos, channel, data, length))
    return false;
  ports->active |= (uint64_t)1 << port;
  return true;
}
