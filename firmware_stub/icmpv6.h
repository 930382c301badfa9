// SPDX-License-Identifier: Apache-2.0
// Headers of IPv6 and ICMPv6 in an Ethernet frame without tags, and messages that the chip sends.
#ifndef TIN_FIRMWARE_ICMPV6_H
#define TIN_FIRMWARE_ICMPV6_H

#include <stddef.h>
#include <stdint.h>

struct firmware;

// Offsets from the start of the frame.
enum {
  IPV6_LENGTH = 18,
  IPV6_NEXT = 20,
  IPV6_HOPS = 21,
  IPV6_SOURCE = 22,
  IPV6_DESTINATION = 38,
  ICMPV6_TYPE = 54,
  ICMPV6_CHECKSUM = 56,
  ICMPV6_BODY = 58,
};
enum { IPV6_ADDRESS = 16, IPV6_HEADER = 40, IP_PROTOCOL_ICMPV6 = 58, ICMPV6_HOPS = 255 };

// Sum of RFC 1071 over the pseudo header (RFC 8200, 8.1) and the message of `bytes` bytes; 0xffff
// for a message with a right checksum.
uint32_t icmpv6_sum(const uint8_t* frame, size_t bytes);

// Sends the message of `bytes` bytes to `mac`. Its type, code and body and both IPv6 addresses are
// in the frame; all other fields are filled in.
void icmpv6_send(struct firmware* firmware, uint8_t interface, const uint8_t* mac, uint32_t* frame,
                 size_t bytes);

#endif
