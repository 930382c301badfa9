// SPDX-License-Identifier: Apache-2.0
// The built network: pods and chips.
#include <fmt/format.h>

#include <utility>

#include "platform/build/impl.h"
#include "platform/build/platform.h"
#include "platform/build/slotted_switch.h"
#include "platform/config/chip_impl.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/switch_plan.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/cell_switch/variant_core.h"

namespace tinsim {

namespace {
constexpr std::size_t kPodsBeyondCache = 3;  // their state, 0.5 MB each, exceeds a core's own cache
/// Route tables of this many bytes exceed it, too: each pod reads its own part of them.
constexpr std::size_t kTablesBeyondCache = 4 << 20;
}  // namespace

/// The pods of this rank.
void Platform::add_pods() {
  const unsigned first = partition_.begin(ranks_.rank()), end = partition_.end(ranks_.rank());
  for (unsigned pod = first; pod < end; ++pod) {
    logs_.add_pod(pod);
    pods_[pod] = std::make_unique<Pod>(fmt::format("pod{}", pod).c_str(), windows_, cycle_ps_,
                                       &directory_, memory_.resource());
    if (end - first >= kPodsBeyondCache) pods_[pod]->fetch_ahead();
  }
}

std::vector<bool> Platform::own_mask() const {
  std::vector<bool> is_own;
  for (const ChipInfo& info : topology_.chips) is_own.push_back(pods_[info.pod] != nullptr);
  return is_own;
}

/// Each chip is stored next to its sources, so that the state of a pod is one range of memory.
void Platform::add_chips(const PlatformConfig& config, const std::vector<RouteTable>& tables) {
  if (config.chip != ChipKind::tin) return;  // a service has them
  if (table_bytes(tables) >= kTablesBeyondCache)
    for (auto& pod : pods_)
      if (pod != nullptr) pod->fetch_routes();
  for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
    const ChipInfo& info = topology_.chips[chip];
    if (pods_[info.pod] == nullptr) continue;
    own_chips_.push_back(chip);
    const char* const state = memory_.dense_end();
    tins_[chip] = std::make_unique<Tin>(fmt::format("tin{}_{}", info.pod, info.tin).c_str(),
                                        make_switch(config, chip, tables[chip]));
    endpoints_[chip] = std::make_unique<ChipEndpoints>();
    for (Service* service : services_)
      service->build({chip, *tins_[chip], *endpoints_[chip], logs_, observers_[chip]});
    if (SwitchObserver* observer = observers_[chip].observer())
      tins_[chip]->cell_switch().observe(observer);
    pods_[info.pod]->add(*tins_[chip], {state, memory_.dense_end()});
    directory_.mailboxes[chip] = &tins_[chip]->cell_switch().mailbox();
    directory_.set_units[chip] = tins_[chip]->set_unit();
  }
}

void Platform::join_chips(const PlatformConfig& config) {
  std::vector<bool> pins(topology_.chips.size());
  for (std::size_t chip = 0; chip < pins.size(); ++chip) pins[chip] = on_pins(config, chip);
  std::vector<Inbox*> inboxes;
  for (unsigned pod = 0; pod < topology_.pods; ++pod) inboxes.push_back(inbox_of(pod));
  links_.join(tins_, inboxes, pins, directory_);
  links_.join_mos(mos_, tins_, inboxes, directory_);
  for (auto& pod : pods_) {
    if (pod != nullptr) pod->sends_to(inboxes);
  }
}

std::shared_ptr<SwitchEngine> Platform::make_switch(const PlatformConfig& config, std::size_t chip,
                                                    const RouteTable& table) {
  SwitchParams params = switch_params(config, topology_, chip);
  params.reserved_queues = expected_queues(config, topology_.chips[chip], table);
  params.dense = memory_.dense();
  params.memory = memory_.resource();
  params.cells = &pods_[topology_.chips[chip].pod]->cells();
  if (needs_variant_core(config)) {
    params.dense = memory_.resource();  // more than is set aside for a chip, and prefetches
    return make_variant_core(params, table, route_params(config.routing),
                             static_cast<unsigned>(chip), ring_cycles_);
  }
  RouteUnit route(table, route_params(config.routing), config.run.seed, static_cast<unsigned>(chip),
                  params.terminal_ports, memory_.resource());
  if (on_pins(config, chip)) {
    if (are_on_pins(config.tin.blocks))
      return make_slotted_switch(config.tin.blocks, params, std::move(route), ring_cycles_);
    if (is_tin_switch(config))
      return make_linked_switch(config.tin.impl, params, std::move(route), ring_cycles_);
    return make_switch_on_pins(config.tin.impl, params, std::move(route), ring_cycles_);
  }
  return std::allocate_shared<CellSwitchCore>(
      std::pmr::polymorphic_allocator<CellSwitchCore>(memory_.dense()), params, std::move(route),
      ring_cycles_);
}

}  // namespace tinsim
