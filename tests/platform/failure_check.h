// SPDX-License-Identifier: Apache-2.0
// Runs through failures, and what must hold after each.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "platform/config/reader.h"
#include "platform/network/topology/port_selector.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/result.h"
#include "testbench/run_fresh.h"

namespace tinsim {

/// A network of these sections through these events, audited after every batch.
inline PlatformConfig failing(const std::string& sections, const std::string& events) {
  return parse_config(sections + "failures: {repair_tables_us: 2, events: [" + events +
                          "]}\n"
                          "run: {warmup_us: 1, measure_us: 14, audit: 1}\n",
                      "c.yaml")
      .config;
}

/// Cells lost on links that are not among those that failed.
inline uint64_t lost_elsewhere(const RunResult& r, const PlatformConfig& config) {
  const Topology topology = make_topology(config);
  uint64_t cells = 0;
  for (const LinkRow& row : r.links) {
    const std::string name = port_name(topology, {row.chip, row.port});
    const bool failed = std::any_of(r.failures.links.begin(), r.failures.links.end(),
                                    [&](const FailedLink& link) { return link.port == name; });
    LostCells::walk(row.lost, [&](const char*, uint64_t lost) { cells += failed ? 0 : lost; });
    cells += failed ? 0 : row.errors.cells_damaged;
  }
  return cells;
}

/// Words accepted from a time on, as a share of those offered.
inline double accepted_after(const RunResult& r, double us) {
  uint64_t accepted = 0, offered = 0, cycle = r.warmup_cycles;
  for (const Batch& batch : r.batches) {
    if (static_cast<double>(cycle) >= us * r.core_mhz) {
      accepted += batch.accepted_words;
      offered += batch.offered_words;
    }
    cycle += batch.cycles;
  }
  return static_cast<double>(accepted) / static_cast<double>(offered);
}

inline void expect_sound(const RunResult& r, const PlatformConfig& config,
                         const std::string& what) {
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight) << what;
  EXPECT_EQ(lost_elsewhere(r, config), 0u) << what;
  EXPECT_EQ(r.failures.counts.misrouted, 0u) << what;
  for (const FailureChange& change : r.failures.changes)
    EXPECT_EQ(change.reached_after, change.connected) << what;
}

inline RunResult run_soundly(const PlatformConfig& config, const std::string& what = "") {
  RunResult r = run_fresh(config);
  expect_sound(r, config, what);
  return r;
}

}  // namespace tinsim
