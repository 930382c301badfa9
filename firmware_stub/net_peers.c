// SPDX-License-Identifier: Apache-2.0
// How each peer was last reached; the peer used least recently gives way.
#include <string.h>

#include "firmware_stub/net.h"

static struct net_peer* find(struct net* net, uint32_t address) {
  for (uint32_t n = 0; n < NET_PEERS; ++n) {
    if (net->peer[n].address == address) return &net->peer[n];
  }
  return NULL;
}

static struct net_peer* oldest(struct net* net) {
  struct net_peer* found = &net->peer[0];
  for (uint32_t n = 1; n < NET_PEERS; ++n) {
    if (net->clock - net->peer[n].used > net->clock - found->used) found = &net->peer[n];
  }
  return found;
}

void net_learn(struct net* net, uint32_t address, bool by_mos, uint8_t interface,
               const uint8_t* mac) {
  if (address == 0) return;
  struct net_peer* peer = find(net, address);
  if (peer == NULL) peer = find(net, 0);
  if (peer == NULL) peer = oldest(net);
  peer->address = address;
  peer->by_mos = by_mos;
  peer->interface = interface;
  if (mac) memcpy(peer->mac, mac, sizeof peer->mac);
  peer->used = ++net->clock;
}

const struct net_peer* net_peer(struct net* net, uint32_t address) {
  struct net_peer* peer = address ? find(net, address) : NULL;
  if (peer) peer->used = ++net->clock;
  return peer;
}
