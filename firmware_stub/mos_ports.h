// SPDX-License-Identifier: Apache-2.0
// PMOS on every GNet port of the chip, and what its channels carry.
#ifndef TIN_FIRMWARE_MOS_PORTS_H
#define TIN_FIRMWARE_MOS_PORTS_H

#include "firmware_stub/pmos.h"
#include "tlm/tin/ecp/ecp_map.h"

struct firmware;

enum mos_channel {
  MOS_CHANNEL_DHCP = 1,      // an IPv4 packet of DHCP
  MOS_CHANNEL_REQUEST = 2,   // part of a message of the register API to the neighbour
  MOS_CHANNEL_RESPONSE = 3,  // part of a message of the register API from the neighbour
};

struct mos_ports {
  uint32_t count;
  uint64_t active;  // ports whose PMOS has work now or later
  struct mos_port {
    struct firmware* firmware;
    uint8_t number;
    uint8_t blocked_us;  // interval at which a mailbox without space is read again; 0: it has space
    uint32_t blocked_at;
    struct pmos pmos;
  } port[ECP_MOS_MAX_PORTS];
};

void mos_ports_init(struct firmware* firmware, uint32_t now_us);
void mos_ports_receive(struct firmware* firmware);
void mos_ports_transmit(struct firmware* firmware, uint32_t now_us);
// Microseconds until mos_ports_transmit() has work if no word is received.
uint32_t mos_ports_idle_us(const struct firmware* firmware, uint32_t now_us);

// False if the port does not exist, or still transmits a packet.
bool mos_ports_send(struct firmware* firmware, uint32_t port, uint8_t channel, const uint8_t* data,
                    size_t length);

#endif
