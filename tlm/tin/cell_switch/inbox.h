// SPDX-License-Identifier: Apache-2.0
// What other pods have sent to a pod since its last window, in one sequential list.
#pragma once

#include <vector>

#include "tlm/gnet/link/link_event.h"
#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

class LinkDriver;

/// A message from another pod takes effect in a later window. Appending it here touches one cache
/// line that is written anyway; the chip's own lines are touched only when its pod runs and needs
/// them.
class Inbox {
 public:
  void push_cell(Mailbox* to, unsigned port, Cycle due, const Cell& cell) {
    cells_.push_back({to, due, static_cast<uint8_t>(port), cell});
  }
  void push_credit(Mailbox* to, unsigned port, Cycle due, Credit credit) {
    credits_.push_back({to, due, static_cast<uint8_t>(port), credit});
  }

  void push_event(LinkDriver* to, const LinkEvent& event) { events_.push_back({to, event}); }

  /// Hands everything to the chips' mailboxes.
  void deliver() {
    for (const CellMessage& m : cells_) m.to->push_cell(m.port, m.due, m.cell);
    for (const CreditMessage& m : credits_) m.to->push_credit(m.port, m.due, m.credit);
    cells_.clear();
    credits_.clear();
    if (!events_.empty()) deliver_events();
  }

 private:
  struct CellMessage {
    Mailbox* to;
    Cycle due;
    uint8_t port;
    Cell cell;
  };
  struct CreditMessage {
    Mailbox* to;
    Cycle due;
    uint8_t port;
    Credit credit;
  };
  struct EventMessage {
    LinkDriver* to;
    LinkEvent event;
  };
  void deliver_events();
  static_assert(sizeof(CellMessage) == 32 && sizeof(CreditMessage) == 16);

  std::vector<CellMessage> cells_;
  std::vector<CreditMessage> credits_;
  std::vector<EventMessage> events_;  ///< of links at wire fidelity
};

}  // namespace tinsim
