// SPDX-License-Identifier: Apache-2.0
// Raw cells: from traffic to the sources of each chip, and from their counts to the result.
#include "platform/services/raw_cells.h"

#include <algorithm>
#include <utility>

#include "platform/config/chip_shape.h"
#include "platform/network/link_plan.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/delivery_logs.h"
#include "platform/statistics/result.h"

namespace tinsim {
namespace {

constexpr std::size_t kMaxPortHistograms = 1024;  ///< 2 KB each: not for a full Clique

}  // namespace

std::unique_ptr<Service> RawCells::make(const ServiceContext& context) {
  if (context.config.chip != ChipKind::tin) return nullptr;
  return std::make_unique<RawCells>(context);
}

void RawCells::set_start_load(PlatformConfig& config) {
  for (TrafficConfig& entry : config.traffic) entry.load = config.run.start_load;
}

RawCells::RawCells(const ServiceContext& context)
    : topology_(context.topology),
      memory_(context.memory),
      has_traffic_(!context.config.traffic.empty()),
      traffic_of_(context.topology.chips.size()),
      terminals_(context.topology.chips.size()) {
  params_.depth = context.config.tin.vc_fifo.terminal_words;
  params_.batch_cycles = context.batch_cycles;
  params_.initial_hop = context.initial_hop;
  params_.sink_delay = slower_router_cycles(context.config);
  params_.inject_to_request = chip_delays(context.config).inject_to_request();
  std::size_t ports = 0;
  for (const HostInfo& host : topology_.hosts) ports += host.ports;
  keeps_port_histograms_ = ports <= kMaxPortHistograms;
  for (PortTraffic& port : std::exchange(context.traffic, {})) {
    if (!context.is_own[port.chip]) continue;
    traffic_of_[port.chip].push_back(traffic_.size());
    traffic_.push_back(std::move(port));
  }
}

/// The sources are stored next to the switch, so that the state of a pod is one range of memory.
void RawCells::build(const ChipSite& site) {
  const ChipInfo& info = topology_.chips[site.chip];
  // Without raw cells no window reads it.
  auto* const memory = has_traffic_ ? memory_.dense() : memory_.resource();
  params_.chip = static_cast<unsigned>(site.chip);
  terminals_[site.chip] =
      std::allocate_shared<TerminalPorts>(std::pmr::polymorphic_allocator<TerminalPorts>(memory),
                                          params_, &site.logs.of_raw_cells(info.pod), memory);
  TerminalPorts& terminals = *terminals_[site.chip];
  SourceCount count;
  for (const std::size_t number : traffic_of_[site.chip]) {
    const std::vector<Generator>& generators = traffic_[number].generators;
    ++count.sources;
    count.generators += generators.size();
    for (const Generator& generator : generators) count.vcs |= generator.vcs();
  }
  terminals.reserve(count);
  terminals.set_address(topology_.address(static_cast<unsigned>(site.chip)),
                        topology_.endpoint_bits);
  if (keeps_port_histograms_) terminals.keep_port_histograms();
  for (const std::size_t number : traffic_of_[site.chip]) {
    PortTraffic& port = traffic_[number];
    terminals.add_source(port.port, port.generators);
    port.generators = {};
  }
  site.endpoints.add_raw_cells(terminals, has_traffic_);
}

void RawCells::change_rates(const PlatformConfig& config, Cycle now) {
  std::vector<PortTraffic> traffic = make_traffic(config, topology_);
  for (PortTraffic& port : traffic) {
    for (Generator& generator : port.generators) generator.delay_by(now);
  }
  auto first = traffic.begin();
  for (std::size_t chip = 0; chip < terminals_.size(); ++chip) {
    const auto last = std::find_if(first, traffic.end(),
                                   [&](const PortTraffic& port) { return port.chip != chip; });
    if (terminals_[chip] != nullptr) terminals_[chip]->replace_sources(first, last, now);
    first = last;
  }
  traffic_ = std::move(traffic);
}

uint64_t RawCells::waiting_age(Cycle now, uint64_t& sources) {
  uint64_t age = 0;
  for (const auto& terminals : terminals_) {
    if (terminals == nullptr) continue;
    age += terminals->waiting_age(now);
    sources += terminals->sources();
  }
  return age;
}

void RawCells::keep_ages(Cycle first, Cycle /*step*/) {
  for (const auto& terminals : terminals_) {
    if (terminals != nullptr) terminals->keep_ages(first);
  }
}

uint64_t RawCells::cells_injected() const {
  uint64_t cells = 0;
  for (const auto& terminals : terminals_) {
    if (terminals != nullptr) cells += terminals->injected();
  }
  return cells;
}

std::optional<unsigned> RawCells::source_credit(std::size_t chip, unsigned port,
                                                unsigned vc) const {
  if (!terminals_[chip]->has_source(port)) return std::nullopt;
  return terminals_[chip]->source_credit(port, vc);
}

void RawCells::collect(const RunFacts& facts, RunResult& result) const {
  for (std::size_t chip = 0; chip < terminals_.size(); ++chip) {
    if (terminals_[chip] == nullptr) continue;
    const TerminalPorts& terminals = *terminals_[chip];
    add_births(terminals, facts.now, result);
    result.failures.counts.misrouted += terminals.misrouted();
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      const PortHistogram* histogram = terminals.port_histogram(port);
      if (histogram == nullptr) continue;
      result.terminal_ports.push_back(
          {static_cast<uint16_t>(chip), static_cast<uint8_t>(port), *histogram});
    }
  }
}

/// The batches of the warm-up and those of the measurement follow each other.
void RawCells::add_births(const TerminalPorts& terminals, Cycle now, RunResult& result) const {
  const std::size_t first = result.warmup_batches.size();
  const std::vector<BornCount> births = terminals.births(now);
  for (std::size_t i = 0; i < births.size(); ++i) {
    Batch& batch = i < first ? result.warmup_batches[i] : result.batches[i - first];
    batch.offered_words += births[i].words;
  }
}

}  // namespace tinsim
