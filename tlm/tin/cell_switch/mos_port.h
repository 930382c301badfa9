// SPDX-License-Identifier: Apache-2.0
// The mailbox for MOS words of one link port, as the control processor and the link see it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/link/mos_source.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

class Inbox;
class MosPort;

/// Software at the control processor that uses a MosPort. Accesses that follow from times alone can
/// be left to the port, which then calls them in their order, earlier or later than in their cycle,
/// with equal results.
class MosUser {
 public:
  virtual ~MosUser() = default;
  /// Cycle of the next call of send(); kNoCycle: none.
  virtual Cycle next_send() const { return kNoCycle; }
  /// Attempts to send a word in cycle `now`; next_send() is later afterwards.
  virtual void send(MosPort& /*port*/, Cycle /*now*/) {}
  /// Cycle of the next call of read(); kNoCycle: none.
  virtual Cycle next_read() const { return kNoCycle; }
  /// Reads in cycle `now`; next_read() is later afterwards.
  virtual void read(MosPort& /*port*/, Cycle /*now*/) {}
  /// A word will arrive that can be read from cycle `due` on, if there is a place for it.
  virtual void announced(Cycle /*due*/) {}
  /// `word` arrived; it was accepted, or dropped for want of a place. Calls are in order of `due`.
  virtual void arrived(MosPort& /*port*/, Cycle /*due*/, const MosBody& /*word*/,
                       bool /*accepted*/) {}
};

/// Makes the decisions of a MosPort, or checks them. `own`: what the port decides.
class MosDecider {
 public:
  virtual ~MosDecider() = default;

  // Transmit.
  /// A write in cycle `now` finds a place.
  virtual bool has_place(Cycle now, bool own) = 0;
  /// It did.
  virtual void written(Cycle now, const MosBody& word) = 0;
  /// The word that is offered for this slot. Precondition: writes that reach the mailbox before the
  /// slot have been made.
  virtual MosBody offered(Cycle slot, const MosBody& own) = 0;
  /// It is in the slot.
  virtual void left(Cycle slot) = 0;

  // Receive.
  /// A word arrives that can be read from cycle `due` on.
  virtual void arrives(Cycle due, const MosBody& word) = 0;
  /// Whether it found a place.
  virtual bool admitted(Cycle due, bool own) = 0;
  /// The word that a read in cycle `now` takes; nothing: it finds none.
  virtual std::optional<MosBody> read(Cycle now, const std::optional<MosBody>& own) = 0;
};

/// Depths of the queues of rtl_models/mos_mailbox, in words.
struct MosParams {
  unsigned tx_words = 16;
  unsigned rx_words = 64;
};

/// Behaves like rtl_models/mos_mailbox between tx_scheduler and link_rx, with the register bus of
/// timing.h, whose accesses to one port are at least 5 cycles apart for reads. Delivers to the far
/// port in both fidelities. All times are core cycles, and those of each function ascend.
class MosPort final : public MosSource {
 public:
  /// Counts up to a cycle, that of the last apply_until().
  struct Counts {
    uint64_t written = 0;   ///< words accepted from the processor
    uint64_t refused = 0;   ///< words that found the transmit queue full
    uint64_t sent = 0;      ///< words that took a slot
    uint64_t lost = 0;      ///< … of those, lost on the wire
    uint64_t arrived = 0;   ///< words from the far side
    uint64_t overflow = 0;  ///< … of those, dropped: the receive queue was full
    uint64_t read = 0;      ///< words taken by the processor
  };
  /// Owner of the slots of the link.
  class Link {
   public:
    virtual ~Link() = default;
    /// A word has been written to the empty transmit queue of this port.
    virtual void mos_written(unsigned port) = 0;
    /// Words that take slots up to `slot` leave. Precondition: these slots are decided.
    virtual void send_mos_until(unsigned port, Cycle slot) = 0;
  };

  explicit MosPort(const MosParams& params) : params_(params) {}

  const MosParams& params() const { return params_; }
  /// `decider` outlives the port. Before the first cycle.
  void decide_by(MosDecider& decider) { decider_ = &decider; }

  // The control processor.
  void attach(MosUser& user) { user_ = &user; }
  /// Whether a write in cycle `now` finds a place. Of words that left, those are known that the
  /// link has reported.
  bool can_send(Cycle now);
  /// The same, and the link reports first: for a processor that is called in cycle `now` of its
  /// chip.
  bool is_ready(Cycle now);
  /// Writes a word to the transmit queue in cycle `now`. False: it is full, and nothing changes.
  bool send(Cycle now, const MosBody& word);
  /// Words that a read in cycle `now` finds.
  unsigned readable(Cycle now);
  /// Takes the oldest word in cycle `now`; nothing where there is none.
  std::optional<MosBody> receive(Cycle now);
  /// Words dropped up to cycle `now` because the receive queue was full: the overflow flag of the
  /// block is set while this differs from its value at the last clear.
  uint64_t dropped(Cycle now);

  // The link.
  /// `link` outlives the port; for links that do not poll offered_from() in each cycle.
  void join_link(Link& link, unsigned port) {
    link_ = &link;
    link_port_ = port;
  }
  /// Words arrive at `far` after `link_cycles`, pin to pin.
  void join_far(MosPort& far, Cycle link_cycles) {
    far_ = &far;
    link_cycles_ = link_cycles;
  }
  /// … or at a port of a chip of another pod.
  void join_far(Inbox& inbox, uint16_t chip, uint8_t port, Cycle link_cycles) {
    inbox_ = &inbox;
    far_chip_ = chip;
    far_port_ = port;
    link_cycles_ = link_cycles;
  }
  /// `copy` gets each word that is written, for a link that repeats this one's slots.
  void copy_to(MosPort& copy) { copy_ = &copy; }

  Cycle offered_from() override;
  MosBody next(Cycle slot) override;
  void left(Cycle slot) override;
  /// The word of this slot arrives at the far side.
  void deliver(Cycle slot, const MosBody& word) {
    deliver_at(slot + link_cycles_ + timing::kMosRxToRead, word);
  }
  /// It can be read there in cycle `due`.
  void deliver_at(Cycle due, const MosBody& word);
  /// A word that could have been read there in cycle `due` was lost on the wire.
  void lose_at(Cycle due) { lost_.push_back(due); }
  /// A word from the far side, which can be read from cycle `due` on. Before that cycle.
  void arrive(Cycle due, const MosBody& word);

  /// Applies deferred updates of all cycles before `end`, up to which the chip has been simulated.
  void apply_until(Cycle end);
  const Counts& counts() const { return counts_; }

 private:
  struct Word {
    Cycle at = 0;  ///< offered to tx_scheduler, or readable
    MosBody word;
  };
  struct Attempt {
    Cycle at = 0;
    bool accepted = false;
  };

  void admit(Cycle now);

  MosParams params_;
  MosDecider* decider_ = nullptr;
  MosUser* user_ = nullptr;
  Link* link_ = nullptr;
  unsigned link_port_ = 0;
  MosPort* far_ = nullptr;
  MosPort* copy_ = nullptr;
  Inbox* inbox_ = nullptr;
  uint16_t far_chip_ = 0;
  uint8_t far_port_ = 0;
  Cycle link_cycles_ = 0;

  std::deque<Word> tx_;          ///< written, and not in a slot yet
  std::deque<Cycle> tx_places_;  ///< cycles from which a write finds one more place
  std::deque<Word> arriving_;    ///< readable later than anything was judged so far
  std::deque<MosBody> rx_;       ///< the receive queue
  std::deque<Cycle> rx_places_;  ///< cycles from which an arriving word finds one more place
  // Not counted yet:
  std::deque<Attempt> attempts_;
  std::deque<Cycle> slots_, lost_;
  Counts counts_;
};

}  // namespace tinsim
