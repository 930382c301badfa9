// SPDX-License-Identifier: Apache-2.0
// The built network: construction and the run loop.
#include "platform/build/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/usage_error.h"
#include "platform/build/dut_switch.h"
#include "platform/build/failures.h"
#include "platform/build/windows.h"
#include "platform/network/switch_plan.h"
#include "platform/services/remote_chips.h"

namespace tinsim {

namespace {

Partition partition_of(const Topology& topology, const Ranks& ranks) {
  if (ranks.size() > topology.pods) {
    throw UsageError(fmt::format(
        "{} ranks for {} pod{}; expected at most one rank for each pod, for a pod is simulated in "
        "one process",
        ranks.size(), topology.pods, topology.pods == 1 ? "" : "s"));
  }
  return {topology.pods, ranks.size()};
}

/// Enough for the switches and sources of all chips; pages that are never accessed cost nothing.
std::size_t dense_bytes(const Topology& topology, const std::vector<PortTraffic>& traffic) {
  constexpr std::size_t kChip = std::size_t{48} << 10, kPort = 512;
  std::size_t bytes = topology.chips.size() * kChip;
  for (const PortTraffic& port : traffic)
    bytes += kPort + port.generators.size() * sizeof(Generator);
  return bytes;
}

}  // namespace

Platform::Platform(const sc_core::sc_module_name& name, const PlatformConfig& config,
                   const Topology& topology, const std::vector<RouteTable>& tables,
                   std::vector<PortTraffic> traffic, Cycle batch_cycles, Ranks& ranks,
                   const ServiceRegistry& registry)
    : sc_module(name),
      memory_(dense_bytes(topology, traffic)),
      topology_(topology),
      ranks_(ranks),
      partition_(partition_of(topology, ranks)),
      directory_(topology.chips.size()),
      links_(config, topology),
      windows_(allowed_windows(config, topology, links_.plan())),
      cycle_ps_(1e6 / config.clock_mhz()),
      batch_cycles_(batch_cycles),
      logs_(topology.pods, batch_cycles, tables[0].initial_hop, !config.traffic.empty()),
      services_(registry),
      endpoints_(topology.chips.size()),
      tins_(topology.chips.size()),
      pods_(topology.pods),
      observers_(topology.chips.size()) {
  windows_.barrier = batch_cycles;
  ring_cycles_ = 2 * windows_.pod + longest_link(config, topology) + cycles_in_chips(config);
  add_pods();
  if (ranks.size() > 1) {
    exchange_ = std::make_unique<Exchange>("exchange", ranks, partition_, topology.pods, windows_,
                                           cycle_ps_);
  }
  const std::vector<bool> is_own = own_mask();
  const ServiceContext context{config,       topology, is_own,  traffic,
                               services_,    ranks,    memory_, tables[0].initial_hop,
                               batch_cycles, mos_,     tables,  logs_};
  services_.make(Stage::kOnChips, context);
  add_chips(config, tables);
  join_chips(config);
  for (std::size_t chip : own_chips_) recheck_endpoints(chip);
  services_.make(Stage::kAtHosts, context);
  if (exchange_ != nullptr) join_remote_chips();
  if (ranks.size() == 1) check_dut_is_used();
}

void Platform::join_remote_chips() {
  RemoteChips remote(topology_, partition_, *exchange_, ranks_.rank());
  for (Service* service : services_) service->join(remote);
}

Inbox* Platform::inbox_of(unsigned pod) {
  if (pods_[pod] == nullptr) return &exchange_->outbox(pod);
  if (exchange_ != nullptr) exchange_->connect(pod, pods_[pod]->inbox());
  return &pods_[pod]->inbox();
}

void Platform::observe(std::size_t chip, SwitchObserver& observer) {
  observers_[chip].add(observer);
  tins_[chip]->cell_switch().observe(observers_[chip].observer());
}

Cycle Platform::horizon() const {
  Cycle least = kNoCycle;
  for (const auto& pod : pods_) {
    if (pod != nullptr) least = std::min(least, pod->now());
  }
  if (exchange_ != nullptr) least = std::min(least, exchange_->now());
  return least;
}

void Platform::run_to(Cycle cycle) {
  // A process due exactly at the end of an sc_start runs first in the next one: each call simulates
  // the windows, as a whole, that begin before its end. One ends there if that is a barrier.
  sc_core::sc_start(time_of(cycle, cycle_ps_) - sc_core::sc_time_stamp());
  rethrow_failures();
  for (auto& pod : pods_) {
    if (pod != nullptr && cycle % windows_.barrier == 0) pod->open_inbox();  // for audits
  }
  for (Service* service : services_) service->apply_deferred_updates(cycle);
  now_ = cycle;
}

void Platform::set_barrier(Cycle cycles) {
  windows_.barrier = cycles;
  for (auto& pod : pods_) {
    if (pod != nullptr) pod->set_barrier(cycles);
  }
  if (exchange_ != nullptr) exchange_->set_barrier(cycles);
}

bool Platform::may_run_ahead() const {
  return std::all_of(services_.begin(), services_.end(),
                     [](const Service* service) { return service->may_run_ahead(); });
}

void Platform::run_ahead(Cycle cycle) {
  for (Service* service : services_) service->keep_ages(now_ + batch_cycles_, batch_cycles_);
  stop_at(cycle);
}

Cycle Platform::latest_chip_cycle() const {
  Cycle most = now_;
  for (const auto& pod : pods_) {
    if (pod != nullptr) most = std::max(most, pod->now());
  }
  return most;
}

void Platform::stop_at(Cycle cycle) {
  set_barrier(cycle);
  for (Service* service : services_) service->run_ahead(cycle - 1);
}

void Platform::stop_with_batches() {
  set_barrier(batch_cycles_);
  for (Service* service : services_) {
    service->keep_ages(kNoCycle, batch_cycles_);
    service->run_ahead(0);
  }
}

/// A switch that endpoints are attached to again has no due times of theirs.
void Platform::recheck_endpoints(std::size_t chip) {
  endpoints_[chip]->recheck();
  tins_[chip]->cell_switch().attach(&endpoints_[chip]->of_switch());
}

void Platform::change_rates(const PlatformConfig& config) {
  for (Service* service : services_) service->change_rates(config, now_);
  for (std::size_t chip : own_chips_) recheck_endpoints(chip);
}

void Platform::rethrow_failures() {
  const auto rethrow = [this] {
    for (const auto& pod : pods_) {
      if (pod != nullptr) pod->rethrow_failure();
    }
  };
  if (exchange_ == nullptr) return rethrow();
  const bool fails = std::any_of(pods_.begin(), pods_.end(), [](const auto& pod) {
    return pod != nullptr && pod->has_failed();
  });
  if (fails) exchange_->fail();
  if (exchange_->has_failed()) ranks_.run_collectively(rethrow);
}

void Platform::measure(Cycle from, Cycle to) {
  for (const auto& log : logs_.all()) log->measure(from, to);
  for (Service* service : services_) service->measure(from, to, batch_cycles_);
}

}  // namespace tinsim
