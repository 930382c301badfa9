// SPDX-License-Identifier: Apache-2.0
// The list of flows that a configuration names.
#include "platform/services/flow_sources.h"

#include <numeric>

#include "platform/config/host_map.h"
#include "platform/config/located.h"
#include "tlm/host/flows/collectives.h"
#include "tlm/host/flows/flow_file.h"
#include "tlm/host/flows/flow_library.h"
#include "tlm/host/flows/flow_mix.h"

namespace tinsim {
namespace {

std::vector<uint16_t> ranks_of(const PlatformConfig& config) {
  const std::vector<unsigned>& listed = config.flows.hosts;
  if (!listed.empty()) return {listed.begin(), listed.end()};
  std::vector<uint16_t> all(host_map(config.topology).hosts());
  std::iota(all.begin(), all.end(), uint16_t{0});
  return all;
}

FlowMix mix_of(const PlatformConfig& config) {
  const FlowsConfig& flows = config.flows;
  FlowMix mix;
  mix.kind = flows.kind;
  mix.hosts = ranks_of(config);
  mix.sizes = read_named(config, "flows.size_cdf", [&] {
    return flows.size_cdf.empty() ? SizeCdf(flows.bytes) : SizeCdf::read(flows.size_cdf);
  });
  mix.with_requests = flows.transport != FlowTransport::rma_read;
  mix.count = flows.count;
  mix.gbps = flows.gbps;
  mix.fan_in = flows.fan_in;
  mix.outstanding = flows.outstanding;
  mix.request_bytes = flows.request_bytes;
  mix.read_share = flows.read_share;
  mix.seed = config.run.seed;
  return mix;
}

}  // namespace

std::unique_ptr<FlowSource> flow_source(const PlatformConfig& config) {
  const FlowsConfig& flows = config.flows;
  if (flows.is_mix()) return make_mix(mix_of(config));
  if (flows.is_generated()) return make_collective(flows.kind, ranks_of(config), flows.bytes);
  return read_named(config, "flows.file", [&]() -> std::unique_ptr<FlowSource> {
    if (flows.kind == FlowKind::file) return std::make_unique<FlowFile>(flows.file);
    return open_flow_library(flows.file, flows.options, host_map(config.topology).hosts(),
                             config.run.seed);
  });
}

FlowTotals checked_flows(const PlatformConfig& config) {
  const auto source = flow_source(config);
  const char* const key = config.flows.is_generated() ? "flows.kind" : "flows.file";
  return read_named(config, key, [&] {
    return check_flows(*source, host_map(config.topology).hosts(), config.flows.transport);
  });
}

}  // namespace tinsim
