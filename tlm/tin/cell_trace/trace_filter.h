// SPDX-License-Identifier: Apache-2.0
// The filter at the terminal ports of a chip, which sets the trace bit of cells that enter.
#pragma once

#include <array>
#include <memory>

#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_trace/trace_settings.h"
#include "tlm/tin/ip/packet_tracer.h"

namespace tinsim {

/// Stands between the sources of a chip and its switch. Each terminal port counts the cells that
/// match, and sets the bit of the first of each `period` of them: cells of a port enter one after
/// the other, so the choice does not depend on the order in which a simulator calls the ports. All
/// else passes unchanged, in the same cycle. Where packets are traced, each port counts the RTSs
/// that match, and the IP path sets the bit of the cells of their packets.
class TraceFilter final : public Endpoints, public PacketTracer {
 public:
  /// `settings` outlives the filter. Cells of the ports in the mask `exempt` are never traced.
  TraceFilter(const TraceSchedule& settings, uint64_t exempt, TraceUnit unit)
      : settings_(settings), exempt_(exempt), unit_(unit) {}

  /// The endpoints that the switch calls instead of `sources`.
  Endpoints& in_front_of(Endpoints& sources) {
    sources_ = &sources;
    return *this;
  }
  /// Precondition: packets are traced.
  bool traces_packet(Cycle now, unsigned port, const Cell& rts) override {
    return is_traced(port, now, rts);
  }
  /// Cells whose bit the chip has set.
  uint64_t marked() const { return marked_; }

  Due inject(Cycle now, Mailbox& mailbox) override;
  bool sends_ahead() const override { return sources_->sends_ahead(); }
  Due inject_ahead(Cycle now, Cycle until, ReturningCredits& credits, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override {
    return sources_->credit(port, credit, due);
  }
  void take_credits(ReturningCredits& credits, Cycle upto) override {
    sources_->take_credits(credits, upto);
  }
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override {
    return sources_->deliver(port, cell, at);
  }
  void prefetch() const override { sources_->prefetch(); }

 private:
  Mailbox& entrance(const Mailbox& mailbox);
  void forward(Cycle now, Mailbox& mailbox);
  bool is_traced(unsigned port, Cycle at, const Cell& cell);

  const TraceSchedule& settings_;
  uint64_t exempt_;
  TraceUnit unit_;
  Endpoints* sources_ = nullptr;
  std::unique_ptr<Mailbox> entrance_;          ///< cells between the sources and the filter
  std::array<uint16_t, kMaxPorts> matches_{};  ///< by port, since the last one that was traced
  uint64_t marked_ = 0;
};

}  // namespace tinsim
