// SPDX-License-Identifier: Apache-2.0
// What the user writes: plain aggregates with defaults, one per YAML mapping, read by the strict
// reader in reader.h. Cross-field rules live in validate.h; what is built is a Topology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/cliquemap_config.h"
#include "platform/config/hosts_config.h"
#include "platform/config/ip_config.h"
#include "platform/config/network_config.h"
#include "platform/config/origins.h"
#include "platform/config/pcie_config.h"
#include "platform/config/rma_config.h"
#include "platform/config/trace_config.h"
#include "platform/config/traffic_config.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

struct RunConfig {
  std::string warmup_us = "auto";  ///< auto, or a number of microseconds
  double measure_us = 20;          ///< length of the measurement
  uint64_t seed = 1;
  unsigned audit = 0;                ///< full invariant audit every N batches; 0: at the end only
  std::optional<double> start_us;    ///< the run starts with so much time at start_load
  std::optional<double> start_load;  ///< load of every traffic entry in that time
  double max_warmup_us = 100;        ///< `auto` gives up here and flags the run
  double progress_timeout_us = 100;  ///< no delivery for so long with cells in flight: deadlock
  TIN_FIELDS(warmup_us, measure_us, seed, audit, start_us, start_load, max_warmup_us,
             progress_timeout_us)
};

struct PlatformConfig {
  TopologyConfig topology;
  TinConfig tin;
  LinkConfig link;
  FailuresConfig failures;
  RoutingConfig routing;
  IpConfig ip;
  HostConfig host;
  SwiftConfig swift;
  PcieConfig pcie;
  RmaConfig rma;
  std::vector<TrafficConfig> traffic;
  std::vector<IpTrafficConfig> ip_traffic;
  std::vector<RmaTrafficConfig> rma_traffic;
  CliqueMapConfig cliquemap;
  RunConfig run;
  TraceConfig trace;
  Origins origins;  ///< no field: where the others were written, for errors found after validate()
  TIN_FIELDS(topology, tin, link, failures, routing, ip, host, swift, pcie, rma, traffic,
             ip_traffic, rma_traffic, cliquemap, run, trace)

  /// Files besides the results, which need a folder.
  bool writes_traces() const { return trace.is_on() || !ip.capture.ports.empty(); }
};

}  // namespace tinsim
