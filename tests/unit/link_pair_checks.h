// SPDX-License-Identifier: Apache-2.0
// Checks of two ports and the wire between them: each cell, known bit by bit, and all credit.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/link_pair.h"

namespace tinsim {

using Sides = std::pair<LinkSide*, LinkSide*>;

/// Both directions of a pair, sender first, with the sender's number.
inline std::array<Sides, 2> directions(LinkPair& pair) {
  return {Sides{&pair.a, &pair.b}, Sides{&pair.b, &pair.a}};
}

inline bool is(const LinkPort::Decision& slot, SlotKind kind) {
  return slot.kind == static_cast<unsigned>(kind);
}

/// The effects of a sender's slots, which are known bit by bit. From the slots alone: a second run
/// of the direction says what the receive PCS showed of each.
class Expected {
 public:
  Expected(const LinkPairParams& params, unsigned side, const LinkSide& from) {
    WireDirection direction(params.wire(side));
    for (const LinkPort::Decision& slot : from.slots)
      seen_.push_back(direction.step(slot.word, slot.control));
  }
  /// The word of slot y came as it was sent, and nothing says it is bad.
  bool intact(const LinkSide& from, Cycle y) const {
    const RxSlot& seen = seen_[y];
    const LinkPort::Decision& sent = from.slots[y];
    return seen.valid && !seen.bad && seen.control == sent.control && seen.word == sent.word;
  }

 private:
  std::vector<RxSlot> seen_;
};

/// Every cell that was sent was delivered with the truth about its payload, or lost, once; and the
/// counters say the same. Returns the number of faults.
inline unsigned count_faults(const LinkPairParams& params, unsigned side, LinkSide& from,
                             LinkSide& to) {
  const Expected expected(params, side, from);
  const Cycle delay = from.out().link_cycles();
  std::map<Cycle, const LinkSide::Delivery*> delivered;
  std::map<Cycle, const LinkSide::Loss*> lost;
  for (const auto& delivery : to.deliveries) delivered[delivery.rx] = &delivery;
  for (const auto& loss : to.losses) lost[loss.rx] = &loss;
  unsigned faults = 0, good = 0, damaged = 0, sent = 0;
  for (Cycle y = 0; y < from.slots.size(); ++y) {
    if (!is(from.slots[y], SlotKind::Cell) || !from.slots[y].control) continue;
    ++sent;
    const unsigned words = header_len(from.slots[y].word);
    const bool arrives = delivered.count(y + delay) > 0;
    faults += arrives == (lost.count(y + delay) > 0);
    if (!arrives) continue;
    const LinkSide::Delivery& delivery = *delivered[y + delay];
    bool intact = true;
    for (unsigned n = 1; n < words; ++n) intact &= expected.intact(from, y + n);
    faults += !expected.intact(from, y) || word_of(delivery.cell, 0) != from.slots[y].word;
    faults += delivery.damaged == intact;
    ++(intact ? good : damaged);
  }
  const LinkCounters counters = from.out().counters();
  faults += delivered.size() + lost.size() != sent;
  faults += counters.cells_sent != sent || counters.cells_good != good;
  faults += counters.errors.cells_damaged != damaged || counters.cells_lost_in_all() != lost.size();
  std::array<std::uint64_t, kLossCauses> causes{};
  for (const auto& loss : to.losses) ++causes[static_cast<unsigned>(loss.cause)];
  return faults + (causes != counters.cells_lost);
}

inline void expect_accounted(const LinkPairParams& params, LinkPair& pair) {
  pair.finish_cells();
  EXPECT_EQ(count_faults(params, 0, pair.a, pair.b), 0u);
  EXPECT_EQ(count_faults(params, 1, pair.b, pair.a), 0u);
}

/// Runs `cycles` with an audit of all credit in each.
inline void run_audited(LinkPair& pair, Cycle cycles) {
  for (; cycles > 0; --cycles) {
    pair.run(1);
    ASSERT_EQ(pair.audit(), "");
  }
}

/// Runs refresh rounds until all credit is back; how many it took, at most `limit`.
inline unsigned rounds_to_heal(LinkPair& pair, const LinkPairParams& params, unsigned limit) {
  for (unsigned rounds = 0; rounds <= limit; ++rounds) {
    if (pair.credits_are_full()) return rounds;
    run_audited(pair, params.refresh_round() + pair.a.out().link_cycles() + 200);
  }
  return limit + 1;
}

}  // namespace tinsim
