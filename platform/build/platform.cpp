// SPDX-License-Identifier: Apache-2.0
// The built network: construction and the run loop.
#include "platform/build/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/usage_error.h"
#include "platform/build/failures.h"
#include "platform/build/windows.h"

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

/// Enough for the switches and sources of all chips; pages that nobody touches cost nothing.
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
                   std::vector<PortTraffic> traffic, Cycle batch_cycles, Ranks& ranks)
    : sc_module(name),
      memory_(dense_bytes(topology, traffic)),
      topology_(topology),
      ranks_(ranks),
      partition_(partition_of(topology, ranks)),
      directory_(topology.chips.size()),
      links_(config, topology),
      windows_(allowed_windows(config, topology, links_.plan())),
      cycle_ps_(1e6 / config.tin.core_mhz),
      batch_cycles_(batch_cycles),
      terminals_(topology.chips.size()),
      tins_(topology.chips.size()),
      pods_(topology.pods),
      observers_(topology.chips.size()) {
  windows_.barrier = batch_cycles;
  ring_cycles_ = 2 * windows_.pod + longest_link(config, topology) + 64;
  const bool has_engines = config.ip.enabled || config.rma.enabled;
  const uint8_t initial_hop = tables[0].initial_hop;
  const PodLogs logs = add_pods(initial_hop, has_engines && !config.traffic.empty());
  if (ranks.size() > 1) {
    exchange_ = std::make_unique<Exchange>("exchange", ranks, partition_, topology.pods, windows_,
                                           cycle_ps_);
  }
  add_chips(config, tables, traffic, logs.raw);
  join_chips(config);
  add_sources(std::move(traffic));
  if (has_engines) {
    add_engines(config, initial_hop, logs.engines);
    return;
  }
  for (std::size_t chip : own_chips_) {
    tins_[chip]->cell_switch().attach(terminals_[chip].get());
  }
}

std::optional<unsigned> Platform::source_credit(std::size_t chip, unsigned port,
                                                unsigned vc) const {
  const bool shared = !endpoints_.empty() && endpoints_[chip] != nullptr;
  const unsigned returning = shared ? endpoints_[chip]->returning(port, vc) : 0;
  if (ip_ != nullptr && ip_->has(chip) && (ip_->ports(chip) >> port & 1)) {
    return ip_->engine(chip).source_credit(port, vc) + returning;
  }
  if (rma_ != nullptr && rma_->has(chip) && (rma_->ports(chip) >> port & 1)) {
    return rma_->engine(chip).source_credit(port, vc) + returning;
  }
  if (!terminals_[chip]->has_source(port)) return std::nullopt;
  return terminals_[chip]->source_credit(port, vc) + returning;
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
  if (frames_ != nullptr) frames_->settle(cycle);
  if (rma_ != nullptr) rma_->settle(cycle);
  if (cliquemap_ != nullptr) cliquemap_->settle();
  now_ = cycle;
}

void Platform::set_barrier(Cycle cycles) {
  windows_.barrier = cycles;
  for (auto& pod : pods_) {
    if (pod != nullptr) pod->set_barrier(cycles);
  }
  if (exchange_ != nullptr) exchange_->set_barrier(cycles);
}

void Platform::run_ahead(Cycle cycle) {
  set_barrier(cycle);
  for (std::size_t chip : own_chips_) terminals_[chip]->keep_ages(now_ + batch_cycles_);
  if (ip_hosts_ != nullptr) ip_hosts_->keep_ages(now_ + batch_cycles_, batch_cycles_);
  if (rma_hosts_ != nullptr) rma_hosts_->keep_ages(now_ + batch_cycles_, batch_cycles_);
  if (ip_ != nullptr) ip_->run_ahead(cycle - 1);
  if (rma_ != nullptr) rma_->run_ahead(cycle - 1);
}

Cycle Platform::furthest() const {
  Cycle most = now_;
  for (const auto& pod : pods_) {
    if (pod != nullptr) most = std::max(most, pod->now());
  }
  return most;
}

void Platform::stop_at(Cycle cycle) {
  set_barrier(cycle);
  if (ip_ != nullptr) ip_->run_ahead(cycle - 1);
  if (rma_ != nullptr) rma_->run_ahead(cycle - 1);
}

void Platform::stop_with_batches() {
  set_barrier(batch_cycles_);
  for (std::size_t chip : own_chips_) terminals_[chip]->keep_ages(kNoCycle);
  if (ip_hosts_ != nullptr) ip_hosts_->keep_ages(kNoCycle, batch_cycles_);
  if (rma_hosts_ != nullptr) rma_hosts_->keep_ages(kNoCycle, batch_cycles_);
  if (ip_ != nullptr) ip_->run_ahead(0);
  if (rma_ != nullptr) rma_->run_ahead(0);
}

void Platform::wake(std::size_t chip) {
  rma_->engine(chip).look_again();
  forget_due_times(chip);
}

/// Attached again, the switch forgets when its endpoints were due.
void Platform::forget_due_times(std::size_t chip) {
  if (endpoints_.empty() || endpoints_[chip] == nullptr) {
    tins_[chip]->cell_switch().attach(terminals_[chip].get());
    return;
  }
  endpoints_[chip]->look_again();
  tins_[chip]->cell_switch().attach(&endpoints_[chip]->of_switch());
}

void Platform::change_rates(const PlatformConfig& config) {
  if (ip_hosts_ != nullptr) ip_hosts_->change_rates(config, now_);
  if (rma_hosts_ != nullptr) rma_hosts_->change_rates(config, now_);
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
  if (exchange_->has_failed()) ranks_.together(rethrow);
}

void Platform::replace_traffic(std::vector<PortTraffic> traffic) {
  for (PortTraffic& port : traffic) {
    for (Generator& generator : port.generators) generator.put_off(now_);
  }
  auto first = traffic.begin();
  for (std::size_t chip = 0; chip < terminals_.size(); ++chip) {
    const auto last = std::find_if(first, traffic.end(),
                                   [&](const PortTraffic& port) { return port.chip != chip; });
    if (terminals_[chip] != nullptr) {
      terminals_[chip]->replace_sources(first, last, now_);
      forget_due_times(chip);
    }
    first = last;
  }
  traffic_ = std::move(traffic);
}

void Platform::measure(Cycle from, Cycle to) {
  for (auto& log : logs_) log->measure(from, to);
  if (ip_hosts_ != nullptr) ip_hosts_->measure(from, to, batch_cycles_);
  if (rma_hosts_ != nullptr) rma_hosts_->measure(from, to, batch_cycles_);
  if (cliquemap_ != nullptr) cliquemap_->measure(from, to, batch_cycles_);
}

void Platform::end_traffic(Cycle at) {
  if (ip_hosts_ != nullptr) ip_hosts_->end_traffic(at);
  if (rma_hosts_ != nullptr) rma_hosts_->end_traffic(at);
}

void Platform::clear_counters() {
  for (std::size_t chip : own_chips_) {
    tins_[chip]->cell_switch().clear_counters(now_);
    if (ip_ != nullptr && ip_->has(chip)) ip_->engine(chip).restart_stats(now_);
  }
  if (rma_ != nullptr) rma_->clear_counters();
  if (ip_ != nullptr) ip_->clear_classes();
}

uint64_t Platform::injected() const {
  uint64_t cells = 0;
  for (std::size_t chip : own_chips_) {
    cells += terminals_[chip]->injected();
    if (ip_ != nullptr && ip_->has(chip)) cells += ip_->engine(chip).counters().cells_sent;
    if (rma_ != nullptr && rma_->has(chip)) cells += rma_->engine(chip).counters().cells_sent;
  }
  return cells;
}

uint64_t Platform::delivered() const {
  uint64_t cells = 0;
  for (const auto& log : logs_) cells += log->cells();
  return cells;
}

uint64_t Platform::dropped() const {
  uint64_t cells = links_.lost();
  for (const auto& log : logs_) cells += log->damaged();
  if (!expects_failures_) return cells;
  for (std::size_t chip : own_chips_) {
    const SwitchEngine& engine = tins_[chip]->cell_switch();
    cells += engine.failure_counters().dropped();
    for (unsigned port = 0; port < engine.params().ports; ++port)
      cells += engine.lost_in_queue(port);
  }
  return cells;
}

void Platform::expect(const Failures& failures) {
  expects_failures_ = true;
  for (std::size_t chip : own_chips_)
    tins_[chip]->cell_switch().expect_failures(static_cast<unsigned>(chip),
                                               failures.of_chip(static_cast<unsigned>(chip)));
}

FailureCounts Platform::failure_counts() const {
  FailureCounts counts;
  for (std::size_t chip : own_chips_) {
    const FailureCounters of_chip = tins_[chip]->cell_switch().failure_counters();
    counts.rerouted += of_chip.rerouted;
    counts.waited += of_chip.waited;
    counts.escaped += of_chip.escaped;
    counts.parked += of_chip.parked;
    counts.unreachable += of_chip.unreachable;
    counts.tin_down += of_chip.tin_down;
    counts.misrouted += terminals_[chip]->misrouted();
  }
  return counts;
}

ParkedPeak Platform::parked_peak() const {
  ParkedPeak peak;
  for (std::size_t chip : own_chips_) {
    const FailureCounters of_chip = tins_[chip]->cell_switch().failure_counters();
    if (of_chip.peak_parked_words <= peak.words) continue;
    peak = {of_chip.peak_parked_words, of_chip.peak_parked_cells, chip};
  }
  return peak;
}

uint64_t Platform::hops_before_parking() const {
  uint64_t hops = 0;
  for (std::size_t chip : own_chips_)
    hops += tins_[chip]->cell_switch().failure_counters().hops_before_parking;
  return hops;
}

uint64_t Platform::cell_hops() const {
  uint64_t hops = 0;
  for (std::size_t chip : own_chips_) hops += tins_[chip]->cell_switch().cell_hops();
  return hops;
}

}  // namespace tinsim
