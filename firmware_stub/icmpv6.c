// SPDX-License-Identifier: Apache-2.0
// ICMPv6 messages that the chip sends.
#include "firmware_stub/icmpv6.h"

#include <string.h>

#include "firmware_stub/firmware.h"
#include "firmware_stub/network_order.h"

uint32_t icmpv6_sum(const uint8_t* frame, size_t bytes) {
  uint32_t sum = (uint32_t)bytes + IP_PROTOCOL_ICMPV6;
  const size_t end = ICMPV6_TYPE + bytes;
  for (size_t at = IPV6_SOURCE; at < end; at += 2)
    sum += at + 1 < end ? get16(frame + at) : (uint32_t)frame[at] << 8;
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

void icmpv6_send(struct firmware* firmware, uint8_t interface, const uint8_t* mac, uint32_t* frame,
                 size_t bytes) {
  uint8_t* at = (uint8_t*)frame;
  memcpy(at, mac, 6);
  memcpy(at + ETH_SOURCE, firmware->mac, 6);
  put16(at + ETH_TYPE, ETH_TYPE_IPV6);
  put32(at + ETH_HEADER, 6u << 28);  // the version; no class, no flow
  put16(at + IPV6_LENGTH, (uint16_t)bytes);
  at[IPV6_NEXT] = IP_PROTOCOL_ICMPV6;
  at[IPV6_HOPS] = ICMPV6_HOPS;
  put16(at + ICMPV6_CHECKSUM, 0);
  put16(at + ICMPV6_CHECKSUM, (uint16_t)~icmpv6_sum(at, bytes));
  net_send(firmware, interface, frame, ICMPV6_TYPE + bytes);
}
