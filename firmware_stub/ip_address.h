// SPDX-License-Identifier: Apache-2.0
// The chip's addresses: of IPv4 by DHCP, kept in the trap that brings its packets to the control
// processor; of IPv6 what a controller wrote to a trap.
#ifndef TIN_FIRMWARE_IP_ADDRESS_H
#define TIN_FIRMWARE_IP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct firmware;

// Entries of the chip's traps that belong to the firmware.
enum { ADDRESS_TRAP_OWN = 0, ADDRESS_TRAP_DHCP = 1, ADDRESS_TRAP_OWN_V6 = 2 };

// After a reboot the address is that of the trap, and no register is written; else DHCP begins.
void address_init(struct firmware* firmware);
// Writes the trap when DHCP has changed the address.
void address_poll(struct firmware* firmware);

// The 16 bytes of the chip's IPv6 address; false if it has none.
bool address_v6(uint8_t* address);

#endif
