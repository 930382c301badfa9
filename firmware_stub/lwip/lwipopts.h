// SPDX-License-Identifier: Apache-2.0
// lwIP 2.1.3 as the firmware uses it: IPv4, UDP, TCP and DHCP, without threads and without
// Ethernet. The peers' Ethernet addresses are those of their packets (net_peers.c), so lwIP
// resolves none.
#ifndef TIN_FIRMWARE_LWIPOPTS_H
#define TIN_FIRMWARE_LWIPOPTS_H

#define NO_SYS 1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_SOCKET 0
#define LWIP_NETCONN 0
#define LWIP_STATS 0
#define LWIP_NO_CTYPE_H 1

#define LWIP_IPV4 1
#define LWIP_IPV6 0
#define LWIP_ARP 0
#define LWIP_ETHERNET 0
#define LWIP_ICMP 1
#define LWIP_RAW 0
#define LWIP_UDP 1
#define LWIP_TCP 1
#define LWIP_DHCP 1
#define LWIP_DNS 0
#define LWIP_AUTOIP 0
#define LWIP_ACD 0
#define DHCP_DOES_ARP_CHECK 0
#define LWIP_DHCP_GET_NTP_SRV 0
#define IP_REASSEMBLY 0
#define IP_FRAG 0
#define IP_FORWARD 1  // for ICMP time exceeded; there is one interface, so nothing is forwarded
#define LWIP_NETIF_HOSTNAME 0
#define LWIP_SINGLE_NETIF 1
#define LWIP_NETIF_TX_SINGLE_PBUF 1

// Packets are on a heap, whose place is a run-time pointer: each chip of a host has its own.
// Connections and timers have pools of their own, so that no peer can use up those of others.
#define MEM_ALIGNMENT 8
#define MEM_SIZE 131072
extern unsigned char* firmware_lwip_heap;
#define LWIP_RAM_HEAP_POINTER firmware_lwip_heap
#ifdef TIN_FIRMWARE_CHECKED_HEAP
// Every block from malloc(), so that a sanitizer knows its bounds.
#define MEMP_MEM_MALLOC 1
#define MEM_LIBC_MALLOC 1
#include "firmware_stub/host/checked_heap.h"
#define mem_clib_malloc checked_heap_malloc
#define mem_clib_calloc checked_heap_calloc
#define mem_clib_free checked_heap_free
#endif

#define TCP_MSS 1460
#define TCP_WND (8 * TCP_MSS)
#define TCP_SND_BUF (8 * TCP_MSS)
#define TCP_SND_QUEUELEN 32
#define MEMP_NUM_TCP_PCB 10  // 2 sessions, 4 half open, 4 that end; the oldest of these gives way
#define MEMP_NUM_TCP_PCB_LISTEN 1
#define MEMP_NUM_TCP_SEG 256
#define MEMP_NUM_UDP_PCB 1
#define MEMP_NUM_PBUF 4
#define PBUF_POOL_SIZE 0
#define TCP_LISTEN_BACKLOG 1
#define TCP_DEFAULT_LISTEN_BACKLOG 4
#define TCP_QUEUE_OOSEQ 1
#define TCP_OOSEQ_MAX_PBUFS 16  // small segments out of order do not fill the heap
#define TCP_MSL 1000            // closed connections leave the heap after twice this time
#define LWIP_TCP_KEEPALIVE 1
#define TCP_KEEPIDLE_DEFAULT 60000
#define TCP_KEEPINTVL_DEFAULT 10000
#define TCP_KEEPCNT_DEFAULT 3
#define LWIP_CALLBACK_API 1

#include <stdint.h>
uint32_t firmware_random(void);
#define LWIP_RAND() firmware_random()
// First sequence number of a connection: another one after each reboot.
#define LWIP_HOOK_TCP_ISN(local, local_port, remote, remote_port) firmware_random()

#endif
