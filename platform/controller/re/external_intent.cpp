// SPDX-License-Identifier: Apache-2.0
// Flows and groups of a TiN for external routes.
#include "platform/controller/re/external_intent.h"

#include <algorithm>
#include <optional>
#include <set>

#include "platform/controller/clique/nib_tables.h"
#include "platform/controller/ibr/ibr_registers.h"

namespace tinsim::control {
namespace {

class Places {
 public:
  Places(const CliquePlan& plan, const Nib& nib, std::size_t tin)
      : entries_(plan.external_entries()), members_(plan.external_members()) {
    for (const NibTable table : {NibTable::kInstalledExternalFlows, NibTable::kExternalFlows}) {
      const auto flows = nib.read(block(table, tin));
      for (const auto& [place, flow] : *flows) {
        flows_.emplace(external_key(flow), place);
        used_flows_.insert(place);
      }
    }
    for (const NibTable table : {NibTable::kInstalledExternalGroups, NibTable::kExternalGroups}) {
      const auto groups = nib.read(block(table, tin));
      for (const auto& [base, members] : *groups) add_group(base, members);
    }
  }

  /// Nothing: all registers are used.
  std::optional<std::uint32_t> of_flow(const Bytes& flow) {
    const auto known = flows_.find(external_key(flow));
    if (known != flows_.end()) return known->second;
    std::uint32_t place = entries_.first;
    for (const std::uint32_t used : used_flows_) {
      if (used != place) break;
      ++place;
    }
    if (place >= entries_.end) return std::nullopt;
    used_flows_.insert(place);
    return place;
  }

  std::optional<std::uint32_t> of_group(const Bytes& members) {
    const auto known = groups_.find(members);
    if (known != groups_.end()) return known->second;
    std::uint32_t base = members_.first;
    for (const auto& [begin, end] : used_members_) {
      if (begin >= base + members.size() / 2) break;
      base = std::max(base, end);
    }
    if (base + members.size() / 2 > members_.end) return std::nullopt;
    add_group(base, members);
    return base;
  }

 private:
  void add_group(std::uint32_t base, const Bytes& members) {
    groups_.emplace(members, base);
    std::uint32_t& end = used_members_[base];
    end = std::max(end, base + static_cast<std::uint32_t>(members.size() / 2));
  }

  const CliquePlan::Span entries_, members_;
  std::map<Bytes, std::uint32_t> flows_, groups_;
  std::set<std::uint32_t> used_flows_;
  std::map<std::uint32_t, std::uint32_t> used_members_;  ///< first -> behind the last
};

}  // namespace

ExternalIntent external_intent(const CliquePlan& plan, const Nib& nib, std::size_t tin,
                               const EgressByPrefix& routes, const std::vector<bool>& usable) {
  ExternalIntent intent;
  if (plan.ip_kinds.empty()) return intent;
  Places places(plan, nib, tin);
  for (const auto& [prefix, egress] : routes) {
    Bytes members;
    for (const std::uint16_t to : egress)
      if (usable[to]) append16(members, plan.topology.address(to, plan.mac_endpoint));
    if (members.empty()) continue;
    const auto base = places.of_group(members);
    const auto place =
        base ? places.of_flow(external_flow(prefix, *base, members.size() / 2)) : std::nullopt;
    if (!place) {
      ++intent.left_out;
      continue;
    }
    intent.groups[*base] = members;
    intent.flows[*place] = external_flow(prefix, *base, members.size() / 2);
  }
  return intent;
}

}  // namespace tinsim::control
