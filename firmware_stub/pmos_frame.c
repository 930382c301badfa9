// SPDX-License-Identifier: Apache-2.0
// Layout of PMOS packets and of the words that carry them.
#include "firmware_stub/pmos_frame.h"

#include <string.h>

#include "firmware_stub/crc32.h"
#include "firmware_stub/network_order.h"

enum { kHeader = 4, kAckSubject = 2 };

size_t pmos_words(size_t length) {
  return (length + PMOS_OVERHEAD + PMOS_WORD_BYTES - 1) / PMOS_WORD_BYTES;
}

uint32_t pmos_crc(uint32_t session, const uint8_t* data, size_t length) {
  uint8_t prefix[4];
  put32(prefix, session);
  return crc32_extend(crc32_extend(0, prefix, sizeof prefix), data, length);
}

void pmos_reframe(uint8_t* out, uint32_t session, uint8_t seq, size_t length) {
  out[3] = seq;
  put32(out + kHeader + length, pmos_crc(session, out, kHeader + length));
}

void pmos_frame(uint8_t* out, uint32_t session, uint8_t channel, uint8_t seq, const uint8_t* data,
                size_t length) {
  memset(out + (pmos_words(length) - 1) * PMOS_WORD_BYTES, 0, PMOS_WORD_BYTES);
  put16(out, (uint16_t)length);
  out[2] = channel;
  if (length) memcpy(out + kHeader, data, length);
  pmos_reframe(out, session, seq, length);
}

static struct pmos_word word_of(const uint8_t* bytes, uint8_t sub) {
  struct pmos_word word = {0, sub};
  for (unsigned i = PMOS_WORD_BYTES; i-- > 0;) word.payload = word.payload << 8 | bytes[i];
  return word;
}

struct pmos_word pmos_packet_word(const uint8_t* packet, size_t index, size_t words) {
  uint8_t sub = packet[3] & 1 ? PMOS_PARITY : 0;
  if (index == 0) sub |= PMOS_SOF;
  if (index + 1 == words) sub |= PMOS_EOF;
  return word_of(packet + index * PMOS_WORD_BYTES, sub);
}

static struct pmos_word checked_word(uint32_t session, uint8_t seq, uint8_t sub) {
  uint8_t bytes[PMOS_WORD_BYTES] = {seq, 0};
  put32(bytes + kAckSubject, pmos_crc(session, bytes, kAckSubject));
  return word_of(bytes, sub);
}

struct pmos_word pmos_ack_word(uint32_t session, uint8_t seq) {
  return checked_word(session, seq, seq & 1 ? PMOS_ACK | PMOS_PARITY : PMOS_ACK);
}

struct pmos_word pmos_reset_word(void) {
  return checked_word(0, 0, PMOS_ACK | PMOS_SOF);
}

void pmos_word_bytes(struct pmos_word word, uint8_t* out) {
  for (unsigned i = 0; i < PMOS_WORD_BYTES; ++i) out[i] = (uint8_t)(word.payload >> 8 * i);
}
