// SPDX-License-Identifier: Apache-2.0
// PMOS: reliable packets over the management ordered sets of one link. Format:
// firmware_stub/README.md.
#ifndef TIN_FIRMWARE_PMOS_H
#define TIN_FIRMWARE_PMOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PMOS_DATA_MAX 512u  // bytes of data in a packet
#define PMOS_OVERHEAD 8u    // bytes: length, channel, sequence number, CRC-32
#define PMOS_WORD_BYTES 6u  // bytes in a word
#define PMOS_WORDS_MAX ((PMOS_DATA_MAX + PMOS_OVERHEAD + PMOS_WORD_BYTES - 1) / PMOS_WORD_BYTES)
#define PMOS_TIMEOUT_US 1000u  // from the last word of a packet to its repetition
#define PMOS_WORDS_PER_US 6u   // of the 400 words of a link: 1.5 %
#define PMOS_CHANNEL_SYNC 0u   // begins a session; not for users

// Bits of the field `sub` of a management ordered set.
enum { PMOS_ACK = 1, PMOS_PARITY = 2, PMOS_EOF = 4, PMOS_SOF = 8 };

// A management ordered set. Byte 0 of a word lies in bits 7..0 of `payload`; its upper 16 bits are
// 0.
struct pmos_word {
  uint64_t payload;
  uint8_t sub;
};

// Receives each packet of the peer once, in order. False: no space now; the peer repeats the
// packet.
typedef bool (*pmos_deliver)(void* context, uint8_t channel, const uint8_t* data, size_t length);

struct pmos_counters {
  uint32_t sent;        // packets acknowledged by the peer
  uint32_t delivered;   // packets delivered here
  uint32_t repeated;    // transmissions of a packet after its first
  uint32_t duplicates;  // received again after their delivery
  uint32_t damaged;     // received with a wrong length, CRC-32 or padding
  uint32_t sessions;    // sessions that the peer began
  uint32_t resets;      // resets received: the peer had lost the session
};

enum pmos_phase { PMOS_IDLE, PMOS_SYNC, PMOS_DATA };

struct pmos {
  pmos_deliver deliver;
  void* context;
  struct pmos_counters counters;

  // Transmitter.
  enum pmos_phase phase;
  bool established;   // the peer has acknowledged `session`
  bool awaiting_ack;  // the whole packet has been sent
  uint8_t tx_seq;
  uint16_t tx_word;  // next word of the packet
  uint16_t data_length;
  uint32_t session;  // never 0
  uint32_t sent_at;  // us
  uint8_t sync[PMOS_OVERHEAD + 4];
  uint8_t data[PMOS_WORDS_MAX * PMOS_WORD_BYTES];

  // Words that may be sent now.
  uint32_t paced_at;  // us
  uint32_t allowance;

  // Receiver.
  bool rx_known;  // the peer has begun a session
  bool rx_open;   // within a packet
  bool ack_due, reset_due;
  uint8_t ack_seq;
  uint8_t rx_expected;
  uint8_t rx_sub;  // parity of the packet
  uint16_t rx_length;
  uint32_t rx_session;
  uint8_t rx[PMOS_WORDS_MAX * PMOS_WORD_BYTES];
};

// State after a reset. `session`: a random number, so that the peer notices the reset.
void pmos_init(struct pmos* pmos, uint32_t session, uint32_t now_us, pmos_deliver deliver,
               void* context);

// True if pmos_send() would take a packet.
bool pmos_ready(const struct pmos* pmos);

// Takes a packet for the peer. False if the packet before is not acknowledged yet.
// `channel` is not 0; `length` is at most PMOS_DATA_MAX.
bool pmos_send(struct pmos* pmos, uint8_t channel, const uint8_t* data, size_t length);

// Drops the packet that is not acknowledged yet; the peer may have it or not.
void pmos_cancel(struct pmos* pmos);

// A word was received.
void pmos_receive(struct pmos* pmos, struct pmos_word word);

// Takes the next word that is to be sent at `now_us`; false if there is none.
bool pmos_next_word(struct pmos* pmos, uint32_t now_us, struct pmos_word* word);

// Microseconds until pmos_next_word() may have a word if none is received; UINT32_MAX: never.
uint32_t pmos_idle_us(const struct pmos* pmos, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
