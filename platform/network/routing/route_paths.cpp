// SPDX-License-Identifier: Apache-2.0
// Chips from which the tables at the chips of a network lead to another one.
#include "platform/network/routing/route_paths.h"

#include "tlm/gnet/gnet_address.h"

namespace tinsim {
namespace {

/// Depth first over the states of a cell: chip, class of its input port, phase of its next VC.
class Walk {
 public:
  Walk(const Topology& topology, const std::vector<const RouteTable*>& held, std::size_t to)
      : topology_(topology),
        held_(held),
        to_(to),
        address_(gnet_address(topology.chips[to].pod, topology.chips[to].tin, 0)),
        known_(topology.chips.size() * kPortClasses * kVcPhases) {}

  bool leads(std::size_t chip, unsigned port_class, unsigned phase) {
    if (held_[chip] == nullptr || phase >= kVcPhases) return false;
    if (chip == to_) return true;
    Known& known = known_[(chip * kPortClasses + port_class) * kVcPhases + phase];
    if (known != Known::no_state) return known == Known::good;
    known = Known::visited;  // a route that returns here does not end
    known = every_candidate_leads(chip, port_class, phase) ? Known::good : Known::bad;
    return known == Known::good;
  }

 private:
  enum class Known : uint8_t { no_state, visited, good, bad };

  bool every_candidate_leads(std::size_t chip, unsigned port_class, unsigned phase) {
    const RouteTable& table = *held_[chip];
    bool has_any = false;
    for (const uint8_t port :
         table.routes->minimal(table.routes->place(port_class, phase, table.row(address_)))) {
      if (port == kNoRoute) continue;
      has_any = true;
      const PortInfo& link = topology_.chips[chip].ports[port];
      const RouteTable* const next = held_[link.peer_chip];
      if (next == nullptr || !leads(link.peer_chip, next->port_class[link.peer_port],
                                    next->phase_after(link.peer_port, phase)))
        return false;
    }
    return has_any;
  }

  const Topology& topology_;
  const std::vector<const RouteTable*>& held_;
  const std::size_t to_;
  const uint16_t address_;
  std::vector<Known> known_;
};

}  // namespace

std::vector<bool> chips_with_paths(const Topology& topology,
                                   const std::vector<const RouteTable*>& held, std::size_t to) {
  Walk walk(topology, held, to);
  std::vector<bool> leads(topology.chips.size());
  for (std::size_t chip = 0; chip < leads.size(); ++chip)
    leads[chip] = walk.leads(chip, kTerminalIn, 0);
  return leads;
}

}  // namespace tinsim
