// SPDX-License-Identifier: Apache-2.0
// What the user writes about the IP path of every chip.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/config/ip_frames_config.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// Packets on their way into the fabric; docs/reference/ip_over_gnet.md.
struct IpIngressConfig {
  unsigned buffer_kib = 1024;                   ///< of each interface
  std::vector<unsigned> class_percent = {100};  ///< of it, by class of service; one serves all
  std::vector<unsigned> strict_classes;         ///< pulled before all others
  std::vector<unsigned> weights = {1};          ///< of the others, WRR
  unsigned early_rts_bytes = 256;   ///< longer packets ask before they have arrived; 0: none does
  unsigned lookup_cycles = 24;      ///< header in to RTS
  unsigned pull_cycles = 8;         ///< CTS in to the first DATA cell
  std::string spread = "cell";      ///< cell | packet: what is spread over an interface's ports
  double rts_timeout_us = 10000;    ///< a packet without an answer is given up; 0: never
  unsigned rts_start = 16;          ///< RTSs without an answer, to a queue not heard of; 0: any
  double rts_forget_us = 100;       ///< what has been heard of a queue holds so long
  double rts_patience_us = 20;      ///< a packet waits no longer for answers to others' RTSs
  double rts_retry_us = 2;          ///< one RTS for such a queue besides, each such time
  unsigned rts_earn_percent = 100;  ///< RTSs for a queue that they crowd, by packet fetched
  TIN_FIELDS(buffer_kib, class_percent, strict_classes, weights, early_rts_bytes, lookup_cycles,
             pull_cycles, spread, rts_timeout_us, rts_start, rts_forget_us, rts_patience_us,
             rts_retry_us, rts_earn_percent)
};

/// Packets on their way out of the fabric.
struct IpEgressConfig {
  unsigned buffer_kib = 64;     ///< reassembly space of each egress port
  unsigned window_kib = 32;     ///< outstanding fetches of each egress port
  unsigned pace_percent = 100;  ///< of a wire's rate, at which packets are fetched; 0: any
  unsigned crowd_percent = 4;   ///< of a port's words for RTSs: more are held back at their sources
  unsigned crowd_cycles = 1024;          ///< in which they are counted
  std::vector<unsigned> strict_classes;  ///< their CTSs go before all others
  std::vector<unsigned> weights = {1};   ///< of the other classes of service; one serves all
  unsigned drop_threshold = 1024;        ///< an RTS that finds more of them queued gets a CTD
  unsigned mark_threshold = 128;         ///< a packet that leaves more of them behind is marked
  unsigned rts_cycles = 6;               ///< RTS in to its queue
  unsigned cts_cycles = 4;               ///< grant to the CTS at its port
  unsigned data_cycles = 4;              ///< last DATA cell in to the packet complete
  double fetch_timeout_us = 1000;        ///< a packet that does not arrive is given up; 0: never
  TIN_FIELDS(buffer_kib, window_kib, pace_percent, crowd_percent, crowd_cycles, strict_classes,
             weights, drop_threshold, mark_threshold, rts_cycles, cts_cycles, data_cycles,
             fetch_timeout_us)
};

/// The IP path of every chip: NIC, external Ethernet MAC, control processor.
struct IpConfig {
  bool enabled = false;
  std::string payload = "counted";  ///< counted | carried
  unsigned nic_ports = 5;           ///< terminal ports of each interface
  unsigned mac_ports = 5;
  unsigned cpu_ports = 1;
  unsigned nic_gbps = 100;  ///< on the Ethernet side; both hosts share the NIC
  unsigned mac_gbps = 100;
  unsigned cpu_gbps = 1;
  std::vector<unsigned> high_classes = {4, 5, 6,
                                        7};  ///< classes of service on VCs of high priority
  bool handshake_first = true;               ///< RTS, CTS and CTD go before other cells
  IpIngressConfig ingress;
  IpEgressConfig egress;
  IpMacConfig mac;
  unsigned max_frame_bytes = 9216;  ///< longer frames are malformed
  bool cos_from_pcp = false;        ///< class of a tagged frame: PCP of its tag, not DSCP
  bool flow_label = false;          ///< flows of IPv6 by their label
  std::string non_ip = "drop";      ///< drop | punt | encapsulate: frames without IP
  std::string non_ip_to;            ///< encapsulate: port at the far end
  std::optional<unsigned> vlan;     ///< of the tag of packets that leave; unset: no tag
  std::string next_hop;             ///< MAC address to which a chip's MAC sends; empty: of the plan
  std::vector<IpRouteConfig> routes;
  std::vector<IpReplayConfig> replay;
  IpCaptureConfig capture;
  TIN_FIELDS(enabled, payload, nic_ports, mac_ports, cpu_ports, nic_gbps, mac_gbps, cpu_gbps,
             high_classes, handshake_first, ingress, egress, mac, max_frame_bytes, cos_from_pcp,
             flow_label, non_ip, non_ip_to, vlan, next_hop, routes, replay, capture)
};

}  // namespace tinsim
