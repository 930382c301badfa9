// SPDX-License-Identifier: Apache-2.0
// Candidates of a pod's chips, from where their links lead.
#include "platform/network/routing/route_rows.h"

#include <algorithm>
#include <utility>

#include "platform/network/routing/spread.h"
#include "platform/network/topology/topology.h"
#include "rtl_models/parts/parity_sign.h"

namespace tinsim {
namespace {

bool turn_allowed(PortClass in, unsigned from, unsigned to) {
  const auto arrival = static_cast<LinkType>(in - kLocalOddMinus);
  return local_turn_allowed(arrival, local_link_type(from, to));
}

/// Cells start in phase 0, and have phase 1 or 2 behind a global link.
bool is_possible(PortClass in, unsigned phase) {
  if (in == kTerminalIn) return phase == 0;
  return in != kGlobalIn || phase > 0;
}

}  // namespace

Exits exits_of(const Topology& t, const ChipInfo& chip) {
  Exits exits{std::vector<Ports>(t.tins_per_pod), std::vector<Ports>(t.pods)};
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    const ChipInfo& peer = t.chips[info.peer_chip];
    if (info.kind == PortKind::kLocal) exits.to_tin[peer.tin].push_back(port);
    if (info.kind == PortKind::kGlobal)
      exits.to_distance[(peer.pod + t.pods - chip.pod) % t.pods].push_back(port);
  }
  return exits;
}

PodRoutes::PodRoutes(std::vector<Exits> exits, RouteFreedom freedom)
    : exits_(std::move(exits)),
      freedom_(freedom),
      tins_(exits_.size()),
      pods_(exits_.front().to_distance.size()) {}

RouteRows PodRoutes::rows_of(unsigned tin) const {
  RouteRows rows(tins_ + pods_, has_detours(freedom_.mode));
  for (unsigned in = 0; in < kPortClasses; ++in) {
    const auto cls = static_cast<PortClass>(in);
    for (unsigned phase = 0; phase < kVcPhases; ++phase) {
      const size_t first = rows.place(in, phase, 0);
      RouteEntry entry = rows.entries.front();
      for (unsigned to = 0; to < tins_; ++to) {
        entry.minimal = minimal_to_tin(tin, cls, phase, to);
        if (rows.has_detours) entry.detours = detours_to_tin(tin, cls, phase, to);
        rows.set(first + to, entry);
      }
      for (unsigned d = 0; d < pods_; ++d) {
        entry.minimal = minimal_to_pod(tin, cls, phase, d);
        if (rows.has_detours) entry.detours = detours_to_pod(tin, cls, phase, d);
        rows.set(first + tins_ + d, entry);
      }
    }
  }
  return rows;
}

Candidates PodRoutes::minimal_to_tin(unsigned from, PortClass in, unsigned phase,
                                     unsigned to) const {
  const Candidates none = spread<Candidates>({}, 0);
  if (from == to || !is_possible(in, phase)) return none;
  const bool arrived_by_lane = in >= kLocalOddMinus;
  if (arrived_by_lane && (!has_detours(freedom_.mode) || !turn_allowed(in, from, to))) return none;
  return spread<Candidates>(exits_[from].to_tin[to], 8 * in + from + to);
}

Candidates PodRoutes::minimal_to_pod(unsigned from, PortClass in, unsigned phase,
                                     unsigned distance) const {
  const Candidates none = spread<Candidates>({}, 0);
  const bool another_global = phase + 1 < kVcPhases;
  if (distance == 0 || !another_global || !is_possible(in, phase)) return none;
  const bool source = in == kTerminalIn, between = in == kGlobalIn;
  const bool beyond_minimal = has_detours(freedom_.mode) || has_via_pods(freedom_.mode);
  if (between && !beyond_minimal) return none;
  const Ports& own = exits_[from].to_distance[distance];
  if (between) return spread<Candidates>(lanes_to_owners(from, distance), 8 * from + distance);
  const bool by_others = source && freedom_.all_copies;
  if (!own.empty() && !by_others) return spread<Candidates>(own, 8 * in + from + distance);
  if (source)
    return spread<Candidates>(lanes_to_owners(from, distance),
                              8 * rank_among_users(from, distance) + distance);
  if (!has_detours(freedom_.mode)) return none;
  std::vector<unsigned> targets;
  for (unsigned owner : owners(distance))
    if (turn_allowed(in, from, owner)) targets.push_back(owner);
  return spread<Candidates>(lanes(from, targets, distance), 8 * in + from + distance);
}

Detours PodRoutes::detours_to_tin(unsigned from, PortClass in, unsigned phase, unsigned to) const {
  const bool source = in == kTerminalIn;
  const bool behind_global = in == kGlobalIn && freedom_.detours_in_every_pod;
  if (from == to || !is_possible(in, phase) || !(source || behind_global))
    return spread<Detours>({}, 0);
  std::vector<unsigned> via;
  for (unsigned tin = 0; tin < tins_; ++tin)
    if (tin != from && tin != to && local_detour_allowed(from, tin, to)) via.push_back(tin);
  return spread<Detours>(lanes(from, via, to), kDetourEntries * to + in);
}

Detours PodRoutes::detours_to_pod(unsigned from, PortClass in, unsigned phase,
                                  unsigned distance) const {
  const Detours none = spread<Detours>({}, 0);
  if (distance == 0 || !is_possible(in, phase)) return none;
  if (in == kTerminalIn) return source_detours(from, distance);
  if (in != kGlobalIn)
    return phase == 0 ? spread<Detours>(other_globals(from, distance), 8 * from + distance) : none;
  if (phase + 1 == kVcPhases || !freedom_.detours_in_every_pod) return none;
  std::vector<unsigned> via;
  for (unsigned tin = 0; tin < tins_; ++tin)
    if (tin != from && !owns(tin, distance) && reaches_owner(from, tin, distance))
      via.push_back(tin);
  return spread<Detours>(lanes(from, via, distance), kDetourEntries * distance);
}

/// Eight own global links to other pods and 16 lanes; 24 of one kind where there is none of the
/// other.
Detours PodRoutes::source_detours(unsigned from, unsigned distance) const {
  constexpr unsigned kGlobals = 8, kLanes = kDetourEntries - kGlobals;
  std::vector<unsigned> via;
  for (unsigned tin = 0; tin < tins_; ++tin) {
    const bool uses_other_copies = freedom_.all_copies || !owns(from, distance);
    const bool on_a_minimal_route = uses_other_copies && owns(tin, distance);
    if (tin != from && !on_a_minimal_route && can_continue(from, tin, distance)) via.push_back(tin);
  }
  const Ports globals = other_globals(from, distance);
  const Ports local = lanes(from, via, distance);
  if (local.empty()) return spread<Detours>(globals, kDetourEntries * distance);
  if (globals.empty()) return spread<Detours>(local, kDetourEntries * distance);
  Detours detours;
  for (unsigned i = 0; i < kGlobals; ++i)
    detours[i] = globals[(kGlobals * distance + i) % globals.size()];
  for (unsigned i = 0; i < kLanes; ++i)
    detours[kGlobals + i] = local[(kLanes * distance + i) % local.size()];
  return detours;
}

std::vector<unsigned> PodRoutes::owners(unsigned distance) const {
  std::vector<unsigned> all;
  for (unsigned tin = 0; tin < tins_; ++tin)
    if (owns(tin, distance)) all.push_back(tin);
  return all;
}

/// Whether a cell that arrived by the lane from -> via has a way to its goal, without returning.
bool PodRoutes::can_continue(unsigned from, unsigned via, unsigned distance) const {
  return owns(via, distance) || !other_globals(via, distance).empty() ||
         reaches_owner(from, via, distance);
}

bool PodRoutes::reaches_owner(unsigned from, unsigned via, unsigned distance) const {
  const std::vector<unsigned> all = owners(distance);
  return std::any_of(all.begin(), all.end(), [&](unsigned owner) {
    return owner != from && owner != via && local_detour_allowed(from, via, owner);
  });
}

Ports PodRoutes::other_globals(unsigned from, unsigned distance) const {
  Ports ports;
  for (unsigned d = 1; d < pods_; ++d) {
    const Ports& own = exits_[from].to_distance[d];
    if (d != distance) ports.insert(ports.end(), own.begin(), own.end());
  }
  return ports;
}

/// One item per TiN and lane. All TiNs precede the first repetition, and neighbours use different
/// lanes, so that any stretch is even over the TiNs first and the lanes second.
Ports PodRoutes::lanes(unsigned from, const std::vector<unsigned>& to, unsigned start) const {
  Ports items;
  if (to.empty()) return items;
  const size_t count = exits_[from].to_tin[to[0]].size();
  for (size_t k = 0; k < to.size() * count; ++k) {
    const size_t place = k % to.size();
    items.push_back(exits_[from].to_tin[to[place]][(k / to.size() + place + start) % count]);
  }
  return items;
}

/// Ways to every copy of the links to a pod, each copy equally often: lanes to the TiN that holds
/// it, or the own link.
Ports PodRoutes::lanes_to_owners(unsigned from, unsigned distance) const {
  std::vector<unsigned> owner_of_copy;
  for (unsigned tin = 0; tin < tins_; ++tin)
    owner_of_copy.insert(owner_of_copy.end(), exits_[tin].to_distance[distance].size(), tin);
  const Ports& own = exits_[from].to_distance[distance];
  Ports items;
  if (owner_of_copy.empty()) return items;
  const size_t copies = owner_of_copy.size();
  size_t count = 1;
  for (const Ports& lanes : exits_[from].to_tin) count = std::max(count, lanes.size());
  for (size_t k = 0; k < copies * count; ++k) {
    const size_t copy = k % copies;
    if (owner_of_copy[copy] == from) {
      items.push_back(own[copy % own.size()]);
    } else {
      const Ports& lanes = exits_[from].to_tin[owner_of_copy[copy]];
      items.push_back(lanes[(k / copies + copy + distance) % lanes.size()]);
    }
  }
  return items;
}

/// Number of `from` among the TiNs whose entries share the links to the pod: the TiNs without such
/// links, or all.
unsigned PodRoutes::rank_among_users(unsigned from, unsigned distance) const {
  if (freedom_.all_copies) return from;
  return static_cast<unsigned>(std::count_if(
      exits_.begin(), exits_.begin() + from,
      [distance](const Exits& exits) { return exits.to_distance[distance].empty(); }));
}

}  // namespace tinsim
