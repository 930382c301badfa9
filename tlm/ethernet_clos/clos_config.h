// SPDX-License-Identifier: Apache-2.0
// Section `ethernet_clos` of a configuration: a conventional fabric for the same hosts.
// docs/reference/ethernet_clos.md.
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/ethernet_clos/clos_lookups_config.h"
#include "tlm/host/dctcp_config.h"

namespace tinsim {

/// Congestion control of the entries that have one.
TIN_ENUM(ClosTransport, swift, dctcp)
/// When a switch may begin to send a frame: after its header, or after its end.
TIN_ENUM(ClosForwarding, cut_through, store_and_forward)

/// Two tiers of Ethernet switches: each leaf has some hosts and a link to each spine.
struct EthernetClosConfig {
  bool enabled = false;
  bool alone = false;
  ClosTransport transport = ClosTransport::swift;
  unsigned hosts_per_leaf = 32;
  unsigned spines = 32;
  double host_gbps = 100;
  double spine_gbps = 100;
  double host_m = 3;
  double spine_m = 50;
  ClosForwarding forwarding = ClosForwarding::cut_through;
  double switch_ns = 500;
  unsigned buffer_kib = 32768;
  double alpha = 1;
  std::optional<unsigned> queue_kib;
  unsigned ecn_kib = 293;
  std::vector<unsigned> strict_classes;
  std::vector<unsigned> weights = {1};
  DctcpConfig dctcp;
  ClosLookupsConfig lookups;
  TIN_KEYS(
      (enabled, "the hosts' messages of ip_traffic cross a Clos network of Ethernet switches, too"),
      (alone, "they cross it instead of the chips"),
      (transport, "congestion control of the entries of transport swift, here"),
      (hosts_per_leaf,
       "hosts of each leaf switch, in the order of their numbers; the last may have "
       "fewer",
       range(1, 1024)),
      (spines, "spine switches, each with a link to each leaf", range(1, 1024)),
      (host_gbps, "rate of a host's link, in Gb/s, in steps of 1 Mb/s", range(0.001, 1000)),
      (spine_gbps, "rate of a link between leaf and spine, likewise", range(0.001, 1000)),
      (host_m, "cable between host and leaf, in m", range(0, 1e5)),
      (spine_m, "cable between leaf and spine, in m", range(0, 1e5)),
      (forwarding,
       "a switch sends a frame after its header has arrived, or after its end; the latter always "
       "towards a faster link"),
      (switch_ns, "time from then to the first bit at an idle output, in ns", range(0, 1e6)),
      (buffer_kib, "buffer that all queues of a switch share", range(32, 16777216)),
      (alpha,
       "a frame is dropped where its queue has reached alpha times the free part of the buffer",
       above(0, 1024),
       only_if(
           +[](const EthernetClosConfig& c) { return !c.queue_kib.has_value(); }, {"queue_kib"},
           "a dynamic threshold", "with queue_kib")),
      (queue_kib, "fixed limit of each queue instead", range(1, 16777216)),
      (ecn_kib, "packets that may be marked are where their queue is longer", range(0, 16777216)),
      (strict_classes, "classes of service with strict priority at hosts and switches",
       range(0, 7)),
      (weights, "weight of each other class there; one entry serves all", range(1, 255)),
      (dctcp, only_if(
                  +[](const EthernetClosConfig& c) { return c.transport == ClosTransport::dctcp; },
                  {"transport"}, "dctcp", "with this transport")),
      (lookups))
};

}  // namespace tinsim
