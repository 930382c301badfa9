// SPDX-License-Identifier: Apache-2.0
// The hosts of 1RMA: plans, regions, targets.
#include "platform/services/rma_hosts.h"

#include <algorithm>
#include <utility>

#include "platform/services/region_key.h"
#include "platform/traffic/pattern.h"

namespace tinsim {
namespace {

constexpr uint32_t kPermutations = 0x20000;  // entries of other traffic are below
constexpr uint32_t kBirths = 0x8000;         // … and of other messages

RmaOp op_of(RmaTrafficOp op) {
  switch (op) {
    case RmaTrafficOp::read:
      return RmaOp::Read;
    case RmaTrafficOp::write:
      return RmaOp::Write;
    case RmaTrafficOp::faa:
      return RmaOp::Faa;
    default:
      return RmaOp::Cas;
  }
}

RmaPlan plan_of(const PlatformConfig& config, std::size_t entry) {
  const RmaTrafficConfig& traffic = config.rma_traffic[entry];
  RmaPlan plan;
  plan.op = op_of(traffic.op);
  plan.cls = traffic.class_ == RmaLatencyClass::L ? 1 : 0;
  plan.bytes = static_cast<uint16_t>(traffic.bytes);
  plan.outstanding = traffic.outstanding;
  plan.open_loop = traffic.gbps.has_value();
  plan.births.seed = config.run.seed;
  plan.births.entry = kBirths + static_cast<uint32_t>(entry);
  plan.births.sizes = SizeCdf(traffic.bytes);
  // In a closed loop all operations are there from the beginning.
  plan.births.mean_gap =
      plan.open_loop ? mean_message_gap(*traffic.gbps, traffic.bytes, config.tin.core_mhz) : 0;
  return plan;
}

}  // namespace

std::vector<HostTargets> rma_targets(const PlatformConfig& config, const Topology& topology,
                                     std::size_t entry) {
  const RmaTrafficConfig& traffic = config.rma_traffic[entry];
  const auto hosts = static_cast<uint16_t>(topology.hosts.size());
  std::vector<HostTargets> targets(hosts);
  if (traffic.pattern == HostPattern::pairs) {
    for (std::size_t i = 0; i < traffic.sources.size(); ++i)
      targets[traffic.sources[i]].list = {static_cast<uint16_t>(traffic.targets[i])};
    return targets;
  }
  std::vector<uint16_t> permutation;
  if (traffic.pattern == HostPattern::permutation)
    permutation =
        random_derangement(hosts, config.run.seed, static_cast<uint32_t>(entry) + kPermutations);
  for (unsigned host = 0; host < hosts; ++host) {
    if (!traffic.sources.empty() && !contains(traffic.sources, host)) continue;
    if (traffic.pattern == HostPattern::incast) {
      if (!contains(traffic.targets, host))
        targets[host].list = {traffic.targets.begin(), traffic.targets.end()};
    } else if (!permutation.empty()) {
      targets[host].list = {permutation[host]};
    } else {
      targets[host].all_hosts = hosts;
    }
  }
  return targets;
}

std::unique_ptr<Service> RmaHosts::make(const ServiceContext& context) {
  if (context.config.rma_traffic.empty()) return nullptr;
  return std::make_unique<RmaHosts>(context.config, context.topology,
                                    context.services.get<RmaNetwork>());
}

void RmaHosts::set_start_load(PlatformConfig& config) {
  const double gbps = *config.run.start_load * config.ip.nic_gbps;
  for (RmaTrafficConfig& entry : config.rma_traffic) entry.gbps = gbps;
}

RmaHosts::RmaHosts(const PlatformConfig& config, const Topology& topology, RmaNetwork& rma)
    : map_(host_map(config.topology)) {
  network_.seed = config.run.seed;
  for (std::size_t number = 0; number < topology.hosts.size(); ++number) {
    const ChipInfo& chip = topology.chips[map_.chip_of(number)];
    network_.place_on_chip.push_back(static_cast<uint8_t>(map_.place_of(number)));
    network_.chip_address.push_back(gnet_address(chip.pod, chip.tin, 0));
  }
  network_.key = [this, &rma](uint16_t host, uint16_t target, uint32_t pid, RmaOp op) {
    const Seal& seal = rma.engine(map_.chip_of(host)).seal();
    const uint32_t region = RmaHostMap::data_region(map_.place_of(target));
    return seal.derive(region_key(network_.seed, target, region), network_.chip_address[host], pid,
                       static_cast<unsigned>(op), network_.chip_address[target]);
  };
  for (std::size_t i = 0; i < config.rma_traffic.size(); ++i)
    network_.plans.push_back(plan_of(config, i));
  stats_.plans.resize(network_.plans.size());
  register_regions(rma);
  hosts_.resize(topology.hosts.size());
  for (unsigned number = 0; number < hosts_.size(); ++number) {
    const unsigned chip = map_.chip_of(number), host = map_.place_of(number);
    if (!rma.has(chip)) continue;
    hosts_[number] = std::make_unique<RmaTrafficHost>(network_, static_cast<uint16_t>(number),
                                                      rma.pcie(chip, host), stats_);
  }
  for (std::size_t entry = 0; entry < config.rma_traffic.size(); ++entry) {
    std::vector<HostTargets> targets = rma_targets(config, topology, entry);
    sources_.push_back(0);
    for (std::size_t number = 0; number < hosts_.size(); ++number) {
      if (targets[number].empty()) continue;
      ++sources_.back();
      if (hosts_[number] == nullptr) continue;
      // It ignores completions of other hosts, which may belong to a user's own host model.
      rma.engine(map_.chip_of(number)).attach(map_.place_of(number), *hosts_[number]);
      hosts_[number]->add_source(static_cast<unsigned>(entry), std::move(targets[number]));
    }
  }
}

void RmaHosts::register_regions(RmaNetwork& rma) const {
  for (std::size_t number = 0; number < network_.chip_address.size(); ++number) {
    const unsigned host = map_.place_of(number);
    const uint32_t data = RmaHostMap::data_region(host), queue = RmaHostMap::queue_region(host);
    const auto key_of = [&](uint32_t region) {
      return region_key(network_.seed, static_cast<uint32_t>(number), region);
    };
    if (!rma.has(map_.chip_of(number))) continue;
    RmaEngine& engine = rma.engine(map_.chip_of(number));
    const auto owner = static_cast<uint8_t>(host);
    engine.register_region(data, {true, RmaHostMap::kDataBase, RmaHostMap::kDataBytes,
                                  kPermRead | kPermWrite | kPermAtomic, owner, key_of(data)});
    engine.register_region(queue, {true, RmaHostMap::kQueueBase, RmaHostMap::kQueueBytes,
                                   kPermWrite, owner, key_of(queue)});
    for (unsigned slot = 0; slot < CommandSlotState::kMaxSlots; ++slot) engine.set_pid(slot, slot);
  }
}

void RmaHosts::end_traffic(Cycle at) {
  for (RmaPlan& plan : network_.plans) plan.births.until = at;
}

void RmaHosts::change_rates(const PlatformConfig& config, Cycle now) {
  for (std::size_t i = 0; i < network_.plans.size(); ++i) {
    MessagePlan& births = network_.plans[i].births;
    const Cycle until = births.until;
    births = plan_of(config, i).births;
    births.from = now;
    births.until = until;
  }
}

void RmaHosts::measure(Cycle from, Cycle to, Cycle batch) {
  stats_.from = from;
  stats_.to = to;
  stats_.service.measure(from, to, batch);
}

RmaHostStats RmaHosts::stats_with_waiting() const {
  RmaHostStats stats = stats_;
  for (const auto& host : hosts_)
    if (host != nullptr) host->count_waiting(stats);
  return stats;
}

uint64_t RmaHosts::waiting_age(Cycle now, uint64_t& sources) {
  uint64_t age = 0;
  for (const auto& host : hosts_) {
    if (host == nullptr || !host->is_source()) continue;
    ++sources;
    age += now - host->take_oldest(now);
  }
  return age;
}

void RmaHosts::keep_ages(Cycle first, Cycle step) {
  for (const auto& host : hosts_) {
    if (host != nullptr && host->is_source()) host->keep_oldest(first, step);
  }
}

}  // namespace tinsim
