// SPDX-License-Identifier: Apache-2.0
// Sockets of the GNet link: the initiator sends cells and is given credit, the target the reverse.
#pragma once

#include <functional>
#include <tlm>
#include <utility>
#include <vector>

#include "tlm/sockets/gnet_if.h"

namespace tinsim {

constexpr unsigned kGnetBits = 64;  ///< one word per cycle

/// Plain ports of the protocol: for a module that only passes its child's socket on (hierarchical
/// binding), and for peers that implement the interfaces themselves.
using GnetInitiatorPort = tlm::tlm_base_initiator_socket<kGnetBits, GnetForwardIf, GnetBackwardIf>;
using GnetTargetPort = tlm::tlm_base_target_socket<kGnetBits, GnetForwardIf, GnetBackwardIf>;

/// Sees all that passes a socket, before the receiver does: for traces and checkers, attached from
/// outside. Arguments as in gnet_if.h.
class GnetObserver {
 public:
  virtual ~GnetObserver() = default;
  virtual void cell(const Cell&, sc_core::sc_time) {}
  virtual void credit(unsigned /*vc*/, unsigned /*words*/, sc_core::sc_time) {}
};

/// The observers of one socket; they must outlive the simulation.
class GnetObserved {
 public:
  void attach(GnetObserver& observer) { observers_.push_back(&observer); }

 protected:
  void show_cell(const Cell& cell, sc_core::sc_time delay) {
    for (GnetObserver* observer : observers_) observer->cell(cell, delay);
  }
  void show_credit(unsigned vc, unsigned words, sc_core::sc_time delay) {
    for (GnetObserver* observer : observers_) observer->credit(vc, words, delay);
  }

 private:
  std::vector<GnetObserver*> observers_;
};

/// For the side that sends cells. Bind to one target: initiator.bind(target).
class GnetInitiatorSocket : public GnetInitiatorPort, public GnetObserved {
 public:
  using CreditFn = std::function<void(unsigned vc, unsigned words, sc_core::sc_time delay)>;

  explicit GnetInitiatorSocket(const char* name) : GnetInitiatorPort(name) { bind(inlet_); }
  using GnetInitiatorPort::bind;

  /// Callback of the owner for credit; without it, credit is ignored.
  void on_credit(CreditFn fn) { on_credit_ = std::move(fn); }

  void send_cell(const Cell& cell, sc_core::sc_time delay) {
    show_cell(cell, delay);
    (*this)->send_cell(cell, delay);
  }

  const char* kind() const override { return "GnetInitiatorSocket"; }

 private:
  using GnetInitiatorPort::operator->;  // past the observers: not for the owner

  // Not a base: a socket that was itself an interface could not be bound to its parent's.
  struct Inlet : GnetBackwardIf {
    explicit Inlet(GnetInitiatorSocket& owner) : socket(owner) {}
    void give_credit(unsigned vc, unsigned words, sc_core::sc_time delay) override {
      socket.show_credit(vc, words, delay);
      if (socket.on_credit_) socket.on_credit_(vc, words, delay);
    }
    GnetInitiatorSocket& socket;
  };

  Inlet inlet_{*this};
  CreditFn on_credit_;
};

/// For the side that receives cells.
class GnetTargetSocket : public GnetTargetPort, public GnetObserved {
 public:
  using CellFn = std::function<void(const Cell& cell, sc_core::sc_time delay)>;

  explicit GnetTargetSocket(const char* name) : GnetTargetPort(name) { bind(inlet_); }
  using GnetTargetPort::bind;

  /// Callback of the owner for cells; without it, they are lost and their credit with them.
  void on_cell(CellFn fn) { on_cell_ = std::move(fn); }

  void give_credit(unsigned vc, unsigned words, sc_core::sc_time delay) {
    show_credit(vc, words, delay);
    (*this)->give_credit(vc, words, delay);
  }

  const char* kind() const override { return "GnetTargetSocket"; }

 private:
  using GnetTargetPort::operator->;  // past the observers: not for the owner

  struct Inlet : GnetForwardIf {
    explicit Inlet(GnetTargetSocket& owner) : socket(owner) {}
    void send_cell(const Cell& cell, sc_core::sc_time delay) override {
      socket.show_cell(cell, delay);
      if (socket.on_cell_) socket.on_cell_(cell, delay);
    }
    GnetTargetSocket& socket;
  };

  Inlet inlet_{*this};
  CellFn on_cell_;
};

/// Joins two ports, each a module with sockets `tx` and `rx`, in both directions.
template <class A, class B>
void join_gnet_ports(A& a, B& b) {
  a.tx.bind(b.rx);
  b.tx.bind(a.rx);
}

}  // namespace tinsim
