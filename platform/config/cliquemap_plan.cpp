// SPDX-License-Identifier: Apache-2.0
// Places of clients, backends and keys.
#include "platform/config/cliquemap_plan.h"

#include <algorithm>
#include <unordered_map>

#include "tlm/host/rma/cliquemap_backend.h"

namespace tinsim {
namespace {

constexpr uint64_t round_up(uint64_t bytes, uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Clients are spread evenly over the first hosts, the first of which is one.
bool is_client(const CliqueMapConfig& config, uint64_t host) {
  const uint64_t all = uint64_t{config.clients} + config.backends;
  const auto clients_below = [&](uint64_t end) { return (end * config.clients + all - 1) / all; };
  return clients_below(host + 1) > clients_below(host);
}

}  // namespace

unsigned clique_hosts(const CliqueMapConfig& config) {
  return config.placement == CliquePlacement::together ? std::max(config.clients, config.backends)
                                                       : config.clients + config.backends;
}

CliquePlan clique_plan(const CliqueMapConfig& config) {
  CliquePlan plan;
  plan.shape = {config.buckets, config.ways, config.replicas};
  const bool together = config.placement == CliquePlacement::together;
  for (unsigned host = 0; host < clique_hosts(config); ++host) {
    const auto number = static_cast<uint16_t>(host);
    if (together ? host < config.clients : is_client(config, host)) plan.clients.push_back(number);
    if (together ? host < config.backends : !is_client(config, host))
      plan.backends.push_back(number);
  }
  plan.keys.resize(config.backends);
  std::unordered_map<uint64_t, uint32_t> in_bucket;
  for (uint64_t key = 0; key < config.keys; ++key) {
    const uint64_t hash = clique_hash(key);
    for (unsigned replica = 0; replica < config.replicas; ++replica) {
      const uint32_t backend = clique_backend(hash, replica, config.backends);
      ++plan.keys[backend];
      const uint32_t keys = ++in_bucket[uint64_t{backend} << 32 | clique_bucket(plan.shape, hash)];
      plan.fullest_bucket = std::max(plan.fullest_bucket, keys);
    }
  }
  return plan;
}

CliqueMemory::CliqueMemory(const CliquePlan& plan, uint32_t longest_value) {
  longest_data = kCliqueDataHeader + longest_value;
  buffer_bytes = static_cast<uint32_t>(
      round_up(std::max(longest_data, plan.shape.bucket_bytes()), HostMemory::kPageBytes));
  index_base = kDataBase + uint64_t{kBuffers} * buffer_bytes;
  slots = *std::max_element(plan.keys.begin(), plan.keys.end()) + kSpare;
  CliqueBackendMap map;
  map.value_bytes = longest_value;
  map.slots = slots;
  bytes = index_base + map.bytes(plan.shape);
}

}  // namespace tinsim
