// SPDX-License-Identifier: Apache-2.0
// The hosts of a network on Ethernet switches: construction and results.
#include "platform/services/clos_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/services/ip_hosts.h"
#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ethernet_clos_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/rma_result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {

namespace {

void add_times(const std::string& name, const Histogram& times, std::vector<ComparedTimes>& rows) {
  if (times.count() == 0) return;
  ComparedTimes row;
  row.name = name;
  row.p50 = times.percentile(50);
  row.p99 = times.percentile(99);
  row.p999 = times.percentile(99.9);
  rows.push_back(row);
}

void compare_with_last(std::vector<ComparedTimes>& rows) {
  for (ComparedTimes& row : rows) {
    row.median_ratio = rows.back().p50 / row.p50;
    row.tail_ratio = rows.back().p99 / row.p99;
  }
}

}  // namespace

std::unique_ptr<Service> ClosNetwork::make(const ServiceContext& context) {
  if (!context.config.ethernet_clos.enabled) return nullptr;
  return std::make_unique<ClosNetwork>(context.config, context.topology, context.ranks.is_first());
}

void ClosNetwork::declare_sections(ResultSections& sections) { sections.add<EthernetClosResult>(); }

ClosNetwork::ClosNetwork(const PlatformConfig& config, const Topology& topology, bool is_first_rank)
    : network_(host_network(with_lookup_messages(config), topology)) {
  const unsigned core_mhz = config.tin.core_mhz;
  const ClosParams params(config.ethernet_clos, core_mhz);
  network_.shares = params.shares;
  network_.carried = false;
  if (config.ethernet_clos.transport == ClosTransport::dctcp)
    network_.dctcp.emplace(config.ethernet_clos.dctcp, core_mhz);
  std::vector<uint64_t> addresses;
  for (const IpAddress& address : network_.addresses) addresses.push_back(address.hi);
  clos_ = std::make_unique<EthernetClos>(params, addresses);
  stats_.measure(kNoCycle, kNoCycle);
  if (is_first_rank) add_hosts(config);
}

Host& ClosNetwork::host(std::size_t number) {
  const std::size_t with_software = lookups_ == nullptr ? 0 : lookups_->hosts();
  if (number < with_software) return lookups_->host(number);
  return *hosts_[number - with_software];
}

TrafficHost& ClosNetwork::traffic(std::size_t number) {
  const std::size_t with_software = lookups_ == nullptr ? 0 : lookups_->hosts();
  if (number < with_software) return lookups_->host(number).traffic();
  return *hosts_[number - with_software];
}

void ClosNetwork::add_hosts(const PlatformConfig& config) {
  if (config.ethernet_clos.lookups.enabled)
    lookups_ = std::make_unique<ClosLookups>(config, network_, stats_);
  const std::size_t hosts = network_.addresses.size();
  for (std::size_t i = lookups_ == nullptr ? 0 : lookups_->hosts(); i < hosts; ++i)
    hosts_.push_back(std::make_unique<TrafficHost>(network_, static_cast<uint16_t>(i), stats_));
  for (std::size_t entry = 0; entry < config.ip_traffic.size(); ++entry) {
    std::vector<HostTargets> targets = targets_of(config, entry);
    for (std::size_t i = 0; i < hosts; ++i) {
      if (!targets[i].empty())
        traffic(i).add_source(static_cast<unsigned>(entry), std::move(targets[i]));
    }
  }
  for (std::size_t i = 0; i < hosts; ++i) clos_->attach(i, host(i));
}

void ClosNetwork::measure(Cycle from, Cycle to, Cycle batch) {
  stats_.measure(from, to, batch);
  clos_->measure(from, to);
  if (lookups_ != nullptr) lookups_->measure(from, to, batch);
}

void ClosNetwork::change_rates(const PlatformConfig& config, Cycle now) {
  change_plans(with_lookup_messages(config), now, network_);
}

void ClosNetwork::apply_deferred_updates(Cycle cycle) {
  clos_->run_to(cycle);
  if (lookups_ != nullptr) lookups_->judge();
}

uint64_t ClosNetwork::waiting_age(Cycle now, uint64_t& sources) {
  if (hosts_.empty() && lookups_ == nullptr) return 0;
  uint64_t age = lookups_ == nullptr ? 0 : lookups_->waiting_age(now, sources);
  for (std::size_t i = 0; i < network_.addresses.size(); ++i) {
    const TrafficHost& host = traffic(i);
    if (!host.is_source()) continue;
    ++sources;
    age += now - std::min(now, host.oldest_waiting());
  }
  return age;
}

void ClosNetwork::derive(const RunFacts& facts, RunResult& result) const {
  auto& section = result.sections.get<EthernetClosResult>();
  std::vector<ComparedTimes>& rows = section.comparison;
  if (const auto* rma = result.sections.find<RmaResult>()) {
    for (std::size_t i = 0; i < rma->entries.size(); ++i) {
      const RmaTrafficConfig& entry = facts.config.rma_traffic[i];
      add_times(fmt::format("1RMA {}, entry {}", word_of(entry.class_), i),
                rma->entries[i].completion, rows);
    }
  }
  if (const auto* ip = result.sections.find<IpResult>()) {
    for (const IpClassResult& of : ip->classes)
      add_times(fmt::format("chips, class {}", of.cos), of.hosts.fabric_rtt, rows);
  }
  for (const ClosClassResult& of : section.classes)
    add_times(fmt::format("Ethernet, class {}", of.cos), of.hosts.fabric_rtt, rows);
  if (!section.classes.empty() && section.classes.back().hosts.fabric_rtt.count() != 0)
    compare_with_last(rows);
  if (!section.lookups) return;
  std::vector<ComparedTimes> lookups;
  if (const auto* clique = result.sections.find<CliqueResult>()) {
    for (const auto& [kind, times] : clique->times)
      if (kind == "hit")
        add_times(fmt::format("lookups, 1RMA {}", word_of(facts.config.cliquemap.class_)), times,
                  lookups);
  }
  add_times("lookups, Ethernet", section.lookups->hit, lookups);
  if (section.lookups->hit.count() != 0) compare_with_last(lookups);
  rows.insert(rows.end(), lookups.begin(), lookups.end());
}

void ClosNetwork::collect(const RunFacts& /*facts*/, RunResult& result) const {
  EthernetClosResult& section = result.sections.get<EthernetClosResult>();
  section.hosts = network_.addresses.size();
  merge_fields<ClosTotals>(section, clos_->totals());
  section.service = stats_.service().batches();
  if (lookups_ != nullptr) section.lookups = lookups_->result();
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    const ClosClassCounters* counters = clos_->classes().find(cos);
    const HostClassStats* hosts = stats_.find(cos);
    if (counters == nullptr && hosts == nullptr) continue;
    ClosClassResult of;
    of.cos = cos;
    if (counters != nullptr) merge_fields<ClosClassCounters>(of, *counters);
    if (hosts != nullptr) of.hosts = *hosts;
    section.classes.push_back(of);
  }
}

}  // namespace tinsim
