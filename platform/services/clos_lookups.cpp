// SPDX-License-Identifier: Apache-2.0
// CliqueMap's clients and backends on Ethernet switches: construction and results.
#include "platform/services/clos_lookups.h"

#include <algorithm>
#include <utility>

namespace tinsim {

PlatformConfig with_lookup_messages(PlatformConfig config) {
  if (!config.ethernet_clos.lookups.enabled) return config;
  IpTrafficConfig entry;
  entry.cos = config.ethernet_clos.lookups.cos;
  config.ip_traffic.push_back(entry);
  return config;
}

ClosLookups::ClosLookups(const PlatformConfig& config, const HostNetwork& network, HostStats& stats)
    : plan_(clique_plan(config.cliquemap)),
      workload_(clique_workload(config)),
      map_(plan_, workload_.values.sizes().longest()) {
  const HostMap places = host_map(config.topology);
  std::vector<HostMemory*> memories;
  for (unsigned number = 0; number < clique_hosts(config.cliquemap); ++number) {
    memories_.push_back(std::make_unique<HostMemory>(map_.bytes));
    memories.push_back(memories_.back().get());
  }
  backends_ = clique_backends(plan_, map_, workload_, places, memories);
  CliqueMapConfig section = config.cliquemap;
  section.process_us = config.ethernet_clos.lookups.process_us;
  section.jitter_us = config.ethernet_clos.lookups.jitter_us;
  section.message_ns = config.ethernet_clos.lookups.message_ns;
  SoftwareMemoryParams params(section, config.tin.core_mhz);
  params.seed = config.run.seed;
  const auto entry = static_cast<unsigned>(network.entries.size()) - 1;
  for (std::size_t number = 0; number < memories.size(); ++number) {
    params.number = static_cast<uint16_t>(number);
    hosts_.push_back(
        std::make_unique<SoftwareHost>(network, params, stats, board_, *memories[number], entry));
  }
  for (uint16_t backend : plan_.backends)
    hosts_[backend]->memory().add_region(clique_region(map_, places.place_of(backend)));
  const CliqueClientParams clique = clique_client_params(config, plan_, map_, places);
  for (uint16_t client : plan_.clients) {
    gets_.push_back(
        std::make_unique<CliqueGets>(workload_, client, clique, hosts_[client]->memory(), stats_));
    hosts_[client]->attach(*gets_.back());
  }
}

void ClosLookups::measure(Cycle from, Cycle to, Cycle batch) {
  stats_.from = from;
  stats_.to = to;
  stats_.service.measure(from, to, batch);
}

uint64_t ClosLookups::waiting_age(Cycle now, uint64_t& sources) const {
  uint64_t age = 0;
  for (const auto& gets : gets_) age += now - std::min(now, gets->client().oldest());
  sources += gets_.size();
  return age;
}

ClosLookupResult ClosLookups::result() const {
  ClosLookupResult result;
  for (const auto& gets : gets_) {
    merge_fields<CliqueGetCounts>(result, gets->client().counters());
    result.gets_open += gets->client().outstanding();
  }
  result.made = stats_.gets_made;
  result.wrong = stats_.wrong_values + stats_.stale + stats_.wrong_ends;
  result.hit = stats_.hit;
  return result;
}

}  // namespace tinsim
