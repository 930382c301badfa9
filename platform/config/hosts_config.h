// SPDX-License-Identifier: Apache-2.0
// What the user writes about hosts on the IP path: their messages, their time, and Swift.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Messages of hosts over the IP path; entries add up. docs/reference/hosts.md.
struct IpTrafficConfig {
  std::string pattern = "uniform";  ///< uniform | permutation | incast | pairs
  std::string transport = "swift";  ///< swift | none
  double gbps = 10;                 ///< bytes of messages that each source host makes
  unsigned message_bytes = 4096;
  std::string size_cdf;           ///< CSV file of sizes instead, relative to the config file
  unsigned mtu_bytes = 4160;      ///< packet from the IP header on, host.header_bytes among them
  unsigned cos = 0;               ///< class of service
  bool ecn = true;                ///< packets may be marked
  std::vector<unsigned> sources;  ///< host numbers; empty: all
  std::vector<unsigned> targets;  ///< incast, pairs: host numbers
  TIN_FIELDS(pattern, transport, gbps, message_bytes, size_cdf, mtu_bytes, cos, ecn, sources,
             targets)
};

/// What a host does with packets.
struct HostConfig {
  double process_us = 4;  ///< from a packet's arrival until its transport has seen it
  double jitter_us = 1;   ///< … and up to so much more
  double packet_ns = 0;   ///< packets are taken one by one, each for so long; 0: all at once
  std::optional<double> send_gbps;  ///< bytes of messages; unset: as fast as the NIC takes them
  bool at_macs = false;             ///< one more at each chip's Ethernet MAC
  unsigned header_bytes = 64;       ///< of a packet with data: IPv4, UDP, transport
  unsigned ack_bytes = 64;          ///< of an acknowledgement, from the IP header on
  TIN_FIELDS(process_us, jitter_us, packet_ns, send_gbps, at_macs, header_bytes, ack_bytes)
};

/// Swift congestion control (Kumar et al., SIGCOMM 2020).
struct SwiftConfig {
  double additive_increase = 1;
  double beta = 0.8;
  double max_decrease = 0.5;
  double base_target_us = 15;
  double hop_target_us = 0;
  unsigned hops = 1;
  double flow_scaling_us = 15;
  double flow_scaling_min = 0.1;
  double flow_scaling_max = 100;
  double endpoint_target_us = 25;
  double endpoint_gain = 0.125;
  double initial_window = 16;
  double min_window = 0.001;
  double max_window = 256;
  unsigned reset_timeouts = 5;
  double min_timeout_us = 200;
  TIN_FIELDS(additive_increase, beta, max_decrease, base_target_us, hop_target_us, hops,
             flow_scaling_us, flow_scaling_min, flow_scaling_max, endpoint_target_us, endpoint_gain,
             initial_window, min_window, max_window, reset_timeouts, min_timeout_us)
};

}  // namespace tinsim
