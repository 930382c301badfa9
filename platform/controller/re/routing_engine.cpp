// SPDX-License-Identifier: Apache-2.0
// Routing Engine.
#include "platform/controller/re/routing_engine.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "platform/controller/re/drained_tables.h"
#include "platform/controller/re/flow_depths.h"
#include "platform/controller/re/tin_intent.h"
#include "platform/network/routing/deadlock.h"

namespace tinsim::control {
namespace {

/// TiNs to which the table of one leads, itself included.
std::vector<bool> reachable(const CliquePlan& plan, const std::vector<unsigned>& parts,
                            const std::vector<std::uint8_t>& flags, std::size_t tin,
                            const RouteTable& table) {
  std::vector<bool> found(plan.tins());
  for (std::size_t to = 0; to < found.size(); ++to) {
    const std::uint16_t address = plan.topology.address(static_cast<unsigned>(to));
    const std::size_t place = table.routes->place(kTerminalIn, 0, table.row(address));
    const bool leads = to == tin || table.routes->at(place).minimal[0] != kNoRoute;
    found[to] = leads && parts[to] == parts[tin] && (flags[to] & kTinUp) != 0;
  }
  return found;
}

/// Batches of the flows that differ from the installed ones.
Records sequences(const TinIntent& intent, const std::vector<std::uint8_t>& depths,
                  const Records& installed) {
  Records sequences;
  for (const auto& [number, group] : intent.flows) {
    const auto found = installed.find(number);
    if (found != installed.end() && found->second == group) continue;
    const unsigned batch = kFirstFlowBatch + depths[number];
    if (batch > kLastFlowBatch)
      throw InvariantError(fmt::format("a flow whose cells cross {} links", depths[number]));
    sequences[number] = {static_cast<std::uint8_t>(batch)};
  }
  return sequences;
}

}  // namespace

/// A link is up if both its ends and their TiNs are.
RoutingEngine::View RoutingEngine::reported() const {
  View view;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    view.flags.push_back(tin_flags(nib_, tin) & kTinUp);
    view.drained.push_back(is_drained(nib_, tin));
    const std::uint64_t links = plan_.ports[tin].links();
    view.links.push_back(view.flags[tin] == 0 ? 0 : links & reported_links(nib_, tin).value_or(0));
  }
  const std::vector<std::uint64_t> own = view.links;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    for (std::uint64_t left = own[tin]; left != 0; left &= left - 1) {
      const unsigned port = __builtin_ctzll(left);
      const PortInfo& link = plan_.topology.chips[tin].ports[port];
      if ((own[link.peer_chip] >> link.peer_port & 1) == 0)
        view.links[tin] &= ~(std::uint64_t{1} << port);
    }
  }
  return view;
}

bool RoutingEngine::is_planned(const View& view) const {
  if (control_record(nib_, kPlan) == 0 ||
      control_record(nib_, kPlannedReadBacks) != control_record(nib_, kReadBacks))
    return false;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    const auto flags = nib_.find(block(NibTable::kViews, tin), 1);
    const auto drained = nib_.find(block(NibTable::kViews, tin), 2);
    if (planned_links(nib_, tin) != view.links[tin] || !flags || flags->at(0) != view.flags[tin] ||
        !drained || drained->at(0) != view.drained[tin])
      return false;
  }
  return true;
}

LiveNetwork RoutingEngine::live(const View& view) const {
  LiveNetwork live(plan_.topology);
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    const auto number = static_cast<std::uint16_t>(tin);
    if (view.flags[tin] == 0) live.fail_chip(number);
    for (std::uint64_t down = plan_.ports[tin].links() & ~view.links[tin]; down != 0;
         down &= down - 1)
      live.fail_link({number, static_cast<std::uint8_t>(__builtin_ctzll(down))});
  }
  return live;
}

bool RoutingEngine::is_current() const {
  return control_record(nib_, kHold) == control_record(nib_, kPlan) && is_planned(reported());
}

void RoutingEngine::step(std::uint64_t now_us) {
  if (changes_.has_changes()) {
    changes_.take();
    is_due_ = true;
  }
  if (!is_due_ || now_us < last_us_) return;
  const std::uint64_t number = control_record(nib_, kPlan), hold = control_record(nib_, kHold);
  if (hold != number) {
    if (control_record(nib_, kHeld) != hold) {
      is_due_ = false;  // until the Flow Manager pauses
      return;
    }
    publish(reported(), hold);
    last_us_ = now_us + interval_us_;
  } else if (!is_planned(reported())) {
    nib_.commit({control_write(kHold, number + 1)});
  } else {
    is_due_ = false;
  }
}

std::vector<RouteTable> RoutingEngine::installed() const {
  std::vector<RouteTable> tables;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    tables.push_back(table_of(plan_, tin, *nib_.read(block(NibTable::kInstalledGroups, tin)),
                              *nib_.read(block(NibTable::kInstalledFlows, tin))));
  return tables;
}

void RoutingEngine::prove(const std::vector<RouteTable>& old,
                          const std::vector<RouteTable>& tables) {
  ++counts_.proofs;
  const DeadlockProof proof = prove_deadlock_free(plan_.topology, {&tables, &old}, {});
  if (proof.cycle.empty()) return;
  throw InvariantError(fmt::format("installed and new routes can deadlock: {} -> {}",
                                   fmt::join(proof.cycle, " -> "), proof.cycle.front()));
}

void RoutingEngine::publish(const View& view, std::uint64_t number) {
  const LiveNetwork network = live(view);
  std::vector<RouteTable> tables =
      make_drained_tables(plan_.topology, plan_.original, network, view.drained);
  for (std::size_t tin = 0; tin < tables.size(); ++tin)
    tables[tin].joined_pods = plan_.original[tin].joined_pods;  // no mode with flows reads them
  prove(installed(), tables);
  const auto depths = flow_depths(plan_.topology, tables);
  const std::vector<unsigned> parts = network.parts();
  std::vector<NibWrite> writes;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    GroupNumbers numbers(nib_, tin);
    const TinIntent intent = tin_intent(
        plan_, tin, tables[tin], reachable(plan_, parts, view.flags, tin, tables[tin]), numbers);
    const auto replace = [&](NibTable table, const Records& records) {
      replace_block(nib_, block(table, tin), records, writes);
    };
    replace(NibTable::kSetup, intent.setup);
    replace(NibTable::kGroups, intent.groups);
    replace(NibTable::kFlows, intent.flows);
    replace(NibTable::kIpGroups, intent.ip_groups);
    replace(NibTable::kIpFlows, intent.ip_flows);
    replace(NibTable::kSequences,
            sequences(intent, depths[tin], *nib_.read(block(NibTable::kInstalledFlows, tin))));
    replace(NibTable::kViews, {{0, bytes64(view.links[tin])},
                               {1, Bytes{view.flags[tin]}},
                               {2, Bytes{static_cast<std::uint8_t>(view.drained[tin])}}});
  }
  writes.push_back(control_write(kPlannedReadBacks, control_record(nib_, kReadBacks)));
  writes.push_back(control_write(kPlan, number));
  nib_.commit(writes);
  ++counts_.plans;
}

}  // namespace tinsim::control
