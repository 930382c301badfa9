// SPDX-License-Identifier: Apache-2.0
// The filter at the terminal ports of a chip, which sets the trace bit of cells that enter.
#include "tlm/tin/cell_trace/trace_filter.h"

#include "base/masks.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

Endpoints::Due TraceFilter::inject(Cycle now, Mailbox& mailbox) {
  const Due due = sources_->inject(now, entrance(mailbox));
  forward(now, mailbox);
  return due;
}

Endpoints::Due TraceFilter::inject_ahead(Cycle now, Cycle until, ReturningCredits& credits,
                                         Mailbox& mailbox) {
  const Due due = sources_->inject_ahead(now, until, credits, entrance(mailbox));
  forward(now, mailbox);
  return due;
}

/// Holds the cells of one call, which are due within the ring of the switch.
Mailbox& TraceFilter::entrance(const Mailbox& mailbox) {
  if (entrance_ == nullptr) entrance_ = std::make_unique<Mailbox>(mailbox.ring_cycles());
  return *entrance_;
}

void TraceFilter::forward(Cycle now, Mailbox& mailbox) {
  const Cycle end = now + entrance_->ring_cycles();
  for (Cycle due = now; (due = entrance_->next_active(due, end, false)) < end; ++due) {
    uint32_t index = entrance_->take_cells(due);
    while (index != kNil) {
      CellPool::Node& node = entrance_->pool()[index];
      const uint32_t next = node.next;
      if (unit_ == TraceUnit::cell)
        node.cell.traced = is_traced(node.port, due - timing::kInjectToRequest, node.cell);
      marked_ += node.cell.traced;
      mailbox.push_cell(node.port, due, node.cell);
      entrance_->pool().release(index);
      index = next;
    }
  }
}

/// `at`: in which the cell leaves its source, or the RTS of a packet is made.
bool TraceFilter::is_traced(unsigned port, Cycle at, const Cell& cell) {
  if ((exempt_ & bit(port)) != 0) return false;
  const TraceSettings& settings = settings_.at(at);
  if (!settings.match(cell)) return false;
  const bool traced = matches_[port] == 0;
  ++matches_[port];
  if (matches_[port] >= settings.period) matches_[port] = 0;
  return traced;
}

}  // namespace tinsim
