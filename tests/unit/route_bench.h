// SPDX-License-Identifier: Apache-2.0
// One chip of the Clique with its tables, for tests of what it does with cells.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "tests/platform/networks.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

class RouteBench {
 public:
  static constexpr unsigned kTerminal = 40, kFirstGlobal = 24;

  explicit RouteBench(const char* mode, PlatformConfig config = clique(), unsigned chip = 0)
      : network_(with_mode(std::move(config), mode)), chip_(chip) {
    reset();
  }

  /// A unit with empty queues.
  void reset() {
    uint64_t terminals = 0;
    for (unsigned port = 0; port < network_.topology.ports_per_chip; ++port)
      if (kind(port) == PortKind::kTerminal) terminals |= uint64_t{1} << port;
    unit_ = std::make_unique<RouteUnit>(network_.tables[chip_], params, 1, chip_, terminals);
  }

  static Cell cell_to(uint16_t dst, unsigned vc = 0, unsigned seq = 0, uint16_t src = 17) {
    Cell cell;
    cell.src = src;
    cell.dst = dst;
    cell.words = 20;
    cell.vc = static_cast<uint8_t>(vc);
    cell.cls = vc / 3;
    cell.seq = seq;
    return cell;
  }
  /// Ports that `cells` cells take which differ in their sequence number.
  std::map<unsigned, unsigned> ports(unsigned in_port, uint16_t dst, unsigned vc = 0,
                                     unsigned cells = 4000) const {
    std::map<unsigned, unsigned> times;
    for (unsigned seq = 0; seq < cells; ++seq)
      ++times[unit_->choose(in_port, cell_to(dst, vc, seq)).port];
    return times;
  }
  /// … that cells of different sources take.
  std::map<unsigned, unsigned> ports_of_flows(unsigned in_port, uint16_t dst, unsigned vc = 0,
                                              unsigned flows = 4000) const {
    std::map<unsigned, unsigned> times;
    for (unsigned src = 0; src < flows; ++src)
      ++times[unit_->choose(in_port, cell_to(dst, vc, 0, static_cast<uint16_t>(src))).port];
    return times;
  }

  PortKind kind(unsigned port) const { return network_.topology.chips[chip_].ports[port].kind; }
  const ChipInfo& behind(unsigned port) const {
    return network_.topology.chips[network_.topology.chips[chip_].ports[port].peer_chip];
  }
  const RouteTable& table() const { return network_.tables[chip_]; }
  RouteUnit& unit() { return *unit_; }
  /// A pod to which the chip has a global link, or none.
  unsigned pod_with_link(bool link) const {
    for (unsigned pod = 1; pod < network_.topology.pods; ++pod)
      if ((kind(table().minimal(kTerminal, 0, gnet_address(pod, 0, 0))[0]) == PortKind::kGlobal) ==
          link)
        return pod;
    ADD_FAILURE() << "no such pod";
    return 0;
  }

  RouteParams params;

 private:
  static PlatformConfig with_mode(PlatformConfig config, const char* mode) {
    config.routing.mode = Word{mode};
    return config;
  }
  Network network_;
  unsigned chip_;
  std::unique_ptr<RouteUnit> unit_;
};

}  // namespace tinsim
