// SPDX-License-Identifier: Apache-2.0
// The IP path of one chip: what hangs on its IP terminal ports.
#pragma once

#include <string>

#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ip/cell_ports.h"
#include "tlm/tin/ip/egress.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

/// Told of every cell that arrives whole: delivery statistics are not the chip's business.
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
  /// Who is attached; null: nobody.
  Host* host(unsigned eport) const { return egress_.host(eport); }

  /// Null: nobody. `observer` outlives the engine, or until another takes its place.
  void observe(IpObserver* observer) {
    ingress_.observe(observer);
    egress_.observe(observer);
  }

  /// Up to cycle `last` nobody but switch and hosts looks at the engine or changes it, so that it
  /// may do ahead of time what they cannot change any more; 0: everything in its cycle.
  void run_ahead(Cycle last) { last_ahead_ = last; }

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
  /// No packet in the ingress buffers, and the egress as it was at the start.
  bool is_idle() const { return held() == 0 && egress_.is_idle(); }

 private:
  void run(Cycle to, Mailbox& mailbox);
  void handle(const IpEvent& event);
  void cell_in(Cycle now, unsigned port, const Cell& cell);
  bool known_ahead(Cycle at, const Cell& cell);
  Due due() const;
  Cycle late(Cycle at) const { return at + slack_ < at ? kNoCycle : at + slack_; }
  [[noreturn]] void fail_late(unsigned port, Cycle at) const;

  IpEvents events_;
  IpParams params_;
  MacPort mac_;
  IpCounters counters_;
  CellSink& sink_;
  const PacketDirectory& directory_;
  CellPorts cell_ports_;
  Cycle last_ahead_ = 0;  ///< see run_ahead()
  Cycle slack_ = 0;       ///< see Due
  Cycle done_ = 0;        ///< what is due up to this cycle has been done
  uint8_t wired_ = 0;     ///< interfaces with a host
  Ingress ingress_;       ///< fetched with all before it but mac_, as far as its near_end()
  Egress egress_;
};

}  // namespace tinsim
