// SPDX-License-Identifier: Apache-2.0
// Memory, regions and programs of CliqueMap's hosts.
#include "platform/services/cliquemap_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "platform/config/located.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/region_key.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr unsigned kSlotsOfHost = 128;
constexpr uint64_t kMib = 1 << 20;

}  // namespace

std::unique_ptr<Service> CliqueMapHosts::make(const ServiceContext& context) {
  const EthernetClosConfig& clos = context.config.ethernet_clos;
  const bool elsewhere = clos.enabled && clos.alone && clos.lookups.enabled;
  if (!context.config.cliquemap.enabled || elsewhere) return nullptr;
  return std::make_unique<CliqueMapHosts>(context.config, context.topology,
                                          context.services.find<IpNetwork>(),
                                          context.services.find<RmaNetwork>(), context.ranks);
}

CliqueMapHosts::CliqueMapHosts(const PlatformConfig& config, const Topology& topology,
                               IpNetwork* ip, RmaNetwork* rma, Ranks& ranks)
    : config_(config),
      topology_(topology),
      plan_(clique_plan(config.cliquemap)),
      map_of_hosts_(host_map(config.topology)),
      workload_(clique_workload(config)),
      map_(plan_, workload_.values.sizes().longest()),
      clique_(clique_client_params(config, plan_, map_, map_of_hosts_)),
      ranks_(ranks) {
  host_stats_.measure(kNoCycle, kNoCycle);
  const bool by_rma = config.cliquemap.reads_by_rma();
  make_memories(ip, by_rma ? rma : nullptr);
  backends_ = clique_backends(plan_, map_, workload_, map_of_hosts_, memories_);
  if (config.cliquemap.sends_messages()) add_software(*ip);
  if (by_rma) {
    register_regions(*rma);
    for (uint16_t client : plan_.clients)
      if (has(client)) add_rma_client(client, *rma);
    return;
  }
  for (uint16_t client : plan_.clients) {
    if (!has(client)) continue;
    gets_.push_back(std::make_unique<CliqueGets>(workload_, client, clique_,
                                                 software_[client]->memory(), stats_));
    software_[client]->attach(*gets_.back());
  }
}

void CliqueMapHosts::make_memories(const IpNetwork* ip, RmaNetwork* rma) {
  if (rma != nullptr && map_.bytes > config_.pcie.memory_mib * kMib)
    fail_at(config_, "pcie.memory_mib",
            fmt::format("{} MiB do not hold index and data of a backend, {} bytes; expected at "
                        "least {}",
                        config_.pcie.memory_mib, map_.bytes, (map_.bytes + kMib - 1) / kMib));
  for (unsigned number = 0; number < clique_hosts(config_.cliquemap); ++number) {
    const bool own = rma != nullptr ? rma->has(chip_of(number)) : ip->has(chip_of(number));
    if (!own) {
      memories_.push_back(nullptr);
    } else if (rma != nullptr) {
      memories_.push_back(&rma->memory(chip_of(number), host_of(number)));
    } else {
      own_memories_.push_back(std::make_unique<HostMemory>(map_.bytes));
      memories_.push_back(own_memories_.back().get());
    }
  }
}

void CliqueMapHosts::register_regions(RmaNetwork& rma) const {
  const uint64_t index_bytes = map_.bytes - map_.index_base;
  for (unsigned number = 0; number < memories_.size(); ++number) {
    if (!has(number)) continue;
    RmaEngine& engine = rma.engine(chip_of(number));
    const unsigned host = host_of(number);
    const auto add = [&](uint32_t region, uint64_t base, uint64_t bytes, uint8_t permissions) {
      engine.register_region(region, {true, base, bytes, permissions, static_cast<uint8_t>(host),
                                      region_key(config_.run.seed, number, region)});
    };
    add(clique_data_region(host), CliqueMemory::kDataBase,
        map_.index_base - CliqueMemory::kDataBase, kPermWrite);
    add(clique_queue_region(host), CliqueMemory::kQueueBase, 2 * kSlotsOfHost * kCompletionBytes,
        kPermWrite);
    add(clique_index_region(host), map_.index_base, index_bytes, kPermRead);
    for (unsigned slot = 0; slot < CommandSlotState::kMaxSlots; ++slot) engine.set_pid(slot, slot);
  }
}

void CliqueMapHosts::add_rma_client(uint16_t number, RmaNetwork& rma) {
  const unsigned host = host_of(number);
  RmaEngine& engine = rma.engine(chip_of(number));
  const auto address = [this](unsigned of) {
    const ChipInfo& chip = topology_.chips[chip_of(of)];
    return gnet_address(chip.pod, chip.tin, 0);
  };
  RmaClientParams params;
  params.aimd.initial_local = config_.cliquemap.local_window;
  params.aimd.initial_remote = config_.cliquemap.remote_window;
  params.first_slot = kSlotsOfHost * host;
  params.data_region = clique_data_region(host);
  params.queue_region = clique_queue_region(host);
  params.queue_base = CliqueMemory::kQueueBase;
  params.queue_entries = 2 * kSlotsOfHost;
  params.core_mhz = config_.tin.core_mhz;
  params.address = address;
  params.key = [this, &engine, address, number](uint16_t remote, uint32_t, unsigned slot,
                                                RmaOp op) {
    const uint32_t region = clique_index_region(host_of(remote));
    return engine.seal().derive(region_key(config_.run.seed, remote, region), address(number), slot,
                                static_cast<unsigned>(op), address(remote));
  };
  const RmaStaging staging{CliqueMemory::kDataBase, 0, map_.buffer_bytes, CliqueMemory::kBuffers};
  rma_hosts_.push_back(std::make_unique<RmaSoftwareHost>(
      std::move(params), staging, config_.cliquemap.class_ == RmaLatencyClass::L ? 1 : 0,
      rma.pcie(chip_of(number), host), *memories_[number]));
  RmaSoftwareHost& client = *rma_hosts_.back();
  gets_.push_back(
      std::make_unique<CliqueGets>(workload_, number, clique_, client.remote(), stats_));
  client.attach(*gets_.back());
  engine.attach(host, client);
}

void CliqueMapHosts::measure(Cycle from, Cycle to, Cycle batch) {
  stats_.from = from;
  stats_.to = to;
  stats_.service.measure(from, to, batch);
}

uint64_t CliqueMapHosts::waiting_age(Cycle now, uint64_t& sources) {
  uint64_t age = 0;
  for (std::size_t i = 0; i < gets_.size(); ++i) {
    Cycle oldest = gets_[i]->client().oldest();
    if (!sets_.empty()) oldest = std::min(oldest, sets_[i]->oldest());
    age += now - std::min(now, oldest);
    ++sources;
  }
  return age;
}

}  // namespace tinsim
