// SPDX-License-Identifier: Apache-2.0
// What CliqueMap's clients found: requests in the measurement, counts of the whole run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "tlm/host/service_series.h"

namespace tinsim {

struct CliqueResult {
  uint64_t clients = 0, backends = 0;  ///< hosts
  // The whole run: gets = hits + misses + failed + gets_open, and likewise SETs and ERASEs.
  uint64_t gets = 0, hits = 0, misses = 0, failed = 0, gets_open = 0;
  uint64_t sets = 0, sets_ended = 0, sets_refused = 0, sets_open = 0;
  uint64_t erases = 0, erases_ended = 0, erases_open = 0;
  uint64_t reads = 0, failed_reads = 0;      ///< of remote memory
  uint64_t retries = 0;                      ///< attempts after the first of a GET
  uint64_t no_quorum = 0;                    ///< attempts in which no two replicas agreed
  uint64_t disagreements = 0;                ///< buckets with another version than an earlier one
  std::map<std::string, uint64_t> bad_data;  ///< attempts whose data did not prove itself, by fault
  uint64_t wrong_values = 0, stale = 0, wrong_ends = 0;  ///< GETs that ended as they must not
  // The measurement.
  uint64_t gets_made = 0, sets_made = 0, erases_made = 0;
  uint64_t value_bytes = 0;                              ///< of hits and SETs
  std::vector<std::pair<std::string, Histogram>> times;  ///< cycles, by kind
  std::vector<ServiceBatch> service;                     ///< requests
};

}  // namespace tinsim
