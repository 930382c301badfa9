#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traffic of make_veth.sh, of octets that count up. Usage:

veth_traffic.py offload DEVICE   have the kernel, not the device, cut segments and fill in checksums
veth_traffic.py serve            answer UDP, and TCP on port 8080
veth_traffic.py send MTU         datagrams and a stream for that MTU
"""
import ctypes
import fcntl
import socket
import struct
import sys
import time

SIOCETHTOOL = 0x8946
SET_CHECKSUM, SET_TSO, SET_GSO, SET_GRO = 0x17, 0x1F, 0x24, 0x2C  # linux/ethtool.h


def offload_off(device):
    control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for command in (SET_CHECKSUM, SET_TSO, SET_GSO, SET_GRO):
        value = ctypes.create_string_buffer(struct.pack("II", command, 0))
        fcntl.ioctl(control, SIOCETHTOOL,
                    struct.pack("16sQ", device.encode(), ctypes.addressof(value)))


def octets(count):
    return bytes(i & 0xFF for i in range(count))


def serve():
    sockets = []
    for family, address in ((socket.AF_INET, ""), (socket.AF_INET6, "::")):
        udp = socket.socket(family, socket.SOCK_DGRAM)
        if family == socket.AF_INET6:
            udp.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        udp.bind((address, 9999))
        sockets.append(udp)
    tcp = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    tcp.bind(("::", 8080))
    tcp.listen()
    while True:
        connection, _ = tcp.accept()
        asked = connection.recv(64)
        connection.sendall(octets(int(asked)))
        connection.close()


def send(mtu):
    for family, address in ((socket.AF_INET, "10.1.3.1"), (socket.AF_INET6, "fd00::1:3:1")):
        udp = socket.socket(family, socket.SOCK_DGRAM)
        udp.bind(("", 40000))
        # Smallest, odd, the largest that fits, in fragments; ECT(0) and a DSCP of 46 on some.
        for size in (0, 1, 17, 18, 19, 333, mtu - 28, mtu + 700):
            tos = 46 << 2 | 2 if size == 333 else 0
            if family == socket.AF_INET:
                udp.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, tos)
            else:
                udp.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_TCLASS, tos)
            udp.setsockopt(socket.IPPROTO_IP, 10, 0)  # IP_MTU_DISCOVER: may be fragmented
            udp.sendto(octets(size), (address, 9999))
            time.sleep(0.001)
        udp.close()
    for address in ("10.1.3.1", "fd00::1:3:1"):
        tcp = socket.create_connection((address, 8080))
        tcp.sendall(b"5000")
        while tcp.recv(65536):
            pass
        tcp.close()


if __name__ == "__main__":
    if sys.argv[1] == "offload":
        offload_off(sys.argv[2])
    elif sys.argv[1] == "serve":
        serve()
    else:
        send(int(sys.argv[2]))
