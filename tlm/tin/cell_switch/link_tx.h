// SPDX-License-Identifier: Apache-2.0
// Transmit side of one link in the chip core: cells in the output queue, and the slots that the
// flow-control (FC) and TIMESYNC sets of rtl_models/{tx_scheduler,fc_sender} take from the link.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/ratio.h"
#include "tlm/gnet/cell.h"
#include "tlm/gnet/full_rate.h"
#include "tlm/tin/cell_switch/cell_pool.h"
#include "tlm/tin/cell_switch/shape.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// How a port's cells and credits travel.
enum class LinkKind : uint8_t {
  kNone,    ///< terminal, or unused
  kDelay,   ///< cells and credits arrive after a delay
  kSets,    ///< as kDelay, and credits travel in FC sets, which take slots
  kDriven,  ///< a LinkDriver runs the link cycle by cycle
  kParked,  ///< no link: the memory of parked cells as an input
};

/// Cells of two words that can have left a match_to_tx ahead of the arbiter.
constexpr unsigned kDeparted = kIsVariantCore ? 16 : 2;

/// Slots of a link that is slower than the core: `in_slots` slots take `per_slots` cycles.
struct SlowSlots {
  Cycle next(Cycle free, Cycle slot, unsigned taken) {
    const uint64_t end = (slot == free ? phase : 0) + uint64_t{taken} * per_slots;
    phase = static_cast<uint32_t>(end % in_slots);
    return slot + static_cast<Cycle>(end / in_slots);
  }
  void set_rate(const Ratio& words_per_cycle) {
    per_slots = words_per_cycle.den;
    in_slots = words_per_cycle.num;
  }
  /// The receiver holds a cell until its words arrive as fast as the core reads them, which is so
  /// much later than its first word.
  Cycle hold_cycles(unsigned words) const {
    const auto cycles = [this](unsigned n) { return (n * per_slots + in_slots - 1) / in_slots; };
    return cycles(words) - words - (cycles(1) - 1);
  }
  uint64_t slots_until(Cycle end) const { return uint64_t{end} * in_slots / per_slots; }
  uint32_t per_slots = 1, in_slots = 1;
  uint32_t phase = 0;  ///< begin of what takes cycle LinkTx::free first, in parts of the cycle
};
/// Links of the base chip.
struct EachCycle {
  static Cycle next(Cycle, Cycle slot, unsigned taken) { return slot + taken; }
  static void set_rate(const Ratio&) {}
  static Cycle hold_cycles(unsigned) { return 0; }
  static uint64_t slots_until(Cycle end) { return end; }
};

/// State of one port, with slots counted as in rtl_models/tx_scheduler: slot y is cycle y on the
/// transmit pins, at full rate the first free slot in that cycle. One cache line.
struct LinkTx : std::conditional_t<kIsVariantCore, SlowSlots, EachCycle> {
  /// A cell that leaves in `slot`; its space in the output queue is free from that cycle on.
  struct Departed {
    Cycle slot = 0;
    uint8_t vc = 0;
    uint8_t words = 0;
  };

  VcMask pending = 0;            ///< VCs with freed words that no FC set has granted yet
  Cycle free = 0;                ///< first slot in which something may begin
  Cycle set_allowed = 0;         ///< first slot for the next FC set
  Cycle pending_since = 0;       ///< cycle in whose state fc_sender's `age` is 0
  Cycle refresh_due = kNoCycle;  ///< cycle in which the next refresh becomes due
  /// The earlier of the cycle in which the scheduler gets the next TIMESYNC and the one before the
  /// cycle from which it may choose the next MOS (MosSlots): either takes slot due + 2 or later.
  Cycle timed_due = kNoCycle;
  uint32_t head = kNil;  ///< output queue, in order of matches
  uint32_t tail = kNil;
  std::array<Departed, kDeparted>
      departed;              ///< the last ones, as many as can be ahead of the arbiter
  uint32_t update_sets = 0;  ///< FC sets with credit updates sent
  uint32_t cells = 0;        ///< sent
  uint32_t words = 0;        ///< of those cells
  uint16_t pointer = 0;      ///< VC from which the next update set is filled
  LinkKind kind = LinkKind::kNone;
  bool is_full_rate : 1;    ///< its slots are those of full_rate.h
  bool is_second_slot : 1;  ///< … and what begins in cycle `free` takes the second one there

  LinkTx() : is_full_rate(false), is_second_slot(false) {}

  /// A cell or set takes `slots` slots from the first free one in cycle `slot` on. At most one cell
  /// or set begins in a cycle, and one cell in two.
  void occupy(Cycle slot, unsigned slots) {
    if (is_full_rate) {
      occupy_full_rate(slot, slots);
    } else {
      free = next(free, slot, slots);
    }
  }
  void occupy_full_rate(Cycle slot, unsigned slots) {
    const bool second = is_second_slot && slot == free;
    const uint64_t end = full_rate::first_slot(slot) + second + slots;
    const Cycle cycle = full_rate::cycle_of(end);
    free = std::max(cycle, slot + std::min(slots, 2u));
    is_second_slot = cycle == free && end != full_rate::first_slot(free);
  }
};
static_assert(kIsVariantCore || sizeof(LinkTx) == 64, "one cache line");

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
