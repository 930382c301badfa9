// SPDX-License-Identifier: Apache-2.0
// Section `host` of a configuration: software delays of hosts on the IP path;
// docs/reference/hosts.md.
#pragma once

#include <optional>

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Handling of packets by a host.
struct HostConfig {
  double process_us = 4;
  double jitter_us = 1;
  double packet_ns = 0;
  std::optional<double> send_gbps;
  bool at_macs = false;
  unsigned header_bytes = 64;
  unsigned ack_bytes = 64;
  TIN_KEYS(
      (process_us, "time from a packet's arrival until the transport processes it, in us",
       range(0, 1e6)),
      (jitter_us, "largest random addition to process_us, uniform, in us", range(0, 1e6)),
      (packet_ns,
       "service time of a packet in the host, one packet at a time, in ns; 0: packets do not wait",
       range(0, 1e9)),
      (send_gbps,
       "rate at which a host sends bytes of messages, in Gb/s, in steps of 1 Mb/s; unset: limited "
       "by the NIC",
       range(0.001, 1000)),
      (at_macs, "a host behind the Ethernet MAC of each chip, too; numbered after those at NICs"),
      (header_bytes, "headers of a packet with data: IPv4, UDP, transport", range(28, 1024)),
      (ack_bytes, "size of an acknowledgement from its IP header on", range(28, 1500)))
};

}  // namespace tinsim
