// SPDX-License-Identifier: Apache-2.0
// The built network, or a rank's share of it: makes chips, links and services from a Topology and
// joins them.
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "platform/build/links.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/topology.h"
#include "platform/ranks/exchange.h"
#include "platform/ranks/ranks.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/delivery_logs.h"
#include "platform/services/network_mos.h"
#include "platform/services/registry.h"
#include "platform/statistics/failure_result.h"
#include "platform/traffic/traffic.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/pod.h"
#include "tlm/tin/routing/route_table.h"
#include "tlm/tin/tin.h"

namespace tinsim {

class Failures;

class Platform : public sc_core::sc_module {
 public:
  /// `config` passed validate(); topology, tables and traffic, of the whole network, were made from
  /// it. `registry`: the services that the configuration may enable. Throws UsageError when there
  /// are more ranks than pods.
  Platform(const sc_core::sc_module_name& name, const PlatformConfig& config,
           const Topology& topology, const std::vector<RouteTable>& tables,
           std::vector<PortTraffic> traffic, Cycle batch_cycles, Ranks& ranks = alone(),
           const ServiceRegistry& registry = service_registry());

  const Windows& windows() const { return windows_; }
  double cycle_ps() const { return cycle_ps_; }
  /// Of the whole network.
  std::size_t chips() const { return tins_.size(); }
  /// The chips of this rank's pods, ascending, and higher than those of lower ranks. Only these
  /// exist here.
  const std::vector<std::size_t>& own_chips() const { return own_chips_; }
  bool has(std::size_t chip) const { return tins_[chip] != nullptr; }
  Ranks& ranks() const { return ranks_; }
  /// Pods of other ranks are reached through this; null when there are none.
  Exchange* exchange() { return exchange_.get(); }
  Tin& tin(std::size_t chip) { return *tins_[chip]; }
  /// Engines and hosts of the chips: services().find<IpNetwork>() …
  const Services& services() const { return services_; }
  /// Credit that the source at a terminal port holds; nothing where there is no source.
  std::optional<unsigned> source_credit(std::size_t chip, unsigned port, unsigned vc) const;
  const std::vector<std::unique_ptr<DeliveryLog>>& logs() const { return logs_.all(); }
  /// DeliveryLogs::judged().
  const std::vector<const DeliveryLog*>& judged_logs() const { return logs_.judged(); }
  /// DeliveryLog::keep_by_batch() of all logs.
  void keep_latencies_by_batch() {
    for (const auto& log : logs_.all()) log->keep_by_batch();
  }
  const Links& links() const { return links_; }
  std::vector<LinkRow> link_rows() const { return links_.rows(tins_, now_); }

  /// `observer` receives every event of a chip's switch, as do those that were added before.
  void observe(std::size_t chip, SwitchObserver& observer);
  /// Every chip has been advanced to this cycle, and the events of other ranks up to it have
  /// arrived; also in the middle of run_to().
  Cycle horizon() const;

  /// Simulates up to `cycle`, a multiple of the batch length. Rethrows an exception of a chip at
  /// all ranks.
  void run_to(Cycle cycle);
  Cycle now() const { return now_; }

  /// Whether all services allow run_ahead().
  bool may_run_ahead() const;
  /// Windows no longer end with each batch but at `cycle`, the end of some batch: until then
  /// run_to() may advance chips up to a window beyond its argument. Sums by batch, which are
  /// deliveries and the ages of waiting cells, are those of the end of the batch; all else is that
  /// of the cycle which a chip has reached. Precondition: may_run_ahead(), and no chip on pins.
  void run_ahead(Cycle cycle);
  /// Every chip has been advanced to this cycle or less; the same at all ranks.
  Cycle latest_chip_cycle() const;
  /// Moves the end that was given to run_ahead() to `cycle`, the end of a batch and not before
  /// latest_chip_cycle().
  void stop_at(Cycle cycle);
  /// Windows end with each batch again. Precondition: the end that was given to run_ahead() is now.
  void stop_with_batches();

  /// Windows of at most so many cycles from now on, for models outside that access chips between
  /// two of them. To be called between windows, and not together with run_ahead().
  void limit_windows(Cycle cycles) { set_barrier(cycles); }
  const Pod& pod_of(std::size_t chip) const { return *pods_[topology_.chips[chip].pod]; }
  /// The state of an engine of the chip has been changed from outside, between two windows: the
  /// switch queries again when its endpoints are due.
  void recheck_endpoints(std::size_t chip);

  /// From now on traffic is generated at the loads of `config`, drawn by its seed. The next message
  /// or operation of each host, whose time is known, is kept. Not for replays.
  void change_rates(const PlatformConfig& config);

  /// Deliveries in [from, to) are measured. Called a batch or more before `from`: a switch hands a
  /// cell to its sink before the cycle in which the last word arrives there.
  void measure(Cycle from, Cycle to);
  /// Counters of switches and services restart now.
  void clear_counters();
  /// Sum over all sources of the age of the oldest item that waits there at the end of the last
  /// batch; their number is added to `sources`. Once for each batch.
  uint64_t waiting_age(uint64_t& sources);

  /// Before the first cycle; `failures` outlives the platform.
  void schedule(const Failures& failures);

  // Of this rank.
  uint64_t injected() const;
  uint64_t delivered() const;
  /// Lost on links or by failures, or discarded at their destination because they were damaged.
  uint64_t dropped() const;
  uint64_t cell_hops() const;
  FailureCounts failure_counts() const;
  ParkedPeak parked_peak() const;
  /// Chips that cells sent from memory had traversed before, since clear_counters().
  uint64_t hops_before_parking() const;

 private:
  // Parts of the construction, in their order.
  void add_pods();
  std::vector<bool> own_mask() const;
  void add_chips(const PlatformConfig& config, const std::vector<RouteTable>& tables);
  std::shared_ptr<SwitchEngine> make_switch(const PlatformConfig& config, std::size_t chip,
                                            const RouteTable& table);
  void join_chips(const PlatformConfig& config);
  void join_remote_chips();
  Inbox* inbox_of(unsigned pod);
  void rethrow_failures();
  void set_barrier(Cycle cycles);

  ChipMemory memory_;  ///< of the switches and endpoints: ends last
  const Topology& topology_;
  Ranks& ranks_;
  Partition partition_;
  ChipDirectory directory_;
  Links links_;
  Windows windows_;
  double cycle_ps_;
  unsigned ring_cycles_ = 0;
  Cycle now_ = 0;
  Cycle batch_cycles_;
  bool has_failures_ = false;
  DeliveryLogs logs_;
  MosPorts mos_;
  Services services_;
  std::vector<std::unique_ptr<ChipEndpoints>> endpoints_;  ///< by chip
  std::vector<std::unique_ptr<Tin>> tins_;                 ///< by chip
  std::vector<std::size_t> own_chips_;
  std::vector<std::unique_ptr<Pod>> pods_;  ///< by pod; null: of another rank
  std::unique_ptr<Exchange> exchange_;
  std::vector<ObserverList> observers_;  ///< by chip
};

}  // namespace tinsim
