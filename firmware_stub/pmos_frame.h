// SPDX-License-Identifier: Apache-2.0
// Layout of PMOS packets and of the words that carry them.
#ifndef TIN_FIRMWARE_PMOS_FRAME_H
#define TIN_FIRMWARE_PMOS_FRAME_H

#include "firmware_stub/pmos.h"

// Words of a packet with `length` bytes of data.
size_t pmos_words(size_t length);

// Writes a packet into `out`, padded with zeros to whole words. `session` begins the CRC-32; SYNC
// has 0.
void pmos_frame(uint8_t* out, uint32_t session, uint8_t channel, uint8_t seq, const uint8_t* data,
                size_t length);

// Gives the packet in `out` another session and sequence number.
void pmos_reframe(uint8_t* out, uint32_t session, uint8_t seq, size_t length);

// CRC-32 over `session` and `length` bytes.
uint32_t pmos_crc(uint32_t session, const uint8_t* data, size_t length);

// Word `index` of a packet of `words` words.
struct pmos_word pmos_packet_word(const uint8_t* packet, size_t index, size_t words);

// Word that acknowledges the packet `seq` of the peer's `session`.
struct pmos_word pmos_ack_word(uint32_t session, uint8_t seq);

// Word that reports to the peer that this end knows no session of it.
struct pmos_word pmos_reset_word(void);

// Writes the six bytes of a word.
void pmos_word_bytes(struct pmos_word word, uint8_t* out);

// The transmitter's reaction to words of the receiver at the far end.
void pmos_on_ack(struct pmos* pmos, uint8_t seq);
void pmos_on_reset(struct pmos* pmos);

#endif
