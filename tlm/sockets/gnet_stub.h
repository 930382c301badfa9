// SPDX-License-Identifier: Apache-2.0
// Ends for unused links: a sink that takes every cell, a source that never sends.
#pragma once

#include <systemc>

#include "tlm/sockets/gnet_socket.h"

namespace tinsim {

/// Takes all cells and returns the credit of each.
class GnetSinkStub : public sc_core::sc_module {
 public:
  /// `credit_time`: from the header on the receive pins to the credit on the sender's flow-control
  /// pins; not shorter than the link, whose latency is part of it.
  GnetSinkStub(const sc_core::sc_module_name& name, sc_core::sc_time credit_time)
      : sc_module(name), rx("rx"), credit_time_(credit_time) {
    rx.on_cell([this](const Cell& cell, sc_core::sc_time delay) {
      ++cells_;
      rx.give_credit(cell.vc, cell.words, delay + credit_time_);
    });
  }

  GnetTargetSocket rx;

  uint64_t cells() const { return cells_; }

 private:
  sc_core::sc_time credit_time_;
  uint64_t cells_ = 0;
};

/// Never sends.
class GnetSourceStub : public sc_core::sc_module {
 public:
  explicit GnetSourceStub(const sc_core::sc_module_name& name) : sc_module(name), tx("tx") {}

  GnetInitiatorSocket tx;
};

/// Closes an unused port: join_gnet_ports(port, stub).
class GnetStub : public sc_core::sc_module {
 public:
  GnetStub(const sc_core::sc_module_name& name, sc_core::sc_time credit_time)
      : sc_module(name), tx("tx"), rx("rx"), source_("source"), sink_("sink", credit_time) {
    source_.tx.bind(tx);
    rx.bind(sink_.rx);
  }

  GnetInitiatorPort tx;
  GnetTargetPort rx;

  uint64_t cells() const { return sink_.cells(); }

 private:
  GnetSourceStub source_;
  GnetSinkStub sink_;
};

}  // namespace tinsim
