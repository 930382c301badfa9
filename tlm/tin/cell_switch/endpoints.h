// SPDX-License-Identifier: Apache-2.0
// Endpoints on the terminal ports of a switch: sources that inject cells and sinks that take them.
#pragma once

#include "tlm/tin/cell_switch/mailbox.h"
#include "tlm/tin/cell_switch/returning_credits.h"

namespace tinsim {

/// The terminal side of one chip. The switch calls it; times are absolute core cycles.
class Endpoints {
 public:
  virtual ~Endpoints() = default;

  /// The cycle of the next call of the sources, and the ports whose next cell waits for credit.
  struct Due {
    Cycle next = kNoCycle;
    /// The work of the call is due so many cycles before `next`. The delay stays within the window
    /// and has no visible effect.
    Cycle slack = 0;
    uint64_t waiting = 0;  ///< mask; a bit stands for the ports with this number modulo 64

    void set_waiting(unsigned port) { waiting |= uint64_t{1} << (port & 63u); }
    /// Also where only another port of the bit waits: a call more changes nothing.
    bool may_wait(unsigned port) const { return waiting >> (port & 63u) & 1; }
  };

  /// Injects what may start in `now`: a cell whose first word leaves its source in this cycle is
  /// pushed with due cycle now + timing::kInjectToRequest.
  virtual Due inject(Cycle now, Mailbox& mailbox) = 0;
  /// Whether the sources can send ahead as soon as a window begins.
  virtual bool sends_ahead() const { return false; }
  /// As inject(), and the cells of later cycles before `until` that are certain already. The call
  /// of the returned cycle is made all the same. `credits`: all that is due before `now` +
  /// timing::kMatchToSourceCredit; credit that is due up to `now` is taken, later credit where its
  /// use is certain.
  virtual Due inject_ahead(Cycle now, Cycle /*until*/, ReturningCredits& credits,
                           Mailbox& mailbox) {
    take_credits(credits, now);
    return inject(now, mailbox);
  }
  /// Words of a terminal port's VC FIFO are free again, in cycle `due`. Returns the new due times.
  virtual Due credit(unsigned port, Credit credit, Cycle due) = 0;
  /// The same for all credit that is due up to cycle `upto`. The sources are called when it lets
  /// them send.
  virtual void take_credits(ReturningCredits& credits, Cycle upto) {
    credits.take(upto, [this](const ReturningCredits::Entry& entry) {
      credit(entry.port, {entry.vc, entry.words}, entry.due);
    });
  }
  /// The last word of a cell reaches the endpoint on `port` in the future cycle `at`. Returns when
  /// the sources are to be called because of it, kNoCycle if it changes nothing.
  virtual Cycle deliver(unsigned port, const Cell& cell, Cycle at) = 0;
  /// Fetches the state that the next calls will touch.
  virtual void prefetch() const {}
};

}  // namespace tinsim
