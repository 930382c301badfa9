// SPDX-License-Identifier: Apache-2.0
// The chip's IPv4 address: by DHCP, kept in the trap that brings its packets to the control
// processor.
#ifndef TIN_FIRMWARE_IP_ADDRESS_H
#define TIN_FIRMWARE_IP_ADDRESS_H

struct firmware;

// Entries of the chip's traps that belong to the firmware.
enum { ADDRESS_TRAP_OWN = 0, ADDRESS_TRAP_DHCP = 1 };

// After a reboot the address is that of the trap, and no register is written; else DHCP begins.
void address_init(struct firmware* firmware);
// Writes the trap when DHCP has changed the address.
void address_poll(struct firmware* firmware);

#endif
