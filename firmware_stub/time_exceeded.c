// SPDX-License-Identifier: Apache-2.0
// ICMP time exceeded, by which a route trace finds the fabric.
#include "firmware_stub/time_exceeded.h"

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/ethernet.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/network_order.h"
#include "lwip/icmp.h"

enum { kProtocol = 9, kFragment = 6, kOffsetMask = 0x1fff, kQuoted = 8, kMulticast = 224 };

static bool is_icmp_error(const uint8_t* packet, size_t header) {
  if (packet[kProtocol] != IP_PROTOCOL_ICMP) return false;
  switch (packet[header]) {
    case ICMP_DUR:
    case ICMP_SQ:
    case ICMP_RD:
    case ICMP_TE:
    case ICMP_PP:
      return true;
    default:
      return false;
  }
}

// RFC 1812, 4.3.2.7: no answer to errors, later fragments, and packets to or from groups.
static bool may_be_answered(const uint8_t* packet, size_t length) {
  const size_t header = (packet[0] & 15u) * 4;
  if (header < IPV4_HEADER_MIN || length < header + kQuoted) return false;
  if (get16(packet + kFragment) & kOffsetMask) return false;
  if (packet[IPV4_SOURCE] >= kMulticast || packet[IPV4_SOURCE] == 0) return false;
  return packet[IPV4_DESTINATION] < kMulticast && !is_icmp_error(packet, header);
}

void time_exceeded_send(struct firmware* firmware, const uint8_t* packet, size_t length) {
  if (firmware->address == 0 || !may_be_answered(packet, length)) return;
  if (!answer_limit_allows(&firmware->answers, ecp_time_us())) return;
  struct pbuf* quoted = pbuf_alloc(PBUF_RAW, (u16_t)length, PBUF_RAM);
  if (quoted == NULL) {
    firmware->net.dropped++;
    return;
  }
  answer_limit_count(&firmware->answers);
  pbuf_take(quoted, packet, (u16_t)length);
  icmp_time_exceeded(quoted, ICMP_TE_TTL);
  pbuf_free(quoted);
}
