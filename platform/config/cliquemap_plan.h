// SPDX-License-Identifier: Apache-2.0
// Where CliqueMap's clients, backends and keys are; arithmetic on the configuration.
#pragma once

#include <vector>

#include "tlm/host/rma/cliquemap_config.h"
#include "tlm/host/rma/cliquemap_layout.h"

namespace tinsim {

struct CliquePlan {
  CliqueShape shape;
  std::vector<uint16_t> clients, backends;  ///< hosts, ascending
  std::vector<uint32_t> keys;               ///< by backend
  uint32_t fullest_bucket = 0;              ///< keys
};

/// Hosts that are needed: those from 0 on.
unsigned clique_hosts(const CliqueMapConfig& config);
CliquePlan clique_plan(const CliqueMapConfig& config);

/// Memory of a host that is client and backend: completions, buffers for reads, index and data.
struct CliqueMemory {
  static constexpr uint64_t kQueueBase = 0, kDataBase = 1 << 20;
  static constexpr unsigned kBuffers = 128;  ///< reads of a client at a time
  static constexpr uint32_t kSpare = 4;      ///< slots for data besides those of all keys

  CliqueMemory(const CliquePlan& plan, uint32_t longest_value);

  uint32_t longest_data = 0;  ///< octets of a data entry
  uint32_t buffer_bytes = 0;
  uint64_t index_base = 0;
  uint32_t slots = 0;  ///< of the backend that has most
  uint64_t bytes = 0;  ///< all of it
};

}  // namespace tinsim
