// SPDX-License-Identifier: Apache-2.0
// What has been sent to a chip and is still on its way: cells and credits by the cycle in which they
// take effect, and a bit per cycle in which the chip has something to do.
#pragma once

#include <array>
#include <vector>

#include "rtl_models/parts/islip.h"
#include "rtl_models/parts/qos.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/cell_pool.h"

namespace tinsim {

/// Words of one VC granted again by the receiver at the other end of a port's link.
struct Credit {
  uint8_t vc = 0;
  uint8_t words = 0;
};

/// Mailbox of one chip. Senders push with absolute due cycles; each port's pushes come in time order, at
/// most one cell and one credit per port and cycle. The ring must cover the longest delay plus two
/// windows; a push beyond it is an error of the builder and is checked.
class Mailbox {
 public:
  explicit Mailbox(unsigned ring_cycles);

  void push_cell(unsigned port, Cycle due, const Cell& cell);
  void push_credit(unsigned port, Cycle due, Credit credit);
  /// The chip must be stepped in `cycle`.
  void wake(Cycle cycle) { set(active_, cycle); }

  /// First cycle in [from, to) with an arrival or a wake-up, or, if asked, a credit; `to` if none.
  Cycle next_active(Cycle from, Cycle to, bool with_credits) const;

  /// Ports with a cell due in `cycle`; the caller takes each with take_cell().
  uint64_t arrivals(Cycle cycle) const { return cells_due_[cycle & mask_]; }
  /// Removes the wake-up and arrival marks of `cycle`.
  void done(Cycle cycle) {
    cells_due_[cycle & mask_] = 0;
    active_[(cycle & mask_) >> 6] &= ~(1ull << (cycle & 63));
  }
  /// Pool index of the next cell of a port.
  uint32_t take_cell(unsigned port);

  /// Calls fn(port, credit) for every credit due up to and including `cycle` not yet handed out.
  template <class Fn>
  void drain_credits(Cycle cycle, Fn&& fn);

  /// For lockstep: calls cell(port, due, cell) and credit(port, due, credit) for everything due in
  /// [from, to), without taking it.
  template <class CellFn, class CreditFn>
  void peek(Cycle from, Cycle to, CellFn&& cell, CreditFn&& credit) const;

  CellPool& pool() { return pool_; }
  const CellPool& pool() const { return pool_; }

  /// For audits: calls fn(cell) for every cell on its way to `port`.
  template <class Fn>
  void for_cells_in_flight(unsigned port, Fn&& fn) const {
    for (uint32_t i = in_flight_[port].head; i != kNil; i = pool_[i].next) fn(pool_[i].cell);
  }
  /// For audits: calls fn(credit) for every credit on its way to `port`.
  template <class Fn>
  void for_credits_in_flight(unsigned port, Fn&& fn) const {
    const CreditQueue& q = credits_[port];
    for (unsigned i = q.head; i != q.tail; ++i) fn(q.slots[i & q.mask]);
  }

 private:
  struct Queue {
    uint32_t head = kNil;
    uint32_t tail = kNil;
  };
  struct CreditQueue {
    uint32_t head = 0;
    uint32_t tail = 0;
    uint32_t mask = 0;
    std::vector<Credit> slots;
  };

  void set(std::vector<uint64_t>& bits, Cycle cycle) {
    bits[(cycle & mask_) >> 6] |= 1ull << (cycle & 63);
  }
  void grow(CreditQueue& q);

  uint32_t mask_;
  Cycle drained_ = 0;  ///< credits due before this cycle have been handed out
  std::vector<uint64_t> active_;        ///< bit per cycle: arrival or wake-up
  std::vector<uint64_t> credit_cycles_; ///< bit per cycle: some credit
  std::vector<uint64_t> cells_due_;     ///< port mask per cycle
  std::vector<uint64_t> credits_due_;   ///< port mask per cycle
  std::array<Queue, kMaxPorts> in_flight_;
  std::array<CreditQueue, kMaxPorts> credits_;
  CellPool pool_;
};

inline void Mailbox::push_cell(unsigned port, Cycle due, const Cell& cell) {
  const uint32_t index = pool_.allocate();
  CellPool::Node& node = pool_[index];
  node.cell = cell;
  node.next = kNil;
  Queue& q = in_flight_[port];
  if (q.head == kNil) {
    q.head = index;
  } else {
    pool_[q.tail].next = index;
  }
  q.tail = index;
  cells_due_[due & mask_] |= 1ull << port;
  set(active_, due);
}

inline void Mailbox::push_credit(unsigned port, Cycle due, Credit credit) {
  CreditQueue& q = credits_[port];
  if (q.tail - q.head > q.mask || q.slots.empty()) grow(q);
  q.slots[q.tail++ & q.mask] = credit;
  credits_due_[due & mask_] |= 1ull << port;
  set(credit_cycles_, due);
}

inline uint32_t Mailbox::take_cell(unsigned port) {
  Queue& q = in_flight_[port];
  const uint32_t index = q.head;
  q.head = pool_[index].next;
  return index;
}

template <class CellFn, class CreditFn>
void Mailbox::peek(Cycle from, Cycle to, CellFn&& cell, CreditFn&& credit) const {
  std::array<uint32_t, kMaxPorts> next_cell, next_credit;
  for (unsigned port = 0; port < kMaxPorts; ++port) {
    next_cell[port] = in_flight_[port].head;
    next_credit[port] = credits_[port].head;
  }
  for (Cycle due = from; due < to; ++due) {
    for (uint64_t ports = cells_due_[due & mask_]; ports != 0; ports &= ports - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(ports));
      cell(port, due, pool_[next_cell[port]].cell);
      next_cell[port] = pool_[next_cell[port]].next;
    }
    for (uint64_t ports = credits_due_[due & mask_]; ports != 0; ports &= ports - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(ports));
      const CreditQueue& q = credits_[port];
      credit(port, due, q.slots[next_credit[port]++ & q.mask]);
    }
  }
}

template <class Fn>
void Mailbox::drain_credits(Cycle cycle, Fn&& fn) {
  while (drained_ <= cycle) {
    const uint32_t slot = drained_ & mask_;
    const uint64_t word = credit_cycles_[slot >> 6] >> (slot & 63);
    if (word == 0) {  // nothing up to the end of this 64-cycle word
      const Cycle next = (drained_ | 63) + 1;
      drained_ = next <= cycle ? next : cycle + 1;
      continue;
    }
    const Cycle at = drained_ + static_cast<Cycle>(__builtin_ctzll(word));
    if (at > cycle) {
      drained_ = cycle + 1;
      return;
    }
    const uint32_t at_slot = at & mask_;
    credit_cycles_[at_slot >> 6] &= ~(1ull << (at & 63));
    for (uint64_t ports = credits_due_[at_slot]; ports != 0; ports &= ports - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(ports));
      CreditQueue& q = credits_[port];
      fn(port, q.slots[q.head++ & q.mask]);
    }
    credits_due_[at_slot] = 0;
    drained_ = at + 1;
  }
}

}  // namespace tinsim
