// SPDX-License-Identifier: Apache-2.0
// Flow state of a Clique's controller.
#include "platform/controller/flow_state/flow_state.h"

#include "platform/controller/re/routing_engine.h"

namespace tinsim::control {
namespace {

/// The controller's work on a Clique of which all links are up, without requests to TiNs.
void plan_all(const CliquePlan& plan, Nib& nib) {
  std::vector<NibWrite> writes;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    writes.push_back(tin_write(tin, kTinUp | kTinKnown));
    writes.push_back({block(NibTable::kLinks, tin), 0, bytes64(plan.ports[tin].links())});
  }
  nib.commit(writes);
  RoutingEngine engine(plan, nib);
  engine.step(0);
  nib.commit({control_write(kHeld, control_record(nib, kHold))});
  engine.step(0);
}

constexpr NibTable kIntent[] = {NibTable::kSetup, NibTable::kGroups, NibTable::kFlows,
                                NibTable::kIpGroups, NibTable::kIpFlows};

/// Records the intent as installed.
void install_all(const CliquePlan& plan, Nib& nib) {
  constexpr int kToInstalled =
      static_cast<int>(NibTable::kInstalledSetup) - static_cast<int>(NibTable::kSetup);
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    std::vector<NibWrite> writes;
    for (const NibTable table : kIntent) {
      const auto installed = static_cast<NibTable>(static_cast<int>(table) + kToInstalled);
      replace_block(nib, block(installed, tin), *nib.read(block(table, tin)), writes);
    }
    nib.commit(writes);
  }
}

unsigned count(std::uint64_t mask) { return static_cast<unsigned>(__builtin_popcountll(mask)); }

void count_gnet(const CliquePlan& plan, const Nib& nib, std::size_t tin, FlowState& state) {
  const PortClasses& ports = plan.ports[tin];
  const auto flows = nib.read(block(NibTable::kFlows, tin));
  const auto groups = nib.read(block(NibTable::kGroups, tin));
  state.gnet_flows += flows->size();
  state.gnet_groups += groups->size();
  for (const auto& [number, group] : *flows) {
    const unsigned in_class = flow_match(number).port_class;
    std::uint64_t outputs = 0;
    for (const Output output : groups->at(read16(group, 0))) {
      const std::uint8_t port = ports.port_of(output);
      if (port != kNoRoute && ports.may_turn(in_class, port)) outputs |= std::uint64_t{1} << port;
    }
    for (std::uint64_t left = ports.inputs(in_class); left != 0; left &= left - 1) {
      const std::uint64_t back = ports.back(__builtin_ctzll(left));
      state.gnet_expanded += (outputs & ~back) != 0;
      state.outputs += count(outputs & ~back);
      state.pruned += count(outputs & back);
    }
  }
}

void count_ip(const Nib& nib, std::size_t tin, FlowState& state) {
  const auto flows = nib.read(block(NibTable::kIpFlows, tin));
  state.ip_flows += flows->size();
  for (const auto& subnet : *flows)
    for (const std::uint8_t is_live : subnet.second) state.ip_expanded += is_live;
}

void add(const NibSizes& sizes, NibSizes& to) {
  to.records += sizes.records;
  to.raw_bytes += sizes.raw_bytes;
  to.compressed_bytes += sizes.compressed_bytes;
}

}  // namespace

FlowState flow_state(const CliquePlan& plan) {
  Nib nib;
  plan_all(plan, nib);
  install_all(plan, nib);
  FlowState state;
  state.tins = plan.tins();
  state.pods = plan.topology.pods;
  state.tins_per_pod = plan.topology.tins_per_pod;
  state.ports = plan.topology.ports_per_chip;
  state.addresses = plan.subnets() * plan.tins();
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    count_gnet(plan, nib, tin, state);
    count_ip(nib, tin, state);
  }
  for (const NibTable table : kIntent) add(nib.sizes(table), state.intent);
  state.all = nib.sizes();
  return state;
}

}  // namespace tinsim::control
