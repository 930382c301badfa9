// SPDX-License-Identifier: Apache-2.0
// One TiN with a host on terminal port 0 and a GNet port 1, at which a bench puts its own model.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/pod.h"

namespace tinsim {

class SingleChip {
 public:
  static constexpr unsigned kTerminalPort = 0;
  static constexpr unsigned kGnetPort = 1;
  static constexpr unsigned kVcs = 4;
  static constexpr unsigned kFifoWords = 40;          ///< of each VC, here and behind the GNet port
  static constexpr uint16_t kHere = 0;                ///< address of the host
  static constexpr uint16_t kRemoteAddress = 1 << 6;  ///< one of many that lie beyond the GNet port

  /// Sends given cells, each at its birth, without regard to its credit; keeps all received ones.
  struct Host : Endpoints {
    struct Delivery {
      Cell cell;
      Cycle at = 0;  ///< of the last word
    };
    Due inject(Cycle now, Mailbox& mailbox) override {
      if (sent < to_send.size() && to_send[sent].birth == now) {
        mailbox.push_cell(kTerminalPort, now + timing::kInjectToRequest, to_send[sent++]);
      }
      return next();
    }
    Due credit(unsigned, Credit, Cycle) override { return next(); }
    Cycle deliver(unsigned, const Cell& cell, Cycle at) override {
      delivered.push_back({cell, at});
      return kNoCycle;
    }
    Due next() const { return {sent < to_send.size() ? to_send[sent].birth : kNoCycle, 0}; }

    std::vector<Cell> to_send;  ///< in the order of their births
    std::size_t sent = 0;
    std::vector<Delivery> delivered;
  };

  SingleChip(const Windows& windows, double cycle_ps)
      : table_(table()),
        tin_("tin", std::make_unique<CellSwitchCore>(
                        params(), RouteUnit(table_, {}, 1, 0, 1u << kTerminalPort), 256)),
        pod_("pod", windows, cycle_ps) {
    tin_.cell_switch().attach(&host);
    pod_.add(tin_);
  }

  SwitchEngine& cell_switch() { return tin_.cell_switch(); }

  Host host;

 private:
  static RouteTable table() {
    RouteTable table;
    RouteRows rows(1);
    Candidates only_link;
    only_link.fill(kGnetPort);
    for (size_t place = 0; place < rows.places(); ++place) rows.set_minimal(place, only_link);
    table.row_of = std::make_shared<const RowMap>();
    table.routes = std::make_shared<const RouteRows>(std::move(rows));
    table.terminal_port.fill(kNoRoute);
    table.terminal_port[0] = kTerminalPort;
    return table;
  }
  static SwitchParams params() {
    SwitchParams params;
    params.ports = 2;
    params.vcs = kVcs;
    params.terminal_ports = 1u << kTerminalPort;
    params.weights.fill(1);
    params.rx_depth.fill(kFifoWords);
    params.tx_limit.fill(kFifoWords);
    return params;
  }

  RouteTable table_;
  Tin tin_;
  Pod pod_;
};

}  // namespace tinsim
