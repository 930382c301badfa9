// SPDX-License-Identifier: Apache-2.0
// Cells and credits in flight to a chip, by the cycle in which they take effect, and a bit for each
// cycle in which the chip has work.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/islip.h"
#include "rtl_models/parts/qos.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/cell_pool.h"

namespace tinsim {

/// Words of one VC granted again by the receiver at the other end of a port's link.
struct Credit {
  constexpr Credit() = default;
  constexpr Credit(unsigned vc_, unsigned words_)
      : words(static_cast<uint16_t>(words_)), vc(static_cast<uint8_t>(vc_)) {}
  uint16_t words = 0;
  uint8_t vc = 0;
};

/// Mailbox of one chip. Senders push with absolute due cycles, at most one cell and one credit per
/// port and cycle. A ring of cycles holds a list for each; it must cover the longest delay plus two
/// windows. Within a cycle the order of a list is that of the pushes; nothing may depend on it.
class Mailbox {
 public:
  /// `memory` holds the ring, of which a window reads a part, `dense` all other state. `cells`: the
  /// pool that the chips of a pod share; null: one of its own.
  explicit Mailbox(unsigned ring_cycles,
                   std::pmr::memory_resource* dense = std::pmr::get_default_resource(),
                   std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
                   CellPool* cells = nullptr);

  /// `cell` is not in this pool, which may grow.
  void push_cell(unsigned port, Cycle due, const Cell& cell) {
    const uint32_t index = cells_->allocate();
    CellPool::Node& node = (*cells_)[index];
    node.cell = cell;
    take_over(port, due, index, node);
  }
  /// The same for a cell that another chip with this pool forwards to this one. `node` is that of
  /// `index`.
  void take_over(unsigned port, Cycle due, uint32_t index, CellPool::Node& node) {
    const Cell& cell = node.cell;
    uint32_t& list = due_[due & mask_].cells;
    node.port = static_cast<uint8_t>(port);
    node.draws = keyed_random(draw_key_, cell.src, cell.dst, cell.seq);
    node.next = list;
    list = index;
    set(active_, due);
  }
  /// RouteUnit::draw_key() of the chip. Random bits are drawn when a cell is sent to this chip,
  /// where their latency is hidden.
  void set_draw_key(uint64_t key) { draw_key_ = key; }

  void push_credit(unsigned port, Cycle due, Credit credit) {
    if (free_credit_ == kNil) grow_credits();
    const uint32_t index = free_credit_;
    CreditNode& node = credit_nodes_[index];
    uint32_t& list = due_[due & mask_].credits;
    free_credit_ = node.next;
    node = {list, credit.words, credit.vc, static_cast<uint8_t>(port)};
    list = index;
    set(credit_cycles_, due);
    next_credit_ = std::min(next_credit_, due);
  }

  /// There is a credit due up to and including `cycle`.
  bool has_credit(Cycle cycle) const { return next_credit_ <= cycle; }

  /// The chip must be stepped in `cycle`.
  void wake(Cycle cycle) { set(active_, cycle); }
  void wake_if(Cycle cycle, bool needed) {
    active_[(cycle & mask_) >> 6] |= uint64_t{needed} << (cycle & 63);
  }

  /// The first cycle with a credit that drain_credits() has not returned; kNoCycle: none.
  Cycle next_credit() const { return next_credit_; }

  /// First cycle in [from, to) with an arrival or a wake-up, or, with_credits, a credit; else `to`.
  Cycle next_active(Cycle from, Cycle to, bool with_credits) const;

  /// Removes the wake-up and the cells of `cycle`; returns the list of cells, linked by Node::next.
  uint32_t take_cells(Cycle cycle) {
    const uint32_t slot = cycle & mask_;
    const uint32_t list = due_[slot].cells;
    due_[slot].cells = kNil;
    active_[slot >> 6] &= ~(1ull << (cycle & 63));
    return list;
  }

  /// Removes each credit due up to and including `cycle`, and calls fn(port, credit, due).
  template <class Fn>
  void drain_credits(Cycle cycle, Fn&& fn);

  /// Prefetches the lists of the cycles `from` to `to` and of the next kSentAhead ones, in which
  /// messages sent until `to` are due. Also prefetches cells and credits that exceed the first
  /// allocation.
  void prefetch(Cycle from, Cycle to) const {
    to = std::min(to + kSentAhead, from + ring_cycles());
    const std::size_t first = from & mask_;
    const std::size_t count = std::min<std::size_t>(to - from, due_.size() - first);
    prefetch_lines(due_.data() + first, count * sizeof(Due));
    prefetch_lines(due_.data(), (to - from - count) * sizeof(Due));
    if (own_cells_ != nullptr) own_cells_->prefetch();
    if (credit_nodes_.size() > kCreditsAtFirst)
      prefetch_lines(credit_nodes_.data(), credit_nodes_.size() * sizeof(CreditNode));
  }

  /// Cycles that the ring covers: at least ring_cycles, a power of two.
  Cycle ring_cycles() const { return mask_ + 1; }

  CellPool& pool() { return *cells_; }
  const CellPool& pool() const { return *cells_; }

  /// For lockstep: calls cell(port, due, cell) and credit(port, due, credit) for everything due in
  /// [from, to), without taking it.
  template <class CellFn, class CreditFn>
  void peek(Cycle from, Cycle to, CellFn&& cell, CreditFn&& credit) const;
  /// Calls fn(node) for each cell due in [from, to), without taking it.
  template <class Fn>
  void for_cells_due(Cycle from, Cycle to, Fn&& fn) const;
  /// For audits: the same for all cells and credits in flight, without due cycles.
  template <class CellFn, class CreditFn>
  void for_all(CellFn&& cell, CreditFn&& credit) const;

 private:
  /// Cells and credits due in one cycle.
  struct Due {
    uint32_t cells = kNil;
    uint32_t credits = kNil;
  };
  struct CreditNode {
    uint32_t next = kNil;
    uint16_t words = 0;
    uint8_t vc = 0;
    uint8_t port = 0;
  };
  static_assert(sizeof(CreditNode) == 8, "eight to a cache line");
  static constexpr uint32_t kCreditsAtFirst = 128;
  static constexpr Cycle kSentAhead = 64;  ///< delays of most links within a pod are shorter

  void set(std::pmr::vector<uint64_t>& bits, Cycle cycle) {
    bits[(cycle & mask_) >> 6] |= 1ull << (cycle & 63);
  }
  void grow_credits();
  Cycle first_credit_from(Cycle from) const;

  // Pointers and scalars of the push paths first: they share the object's first cache lines.
  uint32_t mask_;
  uint32_t free_credit_ = kNil;
  Cycle next_credit_ = kNoCycle;  ///< of the first credit
  CellPool* cells_;
  uint64_t draw_key_ = 0;
  std::pmr::vector<Due> due_;  ///< by cycle
  std::pmr::vector<CreditNode> credit_nodes_;
  std::pmr::vector<uint64_t> active_;         ///< bit per cycle: arrival or wake-up
  std::pmr::vector<uint64_t> credit_cycles_;  ///< bit per cycle: some credit
  std::unique_ptr<CellPool> own_cells_;       ///< if the chip has a pool of its own
};

template <class Fn>
void Mailbox::drain_credits(Cycle cycle, Fn&& fn) {
  while (next_credit_ <= cycle) {
    const Cycle at = next_credit_;
    uint64_t& word = credit_cycles_[(at & mask_) >> 6];
    word ^= 1ull << (at & 63);
    const uint64_t later = word >> (at & 63);
    next_credit_ = later != 0 ? at + static_cast<Cycle>(__builtin_ctzll(later))
                              : first_credit_from((at | 63) + 1);
    uint32_t index = due_[at & mask_].credits;
    due_[at & mask_].credits = kNil;
    do {
      CreditNode& node = credit_nodes_[index];
      const uint32_t next = node.next;
      const unsigned port = node.port;
      const Credit credit(node.vc, node.words);
      node.next = free_credit_;
      free_credit_ = index;
      index = next;
      fn(port, credit, at);
    } while (index != kNil);
  }
}

inline Cycle Mailbox::next_active(Cycle from, Cycle to, bool with_credits) const {
  if (with_credits && next_credit_ < to) to = std::max(from, next_credit_);
  while (from < to) {
    const uint32_t slot = from & mask_;
    const uint64_t word = active_[slot >> 6] >> (slot & 63);
    if (word != 0) return std::min(from + static_cast<Cycle>(__builtin_ctzll(word)), to);
    from = (from | 63) + 1;
  }
  return to;
}

template <class CellFn, class CreditFn>
void Mailbox::peek(Cycle from, Cycle to, CellFn&& cell, CreditFn&& credit) const {
  for (Cycle due = from; due < to; ++due) {
    for (uint32_t i = due_[due & mask_].cells; i != kNil; i = pool()[i].next) {
      cell(pool()[i].port, due, pool()[i].cell);
    }
    for (uint32_t i = due_[due & mask_].credits; i != kNil; i = credit_nodes_[i].next) {
      const CreditNode& node = credit_nodes_[i];
      credit(node.port, due, Credit(node.vc, node.words));
    }
  }
}

template <class Fn>
void Mailbox::for_cells_due(Cycle from, Cycle to, Fn&& fn) const {
  for (Cycle due = next_active(from, to, false); due < to; due = next_active(due + 1, to, false)) {
    for (uint32_t i = due_[due & mask_].cells; i != kNil; i = pool()[i].next) fn(pool()[i]);
  }
}

template <class CellFn, class CreditFn>
void Mailbox::for_all(CellFn&& cell, CreditFn&& credit) const {
  peek(
      0, mask_ + 1, [&](unsigned port, Cycle, const Cell& c) { cell(port, c); },
      [&](unsigned port, Cycle, Credit c) { credit(port, c); });
}

}  // namespace tinsim
