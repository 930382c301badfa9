// SPDX-License-Identifier: Apache-2.0
// A network from a configuration for a user's own sc_main.
#include "platform/open/open_network.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/usage_error.h"
#include "platform/config/cliquemap_plan.h"
#include "platform/run/audit.h"
#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"
#include "platform/services/time_sync_network.h"
#include "platform/validate/load.h"
#include "tlm/sockets/gnet_time.h"

namespace tinsim {

OpenNetwork::OpenNetwork(const std::filesystem::path& config,
                         const std::vector<std::string>& overrides, Cycle window)
    : state_(network_of(load_config(config, overrides), config.string())),
      hosts_(host_map(state_.config.topology)) {
  if (!state_.config.rma.enabled) {
    throw ConfigError(fmt::format("{}: rma.enabled: is false, so hosts have no PCIe; expected true",
                                  config.string()));
  }
  if (window == 0) throw UsageError("windows of 0 cycles; expected at least 1");
  add_platform(state_, alone());
  platform().limit_windows(window);
}

void OpenNetwork::require(unsigned host) const {
  const std::size_t hosts = state_.topology.hosts.size();
  if (host >= hosts)
    throw UsageError(fmt::format("host {} of {}; expected at most {}", host, hosts, hosts - 1));
}

RmaNetwork& OpenNetwork::rma() { return platform().services().get<RmaNetwork>(); }

OpenHost& OpenNetwork::open(unsigned host) {
  require(host);
  const auto* traffic = platform().services().find<RmaHosts>();
  if (traffic != nullptr && traffic->host(host).is_source())
    throw UsageError(fmt::format("host {} is a source of rma_traffic; expected another", host));
  if (state_.config.flows.by_rma())
    throw UsageError(
        fmt::format("host {} moves flows by 1RMA; expected flows over ip, or none", host));
  const CliqueMapConfig& lookups = state_.config.cliquemap;
  if (lookups.enabled && host < clique_hosts(lookups))
    throw UsageError(fmt::format("host {} is one of cliquemap's; expected {} or more", host,
                                 clique_hosts(lookups)));
  std::unique_ptr<OpenHost>& open = open_[host];
  if (open == nullptr) {
    if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
      throw UsageError(
          fmt::format("host {} is opened while the simulation runs; expected before "
                      "the first run()",
                      host));
    open = std::make_unique<OpenHost>(fmt::format("host{}", host).c_str(), platform(),
                                      chip_of(host), number_of(host));
  }
  return *open;
}

HostMemory& OpenNetwork::memory(unsigned host) {
  require(host);
  return rma().memory(chip_of(host), number_of(host));
}

void OpenNetwork::add_region(unsigned host, uint32_t number, uint64_t base, uint64_t bytes,
                             uint8_t permissions, const RegionKey& key) {
  require(host);
  RmaEngine& engine = rma().engine(chip_of(host));
  const unsigned regions = engine.params().regions;
  if (number >= regions)
    throw UsageError(fmt::format("region {}; expected at most {}", number, regions - 1));
  if (base > ~uint64_t{0} - bytes)
    throw UsageError(fmt::format("region {}: {} bytes from {:#x}; expected an end below 2^64",
                                 number, bytes, base));
  if (key == RegionKey{})
    throw UsageError(fmt::format("region {}: a key of zeros; expected another", number));
  engine.register_region(
      number, {true, base, bytes, permissions, static_cast<uint8_t>(number_of(host)), key});
}

uint16_t OpenNetwork::address(unsigned host) const {
  require(host);
  const ChipInfo& chip = state_.topology.chips[chip_of(host)];
  return gnet_address(chip.pod, chip.tin, 0);
}

PtpClock OpenNetwork::clock(unsigned host) {
  require(host);
  auto* const clocks = platform().services().find<TimeSyncNetwork>();
  if (clocks == nullptr)
    throw UsageError("the network has no hardware clocks; expected timesync.enabled: true");
  return {clocks->unit(chip_of(host)), state_.config.tin.core_mhz};
}

std::vector<VerdictReason> OpenNetwork::verdict() {
  RunResult result;
  result.verdict = {true, false, {}};
  result.cells.injected = platform().injected();
  result.cells.delivered = platform().delivered();
  if (const uint64_t dropped = platform().dropped()) {
    result.cells.dropped_by_cause = {{"dropped", dropped}};
  }
  const RunFacts facts = facts_of(state_);
  result.batches.resize(facts.now / state_.batch + 1);
  platform().services().declare_sections(result.sections);
  for (const Service* service : platform().services()) service->collect(facts, result);
  return verdict_reasons(result);
}

void OpenNetwork::run(const sc_core::sc_time& length) {
  const double cycle_ps = platform().cycle_ps();
  platform().run_to(cycle_of(sc_core::sc_time_stamp() + length, cycle_ps));
  audit(platform(), state_.topology);
}

}  // namespace tinsim
