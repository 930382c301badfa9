// SPDX-License-Identifier: Apache-2.0
// What 1RMA of a network did: operations in the measurement, counts of the whole run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "tlm/host/service_series.h"

namespace tinsim {

/// In the order of RmaOp.
inline constexpr std::array kRmaOpNames = {"read", "write", "faa", "cas", "rekey"};

/// Operations of one kind and class that ended in the measurement.
struct RmaOpResult {
  std::string op;                         ///< one of kRmaOpNames
  std::string class_;                     ///< H or L
  std::map<std::string, uint64_t> ended;  ///< by status
  uint64_t bytes = 0;                     ///< moved
  Histogram issue, remote, total;         ///< cycles in the engine, of those that ended well
};

/// One entry of rma_traffic in the measurement, as the hosts see it.
struct RmaPlanResult {
  uint64_t sources = 0;   ///< hosts
  double bound_gbps = 0;  ///< that each can have if all slow down alike; 0: unknown
  uint64_t bytes_made = 0, bytes_moved = 0;
  uint64_t failed = 0;   ///< operations
  Histogram completion;  ///< cycles from birth until the completion is in memory
};

/// What all open loops ask for together.
struct RmaDemand {
  double busiest_link = 0;  ///< load of the link that would be busiest, of its rate
  std::string kind;         ///< its kind: "local links" | "global links"
};

struct RmaResult {
  uint64_t hosts = 0;
  // The whole run.
  uint64_t commands = 0;
  uint64_t ended = 0;
  uint64_t slowest_cycles = 0;
  uint64_t requests = 0;
  uint64_t nacks = 0;
  uint64_t given_up = 0;  ///< server contexts
  uint64_t bad_macs = 0, replayed = 0, bad_stores = 0, lost_completions = 0;
  std::map<std::string, uint64_t> refused;  ///< by reason
  std::map<std::string, uint64_t> dropped;  ///< cells, by cause
  uint64_t window_peak = 0;                 ///< bytes
  uint64_t inbound_peak = 0;                ///< requests
  // The measurement.
  std::vector<RmaOpResult> ops;  ///< those that ended any, by op, then class
  std::vector<RmaPlanResult> entries;
  std::vector<ServiceBatch> service;  ///< bytes of entries
  std::optional<RmaDemand> demand;    ///< of entries with a rate
};

}  // namespace tinsim
