// SPDX-License-Identifier: Apache-2.0
// Set-up and reading of the experiments: offered and accepted traffic in the units of theory.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {

/// One switch with a host on each port.
inline PlatformConfig one_switch(unsigned ports) {
  PlatformConfig config = of_kind("single", ports);
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = ports;
  return config;
}

/// The traffic classes 0 to count - 1, each with VCs of its own.
inline std::vector<unsigned> classes(unsigned count) {
  std::vector<unsigned> all;
  for (unsigned c = 0; c < count; ++c) all.push_back(c);
  return all;
}

/// Makes every chip offer `ports` port rates R in cells of 160 bytes. Returns the entry for
/// changes.
inline TrafficConfig& offer(PlatformConfig& config, const std::string& pattern, double ports,
                            unsigned class_count = 1) {
  TrafficConfig entry;
  entry.pattern = Word{pattern};
  entry.load = ports / make_topology(config).reference_ports;
  entry.class_ = classes(class_count);
  config.traffic = {entry};
  return config.traffic[0];
}

inline void set_times(PlatformConfig& config, double warmup_us, double measure_us) {
  config.run.warmup_us = warmup_us;
  config.run.measure_us = measure_us;
}

inline double per_chip_ports(const RunResult& result, uint64_t words) {
  return static_cast<double>(words) /
         (static_cast<double>(result.measure_cycles) * static_cast<double>(result.chips));
}
/// Delivered in the measurement, in port rates R per chip.
inline double accepted(const RunResult& result) {
  return per_chip_ports(result, result.accepted_words);
}
/// Born in the measurement, in port rates R per chip.
inline double offered(const RunResult& result) {
  return per_chip_ports(result, result.offered_words);
}

/// Leaves a measured number in the test's report (--gtest_output=json), for
/// docs/reference/validation.md.
inline void record(const std::string& name, double value) {
  testing::Test::RecordProperty(name, fmt::format("{:.4f}", value));
}

}  // namespace tinsim
