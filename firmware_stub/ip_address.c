// SPDX-License-Identifier: Apache-2.0
// The chip's addresses, in traps.
#include "firmware_stub/ip_address.h"

#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/network_order.h"
#include "lwip/dhcp.h"
#include "tin_registers.h"

enum { kWholeAddress = 32, kWholeAddressV6 = 128 };  // bits

// The trap's entry is live and holds one address. `version`: TIN_IP_TRAP_MATCH_V6_MASK or 0.
static bool holds_address(unsigned entry, uint32_t version, uint32_t bits) {
  const uint32_t kinds =
      TIN_IP_TRAP_MATCH_LIVE_MASK | TIN_IP_TRAP_MATCH_V6_MASK | TIN_IP_TRAP_MATCH_LENGTH_MASK;
  const uint32_t own =
      TIN_IP_TRAP_MATCH_LIVE_MASK | version | TIN_PUT(TIN_IP_TRAP_MATCH_LENGTH, bits);
  return (chip_read(TIN_IP_TRAP_MATCH_AT(entry)) & kinds) == own;
}

static uint32_t trapped_address(void) {
  return holds_address(ADDRESS_TRAP_OWN, 0, kWholeAddress)
             ? chip_read(TIN_IP_TRAP_ADDRESS_0_AT(ADDRESS_TRAP_OWN))
             : 0;
}

bool address_v6(uint8_t* address) {
  if (!holds_address(ADDRESS_TRAP_OWN_V6, TIN_IP_TRAP_MATCH_V6_MASK, kWholeAddressV6)) return false;
  for (uint32_t word = 0; word < 4; ++word)
    put32(address + 4 * word, chip_read(TIN_IP_TRAP_ADDRESS_0_AT(ADDRESS_TRAP_OWN_V6) + 4 * word));
  return true;
}

// The write of the match makes the entry take effect.
static void write_trap(unsigned entry, uint32_t address, uint32_t transport, uint32_t match) {
  chip_write(TIN_IP_TRAP_ADDRESS_0_AT(entry), address);
  chip_write(TIN_IP_TRAP_ADDRESS_1_AT(entry), 0);
  chip_write(TIN_IP_TRAP_ADDRESS_2_AT(entry), 0);
  chip_write(TIN_IP_TRAP_ADDRESS_3_AT(entry), 0);
  chip_write(TIN_IP_TRAP_TRANSPORT_AT(entry), transport);
  chip_write(TIN_IP_TRAP_MATCH_AT(entry), match | TIN_IP_TRAP_MATCH_INTERFACES_MASK);
}

static void trap_dhcp(void) {
  const uint32_t transport = TIN_PUT(TIN_IP_TRAP_TRANSPORT_PROTOCOL, IP_PROTOCOL_UDP) |
                             TIN_PUT(TIN_IP_TRAP_TRANSPORT_PORT, DHCP_CLIENT_PORT) |
                             TIN_IP_TRAP_TRANSPORT_MATCH_PROTOCOL_MASK |
                             TIN_IP_TRAP_TRANSPORT_MATCH_PORT_MASK;
  write_trap(ADDRESS_TRAP_DHCP, 0, transport, TIN_IP_TRAP_MATCH_LIVE_MASK);
}

static void set_netif_address(struct firmware* firmware) {
  ip4_addr_t address, mask, none;
  ip4_addr_set_u32(&address, lwip_htonl(firmware->address));
  ip4_addr_set_u32(&mask, IPADDR_BROADCAST);
  ip4_addr_set_zero(&none);
  netif_set_addr(&firmware->net.netif, &address, &mask, &none);
}

void address_init(struct firmware* firmware) {
  firmware->address = trapped_address();
  if (firmware->address) {
    set_netif_address(firmware);
    return;
  }
  trap_dhcp();
  dhcp_start(&firmware->net.netif);
}

void address_poll(struct firmware* firmware) {
  const uint32_t address = lwip_ntohl(ip4_addr_get_u32(netif_ip4_addr(&firmware->net.netif)));
  if (address == firmware->address) return;
  firmware->address = address;
  const uint32_t match =
      address ? TIN_IP_TRAP_MATCH_LIVE_MASK | TIN_PUT(TIN_IP_TRAP_MATCH_LENGTH, kWholeAddress) : 0;
  write_trap(ADDRESS_TRAP_OWN, address, 0, match);
}
