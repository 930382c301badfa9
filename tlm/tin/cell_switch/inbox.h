// SPDX-License-Identifier: Apache-2.0
// Messages from other pods to a pod since its last window, in sequential lists.
#pragma once

#include <algorithm>
#include <vector>

#include "tlm/gnet/link/link_event.h"
#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

class LinkDriver;
class MosPort;
class OrderedSetUnit;

/// The chips of this process by their numbers, which messages contain.
struct ChipDirectory {
  explicit ChipDirectory(std::size_t chips)
      : mailboxes(chips), drivers(chips * kMaxPorts), mos(chips * kMaxPorts), set_units(chips) {}
  std::vector<Mailbox*> mailboxes;   ///< null: simulated elsewhere
  std::vector<LinkDriver*> drivers;  ///< [chip * 64 + port]; null: the link is not run by cycles
  std::vector<MosPort*> mos;         ///< [chip * 64 + port]; null: no control processor sends MOS
  std::vector<OrderedSetUnit*> set_units;  ///< by chip; receives the sets of links without driver
};

/// A message from another pod takes effect in a later window. Appending it here touches one cache
/// line that is written anyway; the chip's own lines are touched only when its pod runs and needs
/// them. Messages name their chip and port by number, so that they mean the same in every process.
class Inbox {
 public:
  void push_cell(uint16_t chip, uint8_t port, Cycle due, const Cell& cell) {
    cells_.push_back({cell, due, chip, port});
  }
  void push_credit(uint16_t chip, uint8_t port, Cycle due, Credit credit) {
    credits_.push_back({due, chip, credit, port});
  }
  void push_event(uint16_t chip, uint8_t port, const LinkEvent& event) {
    events_.push_back({event, chip, port});
  }

  /// Delivers all messages to the chips.
  void deliver(const ChipDirectory& chips) {
    for (const CellMessage& m : cells_) chips.mailboxes[m.chip]->push_cell(m.port, m.due, m.cell);
    for (const CreditMessage& m : credits_) {
      chips.mailboxes[m.chip]->push_credit(m.port, m.due, m.credit);
    }
    cells_.clear();
    credits_.clear();
    if (!events_.empty()) deliver_events(chips);
  }

  /// Prefetches the messages.
  void prefetch() const {
    prefetch_lines(cells_.data(), cells_.size() * sizeof(CellMessage));
    prefetch_lines(credits_.data(), credits_.size() * sizeof(CreditMessage));
  }
  /// Prefetches the cache lines to which the next messages are written.
  void prefetch_end() const {
    prefetch_next(cells_);
    prefetch_next(credits_);
  }

  /// Moves all messages to the end of `to`.
  void pack(std::vector<char>& to);
  /// Adds the messages that were packed at `from`; returns their end.
  const char* unpack(const char* from);

 private:
  struct CellMessage {
    Cell cell;
    Cycle due;
    uint16_t chip;
    uint8_t port;
  };
  struct CreditMessage {
    Cycle due;
    uint16_t chip;
    Credit credit;
    uint8_t port;
  };
  struct EventMessage {
    LinkEvent event;
    uint16_t chip;
    uint8_t port;
  };
  void deliver_events(const ChipDirectory& chips);
  template <class Message>
  static void prefetch_next(const std::vector<Message>& messages) {
    constexpr std::size_t kBytes = 2 * kCacheLine;
    const std::size_t left = (messages.capacity() - messages.size()) * sizeof(Message);
    prefetch_lines(messages.data() + messages.size(), std::min(left, kBytes));
  }
  static_assert(sizeof(CellMessage) == 24 && sizeof(CreditMessage) == 12);

  std::vector<CellMessage> cells_;
  std::vector<CreditMessage> credits_;
  std::vector<EventMessage> events_;  ///< of links at wire fidelity
};

}  // namespace tinsim
