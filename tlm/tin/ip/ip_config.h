// SPDX-License-Identifier: Apache-2.0
// Section `ip` of a configuration: the IP path of every chip; docs/reference/ip_over_gnet.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/ip/ip_frames_config.h"
#include "tlm/tin/payload.h"

namespace tinsim {

/// Choice of the interface port: for each cell, or for all cells of a packet.
TIN_ENUM(IpSpread, cell, packet)
/// Handling of a valid frame without IP.
TIN_ENUM(NonIp, drop, punt, encapsulate)
/// Time to live of packets between hosts and MACs: as it was, or one less; then what is done with
/// expired packets.
TIN_ENUM(TimeToLive, keep, drop, punt)

/// Packets on their way into the fabric; docs/reference/ip_over_gnet.md.
struct IpIngressConfig {
  unsigned buffer_kib = 1024;
  std::vector<unsigned> class_percent = {100};
  std::vector<unsigned> strict_classes;
  std::vector<unsigned> weights = {1};
  unsigned early_rts_bytes = 256;
  unsigned lookup_cycles = 24;
  unsigned pull_cycles = 8;
  IpSpread spread = IpSpread::cell;
  unsigned interleaved_packets = 1;
  double rts_timeout_us = 10000;
  unsigned initial_rts_window = 16;
  double rts_state_lifetime_us = 100;
  double rts_max_hold_us = 20;
  double rts_probe_interval_us = 2;
  unsigned rts_credit_percent = 100;
  TIN_KEYS(
      (buffer_kib, "buffer of each interface in KiB", range(16, 1048576)),
      (class_percent, "share of the buffer that a class of service may fill; one entry serves all",
       range(1, 100)),
      (strict_classes,
       "classes of service with strict priority at a host's wire, for RTSs and for DATA",
       range(0, 7)),
      (weights,
       "weight of each other class at a host's wire, for RTSs and for DATA; one "
       "entry serves all",
       range(1, 255)),
      (early_rts_bytes,
       "the RTS of a longer packet is sent before the packet has arrived; 0: of none",
       range(0, 16383)),
      (lookup_cycles, "from the header, or the whole packet, to its RTS: parsing, look-up, buffer",
       range(4, 100000)),
      (pull_cycles, "from a CTS to the packet's first DATA cell", range(1, 100000)),
      (spread, "unit that is spread over the terminal ports of an interface"),
      (interleaved_packets,
       "packets of a class that send in turn, a cell at a time, each by a cellifier of its own; 1: "
       "one packet after the other",
       range(1, 64), only_with(&IpIngressConfig::spread, {IpSpread::cell}, "with spread: packet")),
      (rts_timeout_us, "a packet whose RTS has no answer for so long is given up; 0: never",
       range(0, 1000000)),
      (initial_rts_window,
       "RTSs without an answer that a chip may send to an egress queue of which it has no state, "
       "one more with each packet fetched; further packets wait; 0: unlimited",
       range(0, 1023)),
      (rts_state_lifetime_us,
       "the state of an egress queue, window and congestion, is dropped after so long without RTSs "
       "or CTDs for it",
       range(0, 1000000)),
      (rts_max_hold_us, "longest time that a packet waits for answers to RTSs of other packets",
       range(1, 1000000)),
      (rts_probe_interval_us,
       "interval in which one RTS to a congested queue needs no credit, so that no chip starves",
       range(0, 1000000)),
      (rts_credit_percent,
       "RTSs that a chip may send to a congested queue for each packet fetched from it, in percent",
       range(100, 1000)))
};

/// Packets on their way out of the fabric.
struct IpEgressConfig {
  unsigned buffer_kib = 64;
  unsigned window_kib = 32;
  unsigned pace_percent = 100;
  unsigned rts_congestion_percent = 4;
  unsigned rts_congestion_period_cycles = 1024;
  std::vector<unsigned> strict_classes;
  std::vector<unsigned> weights = {1};
  unsigned drop_threshold = 1024;
  unsigned mark_threshold = 128;
  unsigned rts_cycles = 6;
  unsigned cts_cycles = 4;
  unsigned data_cycles = 4;
  double fetch_timeout_us = 1000;
  TIN_KEYS(
      (buffer_kib, "reassembly space of each egress port in KiB; the longest packet fits",
       range(17, 1024)),
      (window_kib, "packets fetched at a time by each egress port, in KiB", range(1, 1023)),
      (pace_percent,
       "rate at which packets are fetched, in percent of the wire's rate; 0: limited by the window "
       "only",
       range(0, 1000)),
      (rts_congestion_percent,
       "share of a terminal port's words at which RTSs congest it: CTDs then hold back further "
       "RTSs at their sources; 101: never",
       range(1, 101)),
      (rts_congestion_period_cycles,
       "period in which these words are counted: the current one and the one before",
       range(64, 1000000)),
      (strict_classes, "classes of service with strict priority for CTSs and at a host's wire",
       range(0, 7)),
      (weights,
       "weight of each other class among the CTSs, and at a host's wire where all weigh the same "
       "at the ingress; one entry serves all",
       range(1, 255)),
      (drop_threshold, "an RTS that finds more than this queued is answered by a CTD",
       range(0, 4095)),
      (mark_threshold, "a packet that leaves more RTSs than this behind it is marked (ECN)",
       range(0, 4095)),
      (rts_cycles, "from an RTS's arrival to its queue", range(1, 100000)),
      (cts_cycles, "from a grant to the CTS at its port", range(1, 100000)),
      (data_cycles, "from a packet's last DATA cell to its being complete", range(1, 100000)),
      (fetch_timeout_us,
       "a packet that has not arrived for so long after its CTS is given up; 0: never",
       range(0, 1000000)))
};

/// The IP path of every chip: NIC, external Ethernet MAC, control processor.
struct IpConfig {
  bool enabled = false;
  Payload payload = Payload::counted;
  unsigned nic_ports = 5;
  unsigned mac_ports = 5;
  unsigned cpu_ports = 1;
  unsigned nic_gbps = 100;
  unsigned mac_gbps = 100;
  unsigned cpu_gbps = 1;
  std::vector<unsigned> high_classes = {4, 5, 6, 7};
  bool strict_handshake = true;
  IpIngressConfig ingress;
  IpEgressConfig egress;
  IpMacConfig mac;
  unsigned max_frame_bytes = 9216;
  bool cos_from_pcp = false;
  bool flow_label = false;
  TimeToLive time_to_live = TimeToLive::drop;
  NonIp non_ip = NonIp::drop;
  std::string non_ip_to;
  std::optional<unsigned> vlan;
  std::string next_hop;
  std::vector<IpRouteConfig> routes;
  std::vector<IpReplayConfig> replay;
  IpCaptureConfig capture;
  TIN_KEYS(
      (enabled, "chips have NIC, Ethernet MAC and control processor, and carry packets"),
      (payload,
       "packets have only a length, or carry bytes, of which ECN and time to live alone may "
       "change"),
      (nic_ports, "terminal ports of the NIC, from endpoint 0 on", range(1, 16)),
      (mac_ports, "terminal ports of the Ethernet MAC, after those of the NIC", range(1, 16)),
      (cpu_ports, "terminal ports of the control processor", range(1, 16)),
      (nic_gbps, "rate of the NIC, which a chip's hosts share, in Gb/s", range(1, 400)),
      (mac_gbps, "rate of the Ethernet MAC in Gb/s", range(1, 400)),
      (cpu_gbps, "rate of the control processor's port in Gb/s", range(1, 400)),
      (high_classes, "classes of service whose cells use the VCs of high priority", range(0, 7)),
      (strict_handshake,
       "RTS, CTS and CTD have strict priority over all other cells in crossbars and on links"),
      (ingress), (egress), (mac),
      (max_frame_bytes, "longer frames are malformed; tags and FCS included", range(64, 16365)),
      (cos_from_pcp, "class of service of tagged frames from their PCP, not their DSCP"),
      (flow_label, "flows of IPv6 by their label, where it is not 0"),
      (time_to_live,
       "keep: unchanged; else one less in packets from hosts and MACs to hosts and MACs, and an "
       "expired packet is dropped, or goes to the chip's control processor",
       only_with(&IpConfig::payload, {Payload::carried}, "with payload: counted")),
      (non_ip,
       "frames without IP: dropped, to the chip's control processor, or inside IP to non_ip_to"),
      (non_ip_to, "encapsulate: port by which the frames leave, as host0, mac0 or cpu0"),
      (vlan, "VLAN of the tag with which IP packets leave; unset: no tag", range(1, 4094)),
      (next_hop, "MAC address to which the Ethernet MACs send; empty: 02:00:pod:tin:00:ff"),
      (routes), (replay), (capture))
};

}  // namespace tinsim
