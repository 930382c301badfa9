// SPDX-License-Identifier: Apache-2.0
// Offsets and numbers of Ethernet, IPv4 and UDP headers.
#ifndef TIN_FIRMWARE_ETHERNET_H
#define TIN_FIRMWARE_ETHERNET_H

#define ETH_SOURCE 6u
#define ETH_TYPE 12u
#define ETH_HEADER 14u
#define ETH_MIN_FRAME 60u  // without FCS
#define ETH_MAX_FRAME 1514u
#define ETH_TYPE_IPV4 0x0800u
#define ETH_TYPE_ARP 0x0806u
#define ETH_TYPE_IPV6 0x86ddu

#define IPV4_HEADER_MIN 20u
#define IPV4_SOURCE 12u
#define IPV4_DESTINATION 16u
#define IP_PROTOCOL_ICMP 1u
#define IP_PROTOCOL_UDP 17u
#define DHCP_SERVER_PORT 67u
#define DHCP_CLIENT_PORT 68u

#endif
