// SPDX-License-Identifier: Apache-2.0
// Answers to ARP requests and neighbour solicitations from the chip's table.
#include "firmware_stub/neighbours.h"

#include <stdbool.h>
#include <string.h>

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/icmpv6.h"
#include "firmware_stub/network_order.h"
#include "tin_registers.h"

// ARP for IPv4 over Ethernet, from the start of the frame.
enum { kArpOperation = 20, kArpSender = 22, kArpTarget = 32, kArpTargetAddress = 38, kArpEnd = 42 };
// Neighbour solicitation and advertisement, from the start of the frame.
enum { kNdFlags = ICMPV6_BODY, kNdTarget = 62, kNdOptions = 78, kAdvertisementEnd = 86 };
enum { kSolicitation = 135, kAdvertisement = 136, kOwnLinkLayer = 1, kTargetLinkLayer = 2 };

static bool entry_has(uint32_t entry, const uint8_t* address, unsigned words) {
  for (unsigned n = 0; n < words; ++n) {
    if (chip_read(TIN_IP_NEIGHBOUR_ADDRESS_0_AT(entry) + 4 * n) != get32(address + 4 * n))
      return false;
  }
  return true;
}

// The Ethernet address of an IP address of `words` words; false if the table has none.
static bool look_up(const uint8_t* address, unsigned words, uint8_t* mac) {
  const uint32_t kind =
      TIN_IP_NEIGHBOUR_MATCH_LIVE_MASK | (words == 4 ? TIN_IP_NEIGHBOUR_MATCH_V6_MASK : 0);
  for (uint32_t entry = 0; entry < TIN_IP_NEIGHBOUR_COUNT; ++entry) {
    const uint32_t match = chip_read(TIN_IP_NEIGHBOUR_MATCH_AT(entry));
    if ((match & (TIN_IP_NEIGHBOUR_MATCH_LIVE_MASK | TIN_IP_NEIGHBOUR_MATCH_V6_MASK)) != kind)
      continue;
    if (!entry_has(entry, address, words)) continue;
    put16(mac, (uint16_t)match);
    put32(mac + 2, chip_read(TIN_IP_NEIGHBOUR_MAC_LO_AT(entry)));
    return true;
  }
  return false;
}

// The chip's own IPv4 address needs no entry.
static bool look_up_ipv4(const struct firmware* firmware, const uint8_t* address, uint8_t* mac) {
  if (firmware->address == 0 || get32(address) != firmware->address)
    return look_up(address, 1, mac);
  memcpy(mac, firmware->mac, 6);
  return true;
}

void neighbours_on_arp(struct firmware* firmware, uint8_t interface, const uint8_t* frame,
                       size_t length) {
  static const uint8_t request[8] = {0, 1, 8, 0, 6, 4, 0, 1};
  uint8_t mac[6];
  if (length < kArpEnd || memcmp(frame + ETH_HEADER, request, sizeof request) != 0) return;
  if (!look_up_ipv4(firmware, frame + kArpTargetAddress, mac)) return;

  uint32_t reply[ETH_MIN_FRAME / 4] = {0};
  uint8_t* bytes = (uint8_t*)reply;
  memcpy(bytes, frame + ETH_SOURCE, 6);
  memcpy(bytes + ETH_SOURCE, firmware->mac, 6);
  put16(bytes + ETH_TYPE, ETH_TYPE_ARP);
  memcpy(bytes + ETH_HEADER, request, sizeof request);
  bytes[kArpOperation + 1] = 2;
  memcpy(bytes + kArpSender, mac, 6);
  memcpy(bytes + kArpSender + 6, frame + kArpTargetAddress, 4);
  memcpy(bytes + kArpTarget, frame + kArpSender, 10);
  net_send(firmware, interface, reply, kArpEnd);
}

static bool is_zero(const uint8_t* bytes, size_t length) {
  while (length-- > 0) {
    if (*bytes++) return false;
  }
  return true;
}

// Destination of the last 24 bits of `target`: ff02::1:ffxx:xxxx.
static bool is_solicited_node(const uint8_t* address, const uint8_t* target) {
  static const uint8_t prefix[13] = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff};
  return memcmp(address, prefix, sizeof prefix) == 0 && memcmp(address + 13, target + 13, 3) == 0;
}

// The options are whole; those of a sender without address hold no source link-layer address.
static bool has_good_options(const uint8_t* frame, size_t end, bool unspecified) {
  for (size_t at = kNdOptions; at < end;) {
    if (end - at < 8 || frame[at + 1] == 0 || frame[at + 1] * 8u > end - at) return false;
    if (unspecified && frame[at] == kOwnLinkLayer) return false;
    at += frame[at + 1] * 8u;
  }
  return true;
}

// RFC 4861, section 7.1.1.
static bool is_valid_solicitation(const uint8_t* frame, size_t length) {
  if (length < kNdOptions || frame[ETH_HEADER] >> 4 != 6 || frame[IPV6_NEXT] != IP_PROTOCOL_ICMPV6)
    return false;
  const size_t bytes = get16(frame + IPV6_LENGTH);
  if (bytes < kNdOptions - ICMPV6_TYPE || bytes > length - ICMPV6_TYPE) return false;
  if (frame[IPV6_HOPS] != ICMPV6_HOPS || frame[ICMPV6_TYPE] != kSolicitation ||
      frame[ICMPV6_TYPE + 1] != 0)
    return false;
  if (frame[kNdTarget] == 0xff || icmpv6_sum(frame, bytes) != 0xffff) return false;
  const bool unspecified = is_zero(frame + IPV6_SOURCE, IPV6_ADDRESS);
  if (unspecified && !is_solicited_node(frame + IPV6_DESTINATION, frame + kNdTarget)) return false;
  return has_good_options(frame, ICMPV6_TYPE + bytes, unspecified);
}

void neighbours_on_ipv6(struct firmware* firmware, uint8_t interface, const uint8_t* frame,
                        size_t length) {
  static const uint8_t all_nodes[16] = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  static const uint8_t all_nodes_mac[6] = {0x33, 0x33, 0, 0, 0, 1};
  uint8_t mac[6];
  if (!is_valid_solicitation(frame, length) || !look_up(frame + kNdTarget, 4, mac)) return;

  uint32_t reply[(kAdvertisementEnd + 3) / 4] = {0};
  const bool unspecified = is_zero(frame + IPV6_SOURCE, IPV6_ADDRESS);
  uint8_t* bytes = (uint8_t*)reply;
  memcpy(bytes + IPV6_SOURCE, frame + kNdTarget, IPV6_ADDRESS);
  memcpy(bytes + IPV6_DESTINATION, unspecified ? all_nodes : frame + IPV6_SOURCE, IPV6_ADDRESS);
  bytes[ICMPV6_TYPE] = kAdvertisement;
  bytes[kNdFlags] = unspecified ? 0x20 : 0x60;  // override; solicited
  memcpy(bytes + kNdTarget, frame + kNdTarget, IPV6_ADDRESS);
  bytes[kNdOptions] = kTargetLinkLayer;
  bytes[kNdOptions + 1] = 1;
  memcpy(bytes + kNdOptions + 2, mac, 6);
  icmpv6_send(firmware, interface, unspecified ? all_nodes_mac : frame + ETH_SOURCE, reply,
              kAdvertisementEnd - ICMPV6_TYPE);
}
