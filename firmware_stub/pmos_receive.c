// SPDX-License-Identifier: Apache-2.0
// Receiver of PMOS: words become packets, each delivered once.
#include <string.h>

#include "firmware_stub/network_order.h"
#include "firmware_stub/pmos_frame.h"

static void acknowledge(struct pmos* pmos, uint8_t seq) {
  pmos->ack_due = true;
  pmos->ack_seq = seq;
}

static bool same_word(struct pmos_word a, struct pmos_word b) {
  return a.payload == b.payload && a.sub == b.sub;
}

static void on_acknowledgement(struct pmos* pmos, struct pmos_word word) {
  const uint8_t seq = (uint8_t)word.payload;
  if (same_word(word, pmos_ack_word(pmos->session, seq))) {
    pmos_on_ack(pmos, seq);
  } else if (same_word(word, pmos_reset_word())) {
    pmos_on_reset(pmos);
  } else {
    pmos->counters.damaged++;
  }
}

// Length, CRC-32 and padding of the received packet are right for a session.
static bool intact(const struct pmos* pmos, uint32_t session) {
  const size_t length = get16(pmos->rx), end = length + PMOS_OVERHEAD;
  if (get32(pmos->rx + end - 4) != pmos_crc(session, pmos->rx, end - 4)) return false;
  for (size_t i = end; i < pmos->rx_length; ++i) {
    if (pmos->rx[i]) return false;
  }
  return (pmos->rx[3] & 1) == (pmos->rx_sub ? 1 : 0);
}

static void on_sync(struct pmos* pmos) {
  if (get16(pmos->rx) != 4 || pmos->rx[3] != 0 || !intact(pmos, 0)) {
    pmos->counters.damaged++;
    return;
  }
  const uint32_t session = get32(pmos->rx + 4);
  if (!pmos->rx_known || session != pmos->rx_session) {
    pmos->rx_known = true;
    pmos->rx_session = session;
    pmos->rx_expected = 1;
    pmos->counters.sessions++;
  }
  acknowledge(pmos, 0);
}

static void on_data(struct pmos* pmos) {
  const uint8_t seq = pmos->rx[3];
  if (!pmos->rx_known) {
    pmos->reset_due = true;
  } else if (!intact(pmos, pmos->rx_session)) {
    pmos->counters.damaged++;
  } else if (seq == pmos->rx_expected) {
    if (!pmos->deliver(pmos->context, pmos->rx[2], pmos->rx + 4, get16(pmos->rx))) return;
    pmos->counters.delivered++;
    pmos->rx_expected++;
    acknowledge(pmos, seq);
  } else if (seq == (uint8_t)(pmos->rx_expected - 1)) {
    pmos->counters.duplicates++;
    acknowledge(pmos, seq);
  } else {  // no sequence of losses and resets leads here: begin again
    pmos->rx_known = false;
    pmos->reset_due = true;
  }
}

static void on_packet(struct pmos* pmos) {
  const size_t length = get16(pmos->rx);
  if (length > PMOS_DATA_MAX || pmos_words(length) * PMOS_WORD_BYTES != pmos->rx_length) {
    pmos->counters.damaged++;
  } else if (pmos->rx[2] == PMOS_CHANNEL_SYNC) {
    on_sync(pmos);
  } else {
    on_data(pmos);
  }
}

void pmos_receive(struct pmos* pmos, struct pmos_word word) {
  if (word.sub & PMOS_ACK) {
    on_acknowledgement(pmos, word);
    return;
  }
  const uint8_t parity = word.sub & PMOS_PARITY;
  if (word.sub & PMOS_SOF) {
    pmos->rx_open = true;
    pmos->rx_length = 0;
    pmos->rx_sub = parity;
  }
  if (!pmos->rx_open) return;
  if (parity != pmos->rx_sub || pmos->rx_length == sizeof pmos->rx) {
    pmos->rx_open = false;
    pmos->counters.damaged++;
    return;
  }
  pmos_word_bytes(word, pmos->rx + pmos->rx_length);
  pmos->rx_length += PMOS_WORD_BYTES;
  if (word.sub & PMOS_EOF) {
    pmos->rx_open = false;
    on_packet(pmos);
  }
}
