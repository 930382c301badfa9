// SPDX-License-Identifier: Apache-2.0
// The built network: pods, chips and sources of raw cells.
#include <fmt/format.h>

#include <utility>

#include "platform/build/impl.h"
#include "platform/build/platform.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/switch_plan.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {

namespace {
constexpr std::size_t kPodsBeyondCache = 3;  // their state, 0.5 MB each, exceeds a core's own cache
}  // namespace

/// The pods of this rank. Beside raw cells engines have logs of their own.
Platform::PodLogs Platform::add_pods(uint8_t initial_hop, bool engines_apart) {
  const auto add_log = [&] {
    auto log = std::make_unique<DeliveryLog>(batch_cycles_, initial_hop);
    return logs_.emplace_back(std::move(log)).get();
  };
  PodLogs logs{std::vector<DeliveryLog*>(topology_.pods),
               std::vector<DeliveryLog*>(topology_.pods)};
  for (unsigned pod = partition_.begin(ranks_.rank()); pod < partition_.end(ranks_.rank()); ++pod) {
    logs.raw[pod] = add_log();
    judged_logs_.push_back(logs.raw[pod]);
    logs.engines[pod] = engines_apart ? add_log() : logs.raw[pod];
    pods_[pod] = std::make_unique<Pod>(fmt::format("pod{}", pod).c_str(), windows_, cycle_ps_,
                                       &directory_, memory_.resource());
  }
  if (judged_logs_.size() >= kPodsBeyondCache) {
    for (auto& pod : pods_) {
      if (pod != nullptr) pod->fetch_ahead();
    }
  }
  return logs;
}

/// Their chips, each beside its sources, so that a pod's state is one range of memory.
void Platform::add_chips(const PlatformConfig& config, const std::vector<RouteTable>& tables,
                         const std::vector<PortTraffic>& traffic,
                         const std::vector<DeliveryLog*>& log_of_pod) {
  std::vector<SourceCount> sources(topology_.chips.size());
  for (const PortTraffic& port : traffic) {
    ++sources[port.chip].sources;
    sources[port.chip].generators += port.generators.size();
    for (const Generator& generator : port.generators) sources[port.chip].vcs |= generator.vcs();
  }
  for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
    const ChipInfo& info = topology_.chips[chip];
    if (pods_[info.pod] == nullptr) continue;
    own_chips_.push_back(chip);
    const char* const state = memory_.dense_end();
    tins_[chip] = std::make_unique<Tin>(fmt::format("tin{}_{}", info.pod, info.tin).c_str(),
                                        make_switch(config, chip, tables[chip]));
    const TerminalParams params{static_cast<unsigned>(chip), config.tin.vc_fifo.terminal_words,
                                batch_cycles_, tables[0].initial_hop, slower_router_cycles(config)};
    // Without raw cells nobody calls it.
    auto* const memory = config.traffic.empty() ? memory_.resource() : memory_.dense();
    terminals_[chip] =
        std::allocate_shared<TerminalPorts>(std::pmr::polymorphic_allocator<TerminalPorts>(memory),
                                            params, log_of_pod[info.pod], memory);
    terminals_[chip]->reserve(sources[chip]);
    terminals_[chip]->set_address(gnet_address(info.pod, info.tin, 0));
    pods_[info.pod]->add(*tins_[chip], {state, memory_.dense_end()});
    directory_.mailboxes[chip] = &tins_[chip]->cell_switch().mailbox();
  }
}

void Platform::join_chips(const PlatformConfig& config) {
  std::vector<bool> pins(topology_.chips.size());
  for (std::size_t chip = 0; chip < pins.size(); ++chip) pins[chip] = on_pins(config, chip);
  std::vector<Inbox*> inboxes;
  for (unsigned pod = 0; pod < topology_.pods; ++pod) inboxes.push_back(inbox_of(pod));
  links_.join(tins_, inboxes, pins, directory_);
  for (auto& pod : pods_) {
    if (pod != nullptr) pod->sends_to(inboxes);
  }
}

void Platform::add_sources(std::vector<PortTraffic> traffic) {
  for (PortTraffic& port : traffic) {
    if (!has(port.chip)) continue;
    terminals_[port.chip]->add_source(port.port, port.generators);
    port.generators = {};
    traffic_.push_back(std::move(port));
  }
}

std::shared_ptr<SwitchEngine> Platform::make_switch(const PlatformConfig& config, std::size_t chip,
                                                    const RouteTable& table) {
  SwitchParams params = switch_params(config, topology_.chips[chip]);
  params.queues_at_first = expected_queues(config, topology_.chips[chip], table);
  params.dense = memory_.dense();
  params.memory = memory_.resource();
  params.cells = &pods_[topology_.chips[chip].pod]->cells();
  RouteUnit route(table, route_params(config.routing), config.run.seed, static_cast<unsigned>(chip),
                  params.terminal_ports, memory_.resource());
  if (on_pins(config, chip)) {
    return make_switch_on_pins(config.tin.impl, params, std::move(route), ring_cycles_);
  }
  return std::allocate_shared<CellSwitchCore>(
      std::pmr::polymorphic_allocator<CellSwitchCore>(memory_.dense()), params, std::move(route),
      ring_cycles_);
}

}  // namespace tinsim
