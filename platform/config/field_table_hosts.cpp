// SPDX-License-Identifier: Apache-2.0
// Field table: the hosts, their transport and their traffic.
#include "platform/config/field_rules.h"

namespace tinsim::field_rules {

namespace {

std::vector<FieldRule> host_lines() {
  return {
      number("host.process_us", 0, 1e6,
             "time from a packet's arrival until its transport has seen it, in us"),
      number("host.jitter_us", 0, 1e6, "... and up to so much more, uniformly random, in us"),
      number("host.packet_ns", 0, 1e9,
             "a host takes packets one by one, each for so long, in ns; 0: all at once"),
      number("host.send_gbps", 0.001, 1000,
             "bytes of messages that a host sends, in Gb/s, to the Mb/s; unset: as fast as the NIC "
             "takes them"),
      plain("host.at_macs",
            "a host behind the Ethernet MAC of each chip, too; numbered after those at NICs"),
      number("host.header_bytes", 28, 1024, "headers of a packet with data: IPv4, UDP, transport"),
      number("host.ack_bytes", 28, 1500, "size of an acknowledgement from its IP header on"),
      number("ip_traffic.*.gbps", 0, 1e6,
             "bytes of messages that each source host makes, in Gb/s; Poisson", kAboveMin),
      choice("ip_traffic.*.pattern", {"uniform", "permutation", "incast", "pairs"},
             "who sends to whom; pairs: source k to target k"),
      choice("ip_traffic.*.transport", {"swift", "none"},
             "connections with acknowledgements under Swift; or packets as fast as the NIC goes"),
      number("ip_traffic.*.message_bytes", 1, 1073741824, "size of all messages"),
      plain("ip_traffic.*.size_cdf",
            "CSV file of message sizes instead, `bytes,cumulative`; path relative to this file"),
      number("ip_traffic.*.mtu_bytes", 64, 16383,
             "largest packet from its IP header on; host.header_bytes of it are headers"),
      number("ip_traffic.*.cos", 0, 7, "class of service"),
      plain("ip_traffic.*.ecn", "packets may be marked instead of dropped: ECT(0)"),
      number("ip_traffic.*.sources", 0, 65535, "host numbers that send; empty: all"),
      number("ip_traffic.*.targets", 0, 65535, "incast, pairs: host numbers that are aimed at"),
  };
}

std::vector<FieldRule> swift_lines() {
  return {
      number("swift.additive_increase", 0, 1000, "packets added to a window per round trip",
             kAboveMin),
      number("swift.beta", 0, 1, "strength of the decrease", kAboveMin),
      number("swift.max_decrease", 0, 0.99, "largest share of a window that is taken at once",
             kAboveMin),
      number("swift.base_target_us", 0, 1e5, "fabric delay that is aimed at, in us", kAboveMin),
      number("swift.hop_target_us", 0, 1e5, "... for each IP hop besides, in us"),
      number("swift.hops", 0, 255, "IP hops; the whole fabric is one"),
      number("swift.flow_scaling_us", 0, 1e5, "... for small windows besides, at most, in us"),
      number("swift.flow_scaling_min", 0, 1e5, "window in packets up to which all of it is added",
             kAboveMin),
      number("swift.flow_scaling_max", 0, 1e5, "window from which on nothing is added", kAboveMin),
      number("swift.endpoint_target_us", 0, 1e5, "delay in both hosts that is aimed at, in us",
             kAboveMin),
      number("swift.endpoint_gain", 0, 1, "weight of a new sample in the filtered endpoint delay",
             kAboveMin),
      number("swift.initial_window", 0, 1e5, "window of a new connection in packets", kAboveMin),
      number("swift.min_window", 0, 1, "smallest window; one packet per round trip / window",
             kAboveMin),
      number("swift.max_window", 1, 1e5, "largest window"),
      number("swift.reset_timeouts", 1, 1000,
             "after so many timeouts in a row the window is the smallest"),
      number("swift.min_timeout_us", 1, 1e6,
             "without acknowledgements for so long, at least, all under way counts as lost"),
  };
}

}  // namespace

void add_host_fields(std::vector<FieldRule>& table) {
  for (const auto& lines : {host_lines(), swift_lines()}) {
    table.insert(table.end(), lines.begin(), lines.end());
  }
}

}  // namespace tinsim::field_rules
