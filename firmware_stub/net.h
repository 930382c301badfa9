// SPDX-License-Identifier: Apache-2.0
// Packets between the chip's CPU port, the links' MOS and lwIP. Replies leave by the interface of
// arrival.
#ifndef TIN_FIRMWARE_NET_H
#define TIN_FIRMWARE_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware_stub/ethernet.h"
#include "lwip/netif.h"

struct firmware;

#define NET_PEERS 16u
// Microseconds in a millisecond of lwIP: its timers suit networks whose round trips take
// milliseconds, those of this fabric take microseconds.
#define NET_TICK_US 10u

// How an IPv4 address was last reached.
struct net_peer {
  uint32_t address;  // 0: free
  bool by_mos;
  uint8_t interface;  // of the CPU port; or the GNet port
  uint8_t mac[6];
  uint32_t used;
};

struct net {
  struct netif netif;
  struct net_peer peer[NET_PEERS];
  uint32_t clock;  // of `used`
  uint32_t dropped;
  uint32_t frame[(ETH_MAX_FRAME + 3) / 4];
};

void net_init(struct firmware* firmware);
// Takes the frames that wait at the CPU port, at most a few.
void net_poll(struct firmware* firmware);

// Sends a frame; false if the CPU port has no space.
bool net_send(struct firmware* firmware, uint8_t interface, const uint32_t* frame, size_t length);

// An IPv4 packet that arrived over MOS.
void net_mos_input(struct firmware* firmware, uint8_t port, const uint8_t* packet, size_t length);
// The packet is from a DHCP server to a client.
bool net_is_dhcp_reply(const uint8_t* packet, size_t length);

// Records how `address` is reached.
void net_learn(struct net* net, uint32_t address, bool by_mos, uint8_t interface,
               const uint8_t* mac);
// NULL if the address never sent a packet, or too long ago.
const struct net_peer* net_peer(struct net* net, uint32_t address);

#endif
