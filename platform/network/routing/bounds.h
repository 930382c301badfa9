// SPDX-License-Identifier: Apache-2.0
// Throughput bound: the load that a traffic pattern puts on the busiest link, from tables alone.
#pragma once

#include <algorithm>
#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Traffic from each source to each destination. Every chip whose hosts all send injects 1 in all.
class TrafficMatrix {
 public:
  explicit TrafficMatrix(const Topology& topology);

  /// Host `from` sends `share` of its traffic to host `to`.
  void add(unsigned from, unsigned to, double share);
  /// Host `from` sends `share` of its traffic to the hosts of a chip, equally to each.
  void add_to_chip(unsigned from, unsigned chip, double share);

  double rate(unsigned from_chip, unsigned to_chip) const {
    return rate_[from_chip * chips_ + to_chip];
  }
  double injected() const;          ///< over all chips
  double busiest_terminal() const;  ///< load of the busiest terminal port, in or out
  double sent(size_t host) const { return sent_[host]; }
  double received(size_t host) const {
    const unsigned chip = topology_->hosts[host].chip;
    return received_[host] + received_on_chip_[chip] / hosts_on_chip_[chip];
  }

 private:
  const Topology* topology_;
  size_t chips_;
  std::vector<double> rate_;              // [from chip, to chip]
  std::vector<double> sent_, received_;   // by host; received_: from add() alone
  std::vector<double> received_on_chip_;  // by add_to_chip()
  std::vector<unsigned> hosts_on_chip_;
  double host_rate_;
};

/// Each host sends equally to every other host.
TrafficMatrix uniform_matrix(const Topology& topology);
/// Each host sends equally to every host of the pod `offset` further.
TrafficMatrix adversarial_matrix(const Topology& topology, unsigned offset);
/// Each host sends equally to every host of the TiN `offset` further in its pod.
TrafficMatrix local_adversarial_matrix(const Topology& topology, unsigned offset);
/// Host h sends to target_of[h]. Precondition: one target per host.
TrafficMatrix permutation_matrix(const Topology& topology, const std::vector<unsigned>& target_of);

/// Loads are for an injection of one port rate per chip, as shares of what a port carries.
struct ThroughputBound {
  double per_chip_ports = 0;    ///< injection per chip, in port rates, that fills the busiest port
  const char* limited_by = "";  ///< "local links" | "global links" | "terminal ports"
  double mean_links = 0;        ///< links that the mean cell crosses
  double max_local = 0, max_global = 0, max_terminal = 0;  ///< load of the busiest port of a kind
  /// [chip * ports_per_chip + port] the weight with which the port limits the injection; 0 but for
  /// links that are full.
  std::vector<double> prices;

  bool is_terminal_limited() const { return max_terminal > std::max(max_local, max_global); }
};

/// Where the first port is full, if all sources are slowed equally and routes taken as follows.
/// Modes without queue lengths: expected loads where each entry is taken equally often, as hashed
/// and random choice do in the mean. Choice among minimal entries by queue length shifts load only
/// between the ports of one entry, so their bound holds for it too where the busiest port's
/// alternatives are as busy: everywhere in the Clique, but not for a pair of chips with three
/// links, whose entries name the ports 3, 3 and 2 times. fully_adaptive and ugal_l: an ideal
/// adaptive choice, one share of minimal routes for all traffic between pods and one for all
/// traffic in pods, such that the busiest port is least busy (docs/explanation/routing.md: 4.0 R
/// under ADV+k). Routes that use the entries of a list unequally may carry more where lanes are the
/// limit: 1.125 R under ADV+1 in the canonical Dragonfly, where this gives 1.0 R. Precondition:
/// prove_deadlock_free() holds.
ThroughputBound throughput_bound(const Topology& topology, const std::vector<RouteTable>& tables,
                                 const TrafficMatrix& traffic);

}  // namespace tinsim
