# SPDX-License-Identifier: Apache-2.0
# Sources of the firmware, for the host and for the image. TIN_LWIP: the root of lwIP's source.
set(TIN_FIRMWARE_SOURCES answer_limit.c api.c api_access.c api_mos.c api_requests.c api_tcp.c crc32.c firmware.c icmpv6.c ip_address.c link_bringup.c
    mos_ports.c neighbours.c net.c net_peers.c pmos.c pmos_frame.c pmos_receive.c
    time_exceeded.c time_exceeded_v6.c)
set(TIN_LWIP_SOURCES def.c inet_chksum.c init.c ip.c ipv4/dhcp.c ipv4/icmp.c ipv4/ip4.c ipv4/ip4_addr.c mem.c
    memp.c netif.c pbuf.c tcp.c tcp_in.c tcp_out.c timeouts.c udp.c)
list(TRANSFORM TIN_FIRMWARE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
list(TRANSFORM TIN_LWIP_SOURCES PREPEND ${TIN_LWIP}/src/core/)
