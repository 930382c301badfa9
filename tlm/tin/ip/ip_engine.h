// SPDX-License-Identifier: Apache-2.0
// The IP path of one chip, behind its IP terminal ports.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ip/cell_ports.h"
#include "tlm/tin/ip/edited_ip_routes.h"
#include "tlm/tin/ip/egress.h"
#include "tlm/tin/ip/ingress.h"
#include "tlm/tin/lookahead_queue.h"

namespace tinsim {

/// Delivery statistics: receives each cell with the cycle of its last word.
class CellSink {
 public:
  virtual ~CellSink() = default;
  virtual void arrived(unsigned chip, unsigned port, const Cell& cell, Cycle at) = 0;
};

/// Order of events, delays and rules: docs/reference/ip_over_gnet.md.
class IpEngine final : public Endpoints {
 public:
  /// All but `params` outlive the engine.
  IpEngine(const IpParams& params, const IpRoutes& routes, PacketDirectory& directory,
           IpClasses& classes, CellSink& sink);
  IpEngine(const IpEngine&) = delete;
  IpEngine& operator=(const IpEngine&) = delete;

  /// The host behind egress port `eport`, 0 NIC0, 1 NIC1, 2 MAC, 3 CPU; it sends by the same port.
  void attach(unsigned eport, Host& host);
  /// The attached host; null: none.
  Host* host(unsigned eport) const { return egress_.host(eport); }

  // For a host with events of its own, in a cycle whose events are not all processed; the engine is
  // called in that cycle.

  /// Host::next() of the host behind `eport` has become earlier.
  void wake(Cycle now, unsigned eport) { events_.push(now, IpEvent::kWire, interface_of(eport)); }
  /// `is_stopped`: no packet begins to depart to that host from cycle `now` on.
  void stop(Cycle now, unsigned eport, bool is_stopped) { egress_.stop(now, eport, is_stopped); }

  /// Null: none. `decider` outlives the engine or is replaced by another.
  void decide_by(IpDecider* decider) {
    decider_ = decider;
    ingress_.decide_by(decider);
    egress_.decide_by(decider);
  }

  /// The cells of the packets that `tracer` chooses have the trace bit, and so have the answers to
  /// RTSs that have it. `tracer` outlives the engine.
  void trace_packets(PacketTracer& tracer) {
    ingress_.trace_packets(&tracer);
    egress_.trace_answers();
  }

  /// A register is written: its values count from the beginning of cycle `at` on. Changes come in
  /// order of their cycles, and no event of cycle `at` has been processed. Precondition: the values
  /// are valid, and those of a table are of one with registers.
  void edit(Cycle at, const IpEdit& edit);
  /// The table in use.
  const IpRoutes& routes() const { return ingress_.routes(); }

  /// LookaheadQueue::isolate_until().
  void run_ahead(Cycle last) { events_.isolate_until(last); }

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due inject_ahead(Cycle now, Cycle until, ReturningCredits& credits, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override;
  void take_credits(ReturningCredits& credits, Cycle upto) override;
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;
  void prefetch() const override;

  const IpParams& params() const { return params_; }
  const IpCounters& counters() const { return counters_; }
  const EgressPortStats& port_stats(unsigned eport) const { return egress_.stats(eport); }
  /// Statistics of ports start again; counters are those of the whole run.
  void restart_stats(Cycle now) { egress_.restart_stats(now); }
  unsigned source_credit(unsigned port, unsigned vc) const {
    return cell_ports_.source_credit(port - params_.first_terminal, vc);
  }
  /// Packets in the ingress buffers, RTSs queued and packets being fetched.
  unsigned held() const { return ingress_.held(); }
  unsigned requests() const { return egress_.requests(); }
  unsigned fetching() const { return egress_.fetching(); }
  /// No packet in the ingress buffers, and the egress in its initial state.
  bool is_idle() const { return held() == 0 && egress_.is_idle(); }

 private:
  void run(Cycle to, Mailbox& mailbox);
  void handle(const IpEvent& event);
  bool receive(Cycle at, unsigned endpoint, const Cell& cell, Timing timing);
  bool apply(Cycle at, unsigned endpoint, const Cell& cell, Timing timing);
  bool receive_rts(Cycle at, unsigned endpoint, const Cell& cell);
  Due due() const;
  void apply_edits(Cycle now);
  [[noreturn]] void fail_late(unsigned port, Cycle at) const;
  [[noreturn]] void fail_late_edit(Cycle at) const;

  struct Edit {
    Cycle at;
    IpEdit edit;
  };
  /// Once a register has been written.
  struct Edits {
    std::deque<Edit> waiting;
    std::unique_ptr<EditedIpRoutes> table;  ///< once it has been changed
    IpRoutes routes;                        ///< of that table
  };

  LookaheadQueue<IpEvents> events_;
  IpParams params_;
  MacPort mac_;
  IpCounters counters_;
  CellSink& sink_;
  const PacketDirectory& directory_;
  CellPorts cell_ports_;
  uint8_t wired_ = 0;  ///< interfaces with a host
  Ingress ingress_;    ///< prefetched up to its near_end(), with all members before it but mac_
  Egress egress_;
  IpDecider* decider_ = nullptr;
  std::unique_ptr<Edits> edits_;
};

}  // namespace tinsim
