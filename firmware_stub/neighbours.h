// SPDX-License-Identifier: Apache-2.0
// Answers to ARP requests (RFC 826) and neighbour solicitations (RFC 4861) from the chip's table,
// which the controller writes and a reboot leaves as it is (Aquila, section 4.3).
#ifndef TIN_FIRMWARE_NEIGHBOURS_H
#define TIN_FIRMWARE_NEIGHBOURS_H

#include <stddef.h>
#include <stdint.h>

struct firmware;

// Frames with the ethertype of ARP or IPv6 that arrived at `interface`.
void neighbours_on_arp(struct firmware* firmware, uint8_t interface, const uint8_t* frame,
                       size_t length);
void neighbours_on_ipv6(struct firmware* firmware, uint8_t interface, const uint8_t* frame,
                        size_t length);

#endif
