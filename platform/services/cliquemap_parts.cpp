// SPDX-License-Identifier: Apache-2.0
// Parts of CliqueMap that do not depend on the network which its hosts use.
#include "platform/services/cliquemap_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "platform/config/located.h"
#include "tlm/host/message_source.h"

namespace tinsim {
namespace {

constexpr uint32_t kLongestValue = 65536;

}  // namespace

CliqueWorkload clique_workload(const PlatformConfig& config) {
  const CliqueMapConfig& clique = config.cliquemap;
  const std::string& file = clique.value_cdf;
  SizeCdf sizes = read_named(config, "cliquemap.value_cdf", [&] {
    return file.empty() ? SizeCdf(clique.value_bytes) : SizeCdf::read(file);
  });
  if (sizes.longest() > kLongestValue)
    fail_at(config, "cliquemap.value_cdf",
            fmt::format("{}: values of {} bytes; expected at most {}", file, sizes.longest(),
                        kLongestValue));
  // Operations as if of one byte each: their gap depends on their number only.
  const double gbps = clique.gbps ? *clique.gbps / sizes.mean() : *clique.ops_per_s * 8 / 1e9;
  const auto gap = [&](double share) {
    constexpr double kRounding = 1e-12;  // of what the other shares leave
    return share > kRounding ? mean_message_gap(gbps * share, 1, config.tin.core_mhz) : 0;
  };
  CliqueWorkload workload;
  workload.seed = config.run.seed;
  workload.keys = clique.keys;
  workload.popularity = Zipf(clique.keys, clique.key_skew);
  workload.miss_share = static_cast<uint64_t>(std::ldexp(clique.miss_share, 32));
  workload.get_gap = gap(1 - clique.set_share - clique.erase_share);
  workload.set_gap = gap(clique.set_share);
  workload.erase_gap = gap(clique.erase_share);
  workload.values = CliqueValues(config.run.seed, std::move(sizes));
  return workload;
}

CliqueClientParams clique_client_params(const PlatformConfig& config, const CliquePlan& plan,
                                        const CliqueMemory& map, const HostMap& hosts) {
  CliqueClientParams clique;
  clique.shape = plan.shape;
  clique.backends = plan.backends;
  for (uint16_t backend : plan.backends)
    clique.regions.push_back(clique_index_region(hosts.place_of(backend)));
  clique.attempts = config.cliquemap.attempts;
  clique.longest_data = map.longest_data;
  return clique;
}

std::vector<std::unique_ptr<CliqueBackend>> clique_backends(
    const CliquePlan& plan, const CliqueMemory& map, const CliqueWorkload& workload,
    const HostMap& hosts, const std::vector<HostMemory*>& memories) {
  std::vector<std::unique_ptr<CliqueBackend>> backends;
  CliqueBackendMap place;
  place.base = map.index_base;
  place.value_bytes = workload.values.sizes().longest();
  place.slots = map.slots;
  for (uint16_t backend : plan.backends) {
    place.region = clique_index_region(hosts.place_of(backend));
    HostMemory* const memory = memories[backend];
    backends.push_back(
        memory == nullptr ? nullptr : std::make_unique<CliqueBackend>(plan.shape, place, *memory));
  }
  for (uint64_t key = 0; key < workload.keys; ++key) {
    const std::vector<uint8_t> value = workload.values.of(key, CliqueHistory::kFirst);
    for (unsigned replica = 0; replica < plan.shape.replicas; ++replica) {
      const uint32_t backend =
          clique_backend(clique_hash(key), replica, static_cast<uint32_t>(backends.size()));
      if (backends[backend] == nullptr) continue;
      backends[backend]->set(key, CliqueHistory::kFirst,
                             {value.data(), static_cast<uint32_t>(value.size())});
    }
  }
  return backends;
}

SoftwareRegion clique_region(const CliqueMemory& map, unsigned place) {
  return {clique_index_region(place), map.index_base, map.bytes - map.index_base};
}

}  // namespace tinsim
