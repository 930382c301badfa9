// SPDX-License-Identifier: Apache-2.0
// Pairs of chips that are connected in a network with failures.
#include "platform/network/routing/reachability.h"

#include <algorithm>

#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/topology.h"
#include "rtl_models/parts/islip.h"

namespace tinsim {
namespace {

enum class Choices { kAll, kSome };

/// States that lead to one goal by all choices, or by some. A state is a chip, an input port, and
/// the VC phase in which the cell arrived.
template <Choices kChoices>
class Arrival {
 public:
  Arrival(const Topology& t, const std::vector<RouteTable>& tables, const LiveNetwork& live)
      : topology_(t),
        tables_(tables),
        live_(live),
        phases_(tables[0].vc_phases),
        known_for_(t.chips.size() * kMaxPorts * phases_),
        arrives_(known_for_.size()) {}

  bool arrives(unsigned chip, unsigned in_port, unsigned phase, unsigned goal) {
    if (chip == goal) return true;
    const std::size_t i = (std::size_t{chip} * kMaxPorts + in_port) * phases_ + phase;
    if (known_for_[i] == goal + 1) return arrives_[i];
    known_for_[i] = goal + 1;
    return arrives_[i] = choices_arrive(chip, in_port, phase, goal);
  }

 private:
  bool choices_arrive(unsigned chip, unsigned in_port, unsigned phase, unsigned goal) {
    const RouteTable& table = tables_[chip];
    const unsigned on = table.phase_after(in_port, phase);
    if (on >= phases_) return false;
    const ChipInfo& to = topology_.chips[goal];
    const std::size_t place = table.place(in_port, on, gnet_address(to.pod, to.tin, 0));
    uint64_t ports = 0;
    const auto add = [&ports](const auto& list) {
      for (unsigned port : list)
        if (port != kNoRoute) ports |= uint64_t{1} << (port & 63u);
    };
    add(table.routes->minimal(place));
    if (table.routes->has_detours) add(*table.routes->detours(place));
    ports &= table.permitted_outputs(in_port).first() & live_.links(chip);
    if (ports == 0) return false;
    for (; ports != 0; ports &= ports - 1) {
      const PortInfo& link = topology_.chips[chip].ports[__builtin_ctzll(ports)];
      const bool good = arrives(link.peer_chip, link.peer_port, on, goal);
      if (good == (kChoices == Choices::kSome)) return good;
    }
    return kChoices == Choices::kAll;
  }

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  const LiveNetwork& live_;
  unsigned phases_;
  std::vector<uint32_t> known_for_;  ///< last goal + 1
  std::vector<bool> arrives_;
};

/// A terminal port of a chip that has hosts.
unsigned first_terminal(const ChipInfo& chip) {
  for (unsigned port = 0; port < chip.ports.size(); ++port)
    if (chip.ports[port].kind == PortKind::kTerminal) return port;
  return 0;
}

}  // namespace

Reachability reachability(const Topology& t, const std::vector<RouteTable>& tables,
                          const LiveNetwork& live, const EscapeRoutes* escape) {
  const auto chips = static_cast<unsigned>(t.chips.size());
  const std::vector<unsigned> ends = chips_with_hosts(t);
  const std::vector<unsigned> part = live.parts();
  const bool by_tables = !has_via_pods(tables[0].mode);
  Arrival<Choices::kAll> always(t, tables, live);
  Arrival<Choices::kSome> sometimes(t, tables, live);
  uint64_t connected = 0, certain = 0, lucky = 0, escaped = 0;
  for (unsigned goal : ends) {
    if (!live.has_chip(goal)) continue;
    bool everywhere = escape != nullptr;  // an escape route from each chip that a cell may be in
    for (unsigned chip = 0; everywhere && chip < chips; ++chip)
      everywhere =
          part[chip] != part[goal] || escape->links(chip, 0, 0, goal) != EscapeRoutes::kUnreachable;
    for (unsigned chip : ends) {
      if (chip == goal || !live.has_chip(chip) || part[chip] != part[goal]) continue;
      ++connected;
      const unsigned port = first_terminal(t.chips[chip]);
      const bool sure = by_tables && always.arrives(chip, port, 0, goal);
      lucky += by_tables && (sure || sometimes.arrives(chip, port, 0, goal));
      certain += sure;
      escaped += sure || everywhere;
    }
  }
  Reachability result;
  result.pairs = uint64_t{ends.size()} * (ends.size() - 1);
  result.connected = connected;
  if (by_tables) result.by_tables = certain;
  if (by_tables) result.by_some_choice = lucky;
  if (escape != nullptr) result.with_escape = escaped;
  return result;
}

}  // namespace tinsim
