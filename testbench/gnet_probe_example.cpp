// SPDX-License-Identifier: Apache-2.0
// Example: a user-defined model at a TiN's GNet port. It echoes every cell; a probe prints the
// link.
#include <iostream>

#include "testbench/single_chip.h"
#include "tlm/sockets/gnet_bridge.h"
#include "tlm/sockets/gnet_time.h"

using namespace tinsim;
using sc_core::sc_time;

constexpr double kCyclePs = 2500;
constexpr Cycle kLink = 20;    ///< cycles, each way
constexpr Cycle kThink = 100;  ///< of the echo, header to header

/// The user's model: frees a cell's buffer after `kThink` and sends the cell back.
struct Echo : sc_core::sc_module {
  explicit Echo(const sc_core::sc_module_name& name) : sc_module(name), tx("tx"), rx("rx") {
    rx.on_cell([this](const Cell& cell, sc_time delay) {
      const sc_time back = delay + time_of(kThink + kLink, kCyclePs);
      rx.give_credit(cell.vc, cell.words, back);
      Cell reply = cell;
      std::swap(reply.src, reply.dst);
      tx.send_cell(reply, back);  // one reply at a time: a busier model counts its credit
    });
  }
  GnetInitiatorSocket tx;
  GnetTargetSocket rx;
};

/// Observes the calls through a socket; neither model is changed.
struct Probe : GnetObserver {
  explicit Probe(const char* text) : name(text) {}
  void cell(const Cell& cell, sc_time delay) override {
    std::cout << sc_core::sc_time_stamp() + delay << ' ' << name << ": " << cell << '\n';
  }
  const char* name;
};

int sc_main(int, char**) {
  const Windows windows{kLink, kLink};
  SingleChip chip(windows, kCyclePs);
  GnetBridge port("port", chip.cell_switch(), SingleChip::kGnetPort, {kLink, windows, kCyclePs});
  Echo echo("echo");
  join_gnet_ports(port, echo);
  Probe out("out"), back("back");
  port.tx.attach(out);
  port.rx.attach(back);

  for (const Cycle birth : {0u, 50u, 75u}) {
    Cell cell;
    cell.src = SingleChip::kHere;
    cell.dst = SingleChip::kRemoteAddress;
    cell.words = 10;
    cell.hop = kInitialHop;
    cell.seq = cell.birth = birth;
    chip.host.to_send.push_back(cell);
  }
  sc_core::sc_start(time_of(1000, kCyclePs));
  for (const auto& [cell, at] : chip.host.delivered) {
    std::cout << "born in cycle " << cell.birth << ", back in " << at << '\n';
  }
  return chip.host.delivered.size() == 3 ? 0 : 1;
}
