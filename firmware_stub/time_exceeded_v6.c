// SPDX-License-Identifier: Apache-2.0
// ICMPv6 time exceeded (RFC 4443, 3.3).
#include <stdbool.h>
#include <string.h>

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/icmpv6.h"
#include "firmware_stub/network_order.h"
#include "firmware_stub/time_exceeded.h"

// From the start of the packet.
enum { kLength = 4, kNext = 6, kSource = 8, kDestination = 24 };
enum { kTimeExceeded = 3, kHopLimit = 0, kFirstQuery = 128, kRedirect = 137, kGroup = 0xff };
enum { kMessageHeader = 8, kLongestPacket = 1280 };  // RFC 4443, 2.4(c): the minimum MTU of IPv6

// Extension headers (RFC 8200, 4; AH: RFC 4302).
enum { kHopByHop = 0, kRouting = 43, kFragment = 44, kAuthentication = 51, kOptions = 60 };
enum { kExtensionMin = 8, kFragmentOffset = 0xfff8 };

static bool is_extension(uint8_t next) {
  return next == kHopByHop || next == kRouting || next == kFragment || next == kAuthentication ||
         next == kOptions;
}

static size_t extension_bytes(uint8_t kind, const uint8_t* header) {
  if (kind == kFragment) return kExtensionMin;
  return kind == kAuthentication ? (header[1] + 2u) * 4 : (header[1] + 1u) * 8;
}

// ICMPv6 whose type is an error or a redirect, or lies in another fragment or behind the end.
static bool may_be_icmpv6_error(const uint8_t* packet, size_t length) {
  uint8_t next = packet[kNext];
  size_t at = IPV6_HEADER;
  while (is_extension(next)) {
    const uint8_t* header = packet + at;
    if (length < at + kExtensionMin) return true;
    const bool is_later = next == kFragment && (get16(header + 2) & kFragmentOffset);
    at += extension_bytes(next, header);
    next = header[0];
    if (is_later) return next == IP_PROTOCOL_ICMPV6;
  }
  if (next != IP_PROTOCOL_ICMPV6) return false;
  return length <= at || packet[at] < kFirstQuery || packet[at] == kRedirect;
}

// RFC 4443, 2.4(e): no answer to errors and redirects, to packets for groups, and to sources that
// are not one node.
static bool may_be_answered(const uint8_t* packet, size_t length) {
  static const uint8_t unspecified[IPV6_ADDRESS];
  if (packet[kSource] == kGroup || packet[kDestination] == kGroup) return false;
  if (memcmp(packet + kSource, unspecified, IPV6_ADDRESS) == 0) return false;
  return !may_be_icmpv6_error(packet, length);
}

void time_exceeded_send_v6(struct firmware* firmware, uint8_t interface, size_t length) {
  uint8_t* frame = (uint8_t*)firmware->net.frame;
  uint8_t* packet = frame + ETH_HEADER;
  uint8_t own[IPV6_ADDRESS], mac[6];
  if (length < ETH_HEADER + IPV6_HEADER || packet[0] >> 4 != 6) return;
  size_t bytes = IPV6_HEADER + get16(packet + kLength);
  if (bytes > length - ETH_HEADER || !may_be_answered(packet, bytes)) return;
  if (!answer_limit_allows(&firmware->answers, ecp_time_us()) || !address_v6(own)) return;
  answer_limit_count(&firmware->answers);

  if (bytes > kLongestPacket - IPV6_HEADER - kMessageHeader)
    bytes = kLongestPacket - IPV6_HEADER - kMessageHeader;
  uint8_t* quoted = frame + ICMPV6_TYPE + kMessageHeader;
  memcpy(mac, frame + ETH_SOURCE, sizeof mac);
  memmove(quoted, packet, bytes);
  memcpy(frame + IPV6_SOURCE, own, IPV6_ADDRESS);
  memcpy(frame + IPV6_DESTINATION, quoted + kSource, IPV6_ADDRESS);
  memset(frame + ICMPV6_TYPE, 0, kMessageHeader);
  frame[ICMPV6_TYPE] = kTimeExceeded;
  frame[ICMPV6_TYPE + 1] = kHopLimit;
  icmpv6_send(firmware, interface, mac, firmware->net.frame, kMessageHeader + bytes);
}
