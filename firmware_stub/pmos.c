// SPDX-License-Identifier: Apache-2.0
// Transmitter of PMOS: sessions, repetition, pace.
#include "firmware_stub/pmos.h"

#include <string.h>

#include "firmware_stub/crc32.h"
#include "firmware_stub/network_order.h"
#include "firmware_stub/pmos_frame.h"

void pmos_init(struct pmos* pmos, uint32_t session, uint32_t now_us, pmos_deliver deliver,
               void* context) {
  memset(pmos, 0, sizeof *pmos);
  pmos->session = session | 1;
  pmos->paced_at = now_us;
  pmos->deliver = deliver;
  pmos->context = context;
}

// The packet on the link: SYNC until the session is established, then the data.
static const uint8_t* outgoing(const struct pmos* pmos, size_t* words) {
  const bool sync = pmos->phase == PMOS_SYNC;
  *words = pmos_words(sync ? 4 : pmos->data_length);
  return sync ? pmos->sync : pmos->data;
}

static void begin_sync(struct pmos* pmos) {
  uint8_t session[4];
  put32(session, pmos->session);
  pmos_frame(pmos->sync, 0, PMOS_CHANNEL_SYNC, 0, session, 4);
  pmos->phase = PMOS_SYNC;
  pmos->established = false;
  pmos->tx_seq = 1;
  pmos->tx_word = 0;
  pmos->awaiting_ack = false;
}

static void begin_data(struct pmos* pmos) {
  pmos_reframe(pmos->data, pmos->session, pmos->tx_seq, pmos->data_length);
  pmos->phase = PMOS_DATA;
  pmos->tx_word = 0;
  pmos->awaiting_ack = false;
}

bool pmos_ready(const struct pmos* pmos) { return pmos->phase == PMOS_IDLE; }

bool pmos_send(struct pmos* pmos, uint8_t channel, const uint8_t* data, size_t length) {
  if (!pmos_ready(pmos) || channel == PMOS_CHANNEL_SYNC || length > PMOS_DATA_MAX) return false;
  pmos->data_length = (uint16_t)length;
  pmos_frame(pmos->data, pmos->session, channel, pmos->tx_seq, data, length);
  if (pmos->established) {
    begin_data(pmos);
  } else {
    begin_sync(pmos);
  }
  return true;
}

// The next packet begins a session, because the receiver may or may not have this one's number.
void pmos_cancel(struct pmos* pmos) {
  if (pmos->phase == PMOS_IDLE) return;
  pmos->phase = PMOS_IDLE;
  pmos->established = false;
  pmos->session += 2;
}

void pmos_on_reset(struct pmos* pmos) {
  if (pmos->phase == PMOS_SYNC) return;  // a session is being established already
  pmos->counters.resets++;
  pmos->session += 2;
  pmos->established = false;
  if (pmos->phase == PMOS_DATA) begin_sync(pmos);
}

void pmos_on_ack(struct pmos* pmos, uint8_t seq) {
  if (pmos->phase == PMOS_SYNC && seq == 0) {
    pmos->established = true;
    begin_data(pmos);
  } else if (pmos->phase == PMOS_DATA && seq == pmos->tx_seq) {
    pmos->phase = PMOS_IDLE;
    pmos->tx_seq++;
    pmos->counters.sent++;
  }
}

// One word per 1/6 us, never more than those of one microsecond together.
static bool paced(struct pmos* pmos, uint32_t now_us) {
  if (now_us != pmos->paced_at) {
    pmos->paced_at = now_us;
    pmos->allowance = PMOS_WORDS_PER_US;
  }
  return pmos->allowance != 0;
}

static bool acknowledgement(struct pmos* pmos, struct pmos_word* word) {
  if (pmos->reset_due) {
    *word = pmos_reset_word();
  } else if (pmos->ack_due) {
    *word = pmos_ack_word(pmos->rx_session, pmos->ack_seq);
  } else {
    return false;
  }
  pmos->reset_due = pmos->ack_due = false;
  return true;
}

static bool packet_word(struct pmos* pmos, uint32_t now_us, struct pmos_word* word) {
  if (pmos->phase == PMOS_IDLE) return false;
  if (pmos->awaiting_ack) {
    if (now_us - pmos->sent_at < PMOS_TIMEOUT_US) return false;
    pmos->awaiting_ack = false;
    pmos->tx_word = 0;
    pmos->counters.repeated++;
  }
  size_t words;
  const uint8_t* packet = outgoing(pmos, &words);
  *word = pmos_packet_word(packet, pmos->tx_word, words);
  if (++pmos->tx_word == words) {
    pmos->awaiting_ack = true;
    pmos->sent_at = now_us;
  }
  return true;
}

bool pmos_next_word(struct pmos* pmos, uint32_t now_us, struct pmos_word* word) {
  if (!paced(pmos, now_us)) return false;
  if (!acknowledgement(pmos, word) && !packet_word(pmos, now_us, word)) return false;
  pmos->allowance--;
  return true;
}

uint32_t pmos_idle_us(const struct pmos* pmos, uint32_t now_us) {
  if (pmos->ack_due || pmos->reset_due) return pmos->paced_at == now_us && !pmos->allowance;
  if (pmos->phase == PMOS_IDLE) return UINT32_MAX;
  if (!pmos->awaiting_ack) return pmos->paced_at == now_us && !pmos->allowance;
  const uint32_t waited = now_us - pmos->sent_at;
  return waited < PMOS_TIMEOUT_US ? PMOS_TIMEOUT_US - waited : 0;
}
