// SPDX-License-Identifier: Apache-2.0
// The answer to packets whose time to live ended at this chip.
#ifndef TIN_FIRMWARE_TIME_EXCEEDED_H
#define TIN_FIRMWARE_TIME_EXCEEDED_H

#include <stddef.h>
#include <stdint.h>

struct firmware;

// `packet` is at least as long as an IPv4 header without options, and its sender is a known peer.
// Nothing is sent while the chip has no address, beyond the limit of answers, or where RFC 1812,
// 4.3.2.7, forbids an answer.
void time_exceeded_send(struct firmware* firmware, const uint8_t* packet, size_t length);

// The same for IPv6, whose rules are those of RFC 4443, 2.4(e). The frame of `length` bytes is in
// net.frame, which the answer overwrites.
void time_exceeded_send_v6(struct firmware* firmware, uint8_t interface, size_t length);

#endif
