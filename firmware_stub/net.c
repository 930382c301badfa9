// SPDX-License-Identifier: Apache-2.0
// Packets between the chip's CPU port, the links' MOS and lwIP.
#include "firmware_stub/net.h"

#include <string.h>

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/neighbours.h"
#include "firmware_stub/network_order.h"
#include "firmware_stub/time_exceeded.h"
#include "lwip/ip4.h"

enum { kFramesPerTurn = 16 };

bool net_send(struct firmware* firmware, uint8_t interface, const uint32_t* frame, size_t length) {
  if (!ecp_packet_ready()) {
    firmware->net.dropped++;
    return false;
  }
  ecp_packet_send(interface, frame, length < ETH_MIN_FRAME ? ETH_MIN_FRAME : length);
  return true;
}

static err_t send_frame(struct firmware* firmware, uint8_t interface, const uint8_t* mac,
                        const struct pbuf* packet) {
  struct net* net = &firmware->net;
  uint8_t* frame = (uint8_t*)net->frame;
  if (packet->tot_len > ETH_MAX_FRAME - ETH_HEADER) return ERR_BUF;
  memset(net->frame, 0, ETH_MIN_FRAME);
  memcpy(frame, mac, 6);
  memcpy(frame + ETH_SOURCE, firmware->mac, 6);
  put16(frame + ETH_TYPE, ETH_TYPE_IPV4);
  pbuf_copy_partial(packet, frame + ETH_HEADER, packet->tot_len, 0);
  return net_send(firmware, interface, net->frame, ETH_HEADER + packet->tot_len) ? ERR_OK : ERR_MEM;
}

static err_t send_mos(struct firmware* firmware, uint32_t port, const struct pbuf* packet) {
  uint8_t data[PMOS_DATA_MAX];
  if (packet->tot_len > sizeof data) return ERR_BUF;
  pbuf_copy_partial(packet, data, packet->tot_len, 0);
  return mos_ports_send(firmware, port, MOS_CHANNEL_DHCP, data, packet->tot_len) ? ERR_OK : ERR_MEM;
}

// DHCP before the server is known: over Ethernet on chips with a MAC, else over MOS on all links.
static err_t broadcast(struct firmware* firmware, const struct pbuf* packet) {
  static const uint8_t everyone[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  if (firmware->features & ECP_SYSCTL_FEATURE_MAC)
    return send_frame(firmware, ECP_INTERFACE_MAC, everyone, packet);
  for (uint32_t port = 0; port < firmware->mos.count; ++port) send_mos(firmware, port, packet);
  return ERR_OK;
}

static err_t output(struct netif* netif, struct pbuf* packet, const ip4_addr_t* address) {
  struct firmware* firmware = netif->state;
  if (ip4_addr_isbroadcast(address, netif)) return broadcast(firmware, packet);
  const struct net_peer* peer = net_peer(&firmware->net, ip4_addr_get_u32(address));
  if (peer == NULL) return ERR_RTE;
  if (peer->by_mos) return send_mos(firmware, peer->interface, packet);
  return send_frame(firmware, peer->interface, peer->mac, packet);
}

static err_t init_netif(struct netif* netif) {
  const struct firmware* firmware = netif->state;
  netif->name[0] = 't';
  netif->name[1] = 'n';
  netif->output = output;
  netif->mtu = ETH_MAX_FRAME - ETH_HEADER;
  netif->hwaddr_len = 6;
  memcpy(netif->hwaddr, firmware->mac, 6);
  netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_LINK_UP;
  return ERR_OK;
}

void net_init(struct firmware* firmware) {
  memset(&firmware->net, 0, sizeof firmware->net);
  netif_add(&firmware->net.netif, NULL, NULL, NULL, firmware, init_netif, ip4_input);
  netif_set_default(&firmware->net.netif);
  netif_set_up(&firmware->net.netif);
  ecp_packet_enable_interrupt();
}

static void give_to_lwip(struct firmware* firmware, const uint8_t* packet, size_t length) {
  struct pbuf* pbuf = pbuf_alloc(PBUF_RAW, (u16_t)length, PBUF_RAM);
  if (pbuf == NULL) {
    firmware->net.dropped++;
    return;
  }
  pbuf_take(pbuf, packet, (u16_t)length);
  if (firmware->net.netif.input(pbuf, &firmware->net.netif) != ERR_OK) pbuf_free(pbuf);
}

static bool is_for_this_chip(const struct firmware* firmware, const uint8_t* frame) {
  static const uint8_t everyone[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  return memcmp(frame, firmware->mac, 6) == 0 || memcmp(frame, everyone, 6) == 0;
}

static void on_ipv4(struct firmware* firmware, uint32_t meta, const uint8_t* frame, size_t length) {
  const uint8_t* packet = frame + ETH_HEADER;
  if (length < ETH_HEADER + IPV4_HEADER_MIN || !is_for_this_chip(firmware, frame)) return;
  uint32_t source;
  memcpy(&source, packet + IPV4_SOURCE, 4);
  net_learn(&firmware->net, source, false, ecp_packet_interface(meta), frame + ETH_SOURCE);
  if (ecp_packet_reason(meta) == ECP_TRAP_EXPIRED)
    time_exceeded_send(firmware, packet, length - ETH_HEADER);
  else
    give_to_lwip(firmware, packet, length - ETH_HEADER);
}

static void on_ipv6(struct firmware* firmware, uint32_t meta, const uint8_t* frame, size_t length) {
  const uint8_t interface = ecp_packet_interface(meta);
  if (ecp_packet_reason(meta) != ECP_TRAP_EXPIRED)
    neighbours_on_ipv6(firmware, interface, frame, length);
  else if (memcmp(frame, firmware->mac, 6) == 0)
    time_exceeded_send_v6(firmware, interface, length);
}

static void on_frame(struct firmware* firmware, uint32_t meta, size_t length) {
  const uint8_t* frame = (const uint8_t*)firmware->net.frame;
  if (length < ETH_HEADER || frame[ETH_SOURCE] & 1) return;
  switch (get16(frame + ETH_TYPE)) {
    case ETH_TYPE_IPV4:
      on_ipv4(firmware, meta, frame, length);
      break;
    case ETH_TYPE_ARP:
      neighbours_on_arp(firmware, ecp_packet_interface(meta), frame, length);
      break;
    case ETH_TYPE_IPV6:
      on_ipv6(firmware, meta, frame, length);
      break;
  }
}

void net_poll(struct firmware* firmware) {
  for (int turn = 0; turn < kFramesPerTurn && ecp_packet_waiting(); ++turn) {
    const size_t length = ecp_packet_length();
    const uint32_t meta = ecp_packet_meta();
    const bool fits = length <= ETH_MAX_FRAME;
    if (fits) ecp_packet_read(firmware->net.frame, length);
    ecp_packet_pop();
    if (fits) on_frame(firmware, meta, length);
  }
}

bool net_is_dhcp_reply(const uint8_t* packet, size_t length) {
  if (length < IPV4_HEADER_MIN || packet[0] >> 4 != 4 || packet[9] != IP_PROTOCOL_UDP) return false;
  const size_t header = (packet[0] & 15u) * 4;
  return header >= IPV4_HEADER_MIN && length >= header + 8 &&
         get16(packet + header) == DHCP_SERVER_PORT &&
         get16(packet + header + 2) == DHCP_CLIENT_PORT;
}

void net_mos_input(struct firmware* firmware, uint8_t port, const uint8_t* packet, size_t length) {
  uint32_t source;
  memcpy(&source, packet + IPV4_SOURCE, 4);
  net_learn(&firmware->net, source, true, port, NULL);
  give_to_lwip(firmware, packet, length);
}
