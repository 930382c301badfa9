// SPDX-License-Identifier: Apache-2.0
// Changes of a network under a controller.
#include "platform/services/controller_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

control::Instance instance_of(ControllerInstance instance) {
  switch (instance) {
    case ControllerInstance::nib:
      return control::Instance::kNib;
    case ControllerInstance::re:
      return control::Instance::kRoutingEngine;
    case ControllerInstance::fm:
      return control::Instance::kFlowManager;
    default:
      return control::Instance::kFrontEnd;
  }
}

std::string text_of(const ControllerOperationConfig& operation) {
  return fmt::format("{} {}", word_of(operation.act),
                     operation.act == ControllerAct::kill ? std::string(word_of(operation.instance))
                                                          : operation.tins);
}

/// In ascending order.
std::vector<std::size_t> tins_of(const ControllerOperationConfig& operation,
                                 const Topology& topology) {
  const auto selected = select_chips(topology, operation.tins);
  std::vector<std::size_t> tins(selected.begin(), selected.end());
  std::sort(tins.begin(), tins.end());
  return tins;
}

/// Links that some change of the plan has down, by TiN.
std::vector<uint64_t> failing_links(const FailurePlan& plan, const Topology& topology) {
  const LiveNetwork whole(topology);
  std::vector<uint64_t> failing(topology.chips.size());
  for (const NetworkChange& change : plan.changes())
    for (unsigned tin = 0; tin < failing.size(); ++tin)
      failing[tin] |= whole.links(tin) & ~change.live.links(tin);
  return failing;
}

}  // namespace

std::vector<PlannedChange> planned_changes(const PlatformConfig& config, const FailurePlan& plan) {
  std::vector<PlannedChange> changes;
  for (std::size_t n = 0; n < plan.changes().size(); ++n)
    changes.push_back({plan.changes()[n].at, "links", nullptr, n});
  for (const ControllerOperationConfig& operation : config.controller.operations)
    changes.push_back(
        {cycles_of_us(operation.at_us, config.tin.core_mhz), text_of(operation), &operation, 0});
  std::stable_sort(changes.begin(), changes.end(),
                   [](const PlannedChange& a, const PlannedChange& b) { return a.at < b.at; });
  return changes;
}

std::vector<uint16_t> drained_at_end(const PlatformConfig& config, const Topology& topology) {
  std::vector<const ControllerOperationConfig*> order;
  for (const ControllerOperationConfig& operation : config.controller.operations)
    if (operation.act != ControllerAct::kill) order.push_back(&operation);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->at_us < b->at_us; });
  std::vector<uint16_t> units(topology.chips.size(), control::kNotDrained);
  for (const ControllerOperationConfig* operation : order) {
    const auto tins = tins_of(*operation, topology);
    for (const std::size_t tin : tins)
      units[tin] = operation->act == ControllerAct::drain ? static_cast<uint16_t>(tins.front())
                                                          : control::kNotDrained;
  }
  return units;
}

ControllerChanges::ControllerChanges(const PlatformConfig& config, const control::CliquePlan& plan)
    : config_(config),
      plan_(plan),
      failures_(config, plan.topology),
      changes_(planned_changes(config, failures_)),
      failing_(failing_links(failures_, plan.topology)),
      progress_(changes_.size()),
      hardware_(changes_.size()) {}

void ControllerChanges::begin(std::size_t number, control::InBandController& controller) {
  if (on_begin_) on_begin_(changes_[number].at, changes_[number].what);
  const ControllerOperationConfig* const operation = changes_[number].operation;
  if (operation == nullptr) return;
  if (operation->act == ControllerAct::kill)
    return controller.restart(instance_of(operation->instance));
  const auto tins = tins_of(*operation, plan_.topology);
  if (operation->act == ControllerAct::drain)
    controller.drain(tins);
  else
    controller.undrain(tins);
}

/// Tables are those of the links that the change left.
bool ControllerChanges::is_followed(const PlannedChange& change,
                                    const control::InBandController& controller) const {
  if (!controller.is_settled()) return false;
  if (change.operation != nullptr) return true;
  const LiveNetwork& live = failures_.changes()[change.network].live;
  const control::Nib& nib = controller.constellation().nib();
  for (unsigned tin = 0; tin < plan_.tins(); ++tin)
    if (((control::planned_links(nib, tin) ^ live.links(tin)) & failing_[tin]) != 0) return false;
  return true;
}

void ControllerChanges::poll(Cycle now, control::InBandController& controller) {
  if (next_ != 0 && progress_[next_ - 1].settled == 0 &&
      is_followed(changes_[next_ - 1], controller))
    progress_[next_ - 1].settled = now;
  for (; next_ < changes_.size() && changes_[next_].at <= now; ++next_) begin(next_, controller);
}

void ControllerChanges::end_batch(Cycle now, uint64_t dropped, Cycle last_down) {
  for (std::size_t n = 0; n < changes_.size() && changes_[n].at <= now; ++n) {
    Progress& of = progress_[n];
    if (!of.dropped_before) of.dropped_before = dropped_;
    if (of.settled != 0 && !of.dropped_settled) of.dropped_settled = dropped;
    const Cycle until = n + 1 < changes_.size() ? changes_[n + 1].at : kNoCycle;
    if (last_down >= changes_[n].at && last_down < until) hardware_[n] = last_down - changes_[n].at;
  }
  dropped_ = dropped;
}

void ControllerChanges::report(Cycle end, const std::vector<uint64_t>& hardware,
                               ControllerResult& result) const {
  const auto us = [this](uint64_t cycles) {
    return static_cast<double>(cycles) / config_.tin.core_mhz;
  };
  for (std::size_t n = 0; n < changes_.size() && changes_[n].at < end; ++n) {
    const Progress& of = progress_[n];
    const bool has_next = n + 1 < changes_.size() && changes_[n + 1].at < end;
    const uint64_t before = of.dropped_before.value_or(dropped_);
    const uint64_t last = has_next ? progress_[n + 1].dropped_before.value_or(dropped_) : dropped_;
    const uint64_t settled = of.dropped_settled.value_or(last);
    ControllerChange row;
    row.at_us = us(changes_[n].at);
    row.what = changes_[n].what;
    row.hardware_us = us(hardware[n]);
    row.is_followed = of.settled != 0;
    row.controller_us = of.settled != 0 ? us(of.settled - changes_[n].at) : 0;
    row.lost = settled - before;
    row.lost_after = last - settled;
    ++result.changes;
    result.changes_followed += row.is_followed;
    result.lost_after += row.lost_after;
    result.timeline.push_back(row);
  }
}

}  // namespace tinsim
