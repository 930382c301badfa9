// SPDX-License-Identifier: Apache-2.0
// Part of route_unit.h: choices that are no part of most hops.

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// Adaptive routing where all candidates that count are down, and the other modes. Out of line:
/// choose() is part of every hop.
[[gnu::noinline]] inline Route RouteUnit::choose_general(unsigned in_port, unsigned phase,
                                                         uint8_t vc, const Cell& cell) const {
  if (table_.first_leg_phases != 0) return choose_over_chip(in_port, phase, vc, cell);
  if (has_via_pods(mode_)) return choose_by_way(in_port, phase, vc, cell);
  const RouteEntry& entry = entry_of(in_port, phase, cell.dst);
  const Detours* detours = has_detours_ ? &entry.detours : nullptr;
  const PortMask& permitted = permitted_[in_port];
  Choice choice = pick(entry.minimal, detours, permitted & up_, vc, cell);
  if (choice.port == kNoRoute) choice = pick(entry.minimal, detours, permitted, vc, cell);
  return {port_number(choice.port), vc};
}

inline Choice RouteUnit::pick(const Candidates& minimal, const Detours* detours,
                              const PortMask& ports, unsigned vc, const Cell& cell) const {
  if (!by_cost_ || is_ordered(cell)) {
    if (is_ordered(cell) && params_.ordered_minimal) detours = nullptr;
    const uint64_t flow =
        mix64(hash_seed_ ^ (uint64_t{cell.cls} << 32 | uint64_t{cell.dst} << 16 | cell.src));
    return choose_by_hash(minimal, detours, ports, hop_hash(flow, chip_));
  }
  const uint32_t* row = &queued_[vc * kCorePorts];
  return choose_by_cost(params_.rule, minimal, draws_detours_ ? detours : nullptr, ports,
                        HopDraws(random_bits(chip_, cell)),
                        [row](unsigned port) { return row[port]; });
}

/// The pod that Valiant's routing sends a cell to first: any but its own and its target, the same
/// at every chip. Precondition: there are three pods, and the cell leaves its own.
inline uint16_t RouteUnit::via_pod(const Cell& cell) const {
  const unsigned own = address_pod(cell.src), target = address_pod(cell.dst);
  const uint64_t random = random_bits(kViaChip, cell) >> 32;
  auto pod = static_cast<unsigned>(random * (table_.pods - 2) >> 32);
  for (const unsigned other : {std::min(own, target), std::max(own, target)}) pod += pod >= other;
  if (table_.joined_pods != nullptr) pod = next_joined(pod, own, target);
  return gnet_address(pod, 0, 0);
}

/// Whether live links join the own pod to another one, by the current table. A direct route has no
/// phase to spare for a third pod.
inline bool RouteUnit::is_joined(unsigned pod) const {
  const auto& joined = table_.joined_pods;
  return joined == nullptr || ((*joined)[table_.self >> 4] >> pod & 1);
}

/// The first pod from `pod` on, cyclically, that live links join to both others; `pod` if none.
inline unsigned RouteUnit::next_joined(unsigned pod, unsigned own, unsigned target) const {
  const std::vector<uint64_t>& joined = *table_.joined_pods;
  const uint64_t both = joined[own] & joined[target];
  const uint64_t later = both >> pod << pod;
  if (both == 0) return pod;
  return static_cast<unsigned>(__builtin_ctzll(later != 0 ? later : both));
}

inline Choice RouteUnit::draw_one(const Candidates& candidates, unsigned random) const {
  const unsigned position = random * kMinimalEntries >> 12;
  const uint8_t port = first_usable(candidates, position, up_);
  return {port != kNoRoute ? port : candidates[position], true};
}

/// Valiant and UGAL-L. A cell without a further choice continues minimally; one that chose its
/// minimal route at the source is a phase ahead, which distinguishes it from the others (Kim et al.
/// 2008).
inline Route RouteUnit::choose_by_way(unsigned in_port, unsigned phase, uint8_t vc,
                                      const Cell& cell) const {
  const HopDraws random(random_bits(chip_, cell));
  const Choice direct = draw_one(table_.minimal(in_port, phase, cell.dst), random(0));
  const bool leaves = address_pod(cell.dst) != table_.self >> 4;
  if (!leaves || phase != 0) return {port_number(direct.port), vc};
  const bool ugal = mode_ == RouteMode::ugal_l,
             source = at_port(table_.port_class, in_port) == kTerminalIn;
  const auto ahead = static_cast<uint8_t>(vc + 1);
  if (table_.pods < 3) return {port_number(direct.port), ugal ? ahead : vc};
  const Choice by_way = draw_one(table_.minimal(in_port, phase, via_pod(cell)), random(1));
  const bool joined = is_joined(address_pod(cell.dst));
  const bool way_is_dead = !is_usable(by_way.port, up_) && is_usable(direct.port, up_);
  if (joined && way_is_dead) return {port_number(direct.port), ugal ? ahead : vc};
  if (!ugal || !source || !joined) return {port_number(by_way.port), vc};
  return is_direct_cheaper(direct, ahead, by_way, vc) ? Route{port_number(direct.port), ahead}
                                                      : Route{port_number(by_way.port), vc};
}

/// UGAL-L_VCH: whole ports are compared, or where both routes begin at one port the two VCs there.
inline bool RouteUnit::is_direct_cheaper(const Choice& direct, unsigned ahead, const Choice& by_way,
                                         unsigned vc) const {
  const ChoiceRule& rule = params_.rule;
  const bool same_port = direct.port == by_way.port;
  const uint32_t* minimal_row = same_port ? &queued_[ahead * kCorePorts] : all_vcs_.data();
  const uint32_t* other_row = same_port ? &queued_[vc * kCorePorts] : all_vcs_.data();
  const uint32_t minimal = rule.minimal_cost(minimal_row[direct.port]);
  const uint32_t other = rule.nonminimal_cost(other_row[by_way.port]);
  const bool direct_up = is_usable(direct.port, up_), way_up = is_usable(by_way.port, up_);
  return direct_up == way_up ? minimal <= other : direct_up;
}

/// The row of the chip that a cell passes first: any with hosts but its source and its target, the
/// same at every chip. Precondition: there are three.
inline unsigned RouteUnit::via_row(const Cell& cell) const {
  const unsigned source = row_of_[cell.src >> endpoint_bits_];
  const unsigned target = row_of_[cell.dst >> endpoint_bits_];
  const uint64_t random = random_bits(kViaChip, cell) >> 32;
  auto row = static_cast<unsigned>(1 + (random * (table_.routes->rows - 3) >> 32));
  for (const unsigned other : {std::min(source, target), std::max(source, target)})
    row += row >= other;
  return row;
}

/// Valiant and UGAL-L in a network given as a graph: over a random chip. Both legs take routes of
/// the scheme, each with VC phases of its own; the second leg begins as at a terminal. A cell that
/// takes its minimal route has the phases of the second leg from its source on.
[[gnu::noinline]] inline Route RouteUnit::choose_over_chip(unsigned in_port, unsigned phase,
                                                           uint8_t vc, const Cell& cell) const {
  const HopDraws random(random_bits(chip_, cell));
  const unsigned second_leg = table_.first_leg_phases;
  const RouteRows& rows = *table_.routes;
  if (phase >= second_leg)
    return {port_number(draw_one(table_.minimal(in_port, phase, cell.dst), random(0)).port), vc};
  const auto ahead = static_cast<uint8_t>(vc + second_leg - phase);
  const Candidates& minimal =
      rows.minimal(rows.place(kTerminalIn, second_leg, table_.row(cell.dst)));
  const Choice direct = draw_one(minimal, random(0));
  const unsigned via = rows.rows >= kMinRowsForVia ? via_row(cell) : row_of_[table_.self];
  if (via == row_of_[table_.self]) return {port_number(direct.port), ahead};
  const size_t place = rows.place(at_port(table_.port_class, in_port), phase, via);
  const Choice by_way = draw_one(rows.minimal(place), random(1));
  const bool compares = mode_ == RouteMode::ugal_l && (terminals_ >> in_port & 1) != 0;
  return compares && is_direct_cheaper(direct, ahead, by_way, vc)
             ? Route{port_number(direct.port), ahead}
             : Route{port_number(by_way.port), vc};
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
