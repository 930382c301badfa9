// SPDX-License-Identifier: Apache-2.0
// Slots of a link with 70 in 66 cycles, against the line slot by slot.
#include "tlm/gnet/full_rate.h"

#include <gtest/gtest.h>

#include <random>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "tlm/tin/cell_switch/link_tx.h"

namespace tinsim {
namespace {

LinkTx full_rate_link() {
  LinkTx link;
  link.is_full_rate = true;
  return link;
}

/// The line, whose slot n begins n * 66 / 70 cycles after the start.
struct Line {
  uint64_t slot = 0;  ///< first that is free
  /// The first free slot that begins in this cycle or later.
  void idle_until(Cycle cycle) {
    while (slot * 66 < uint64_t{cycle} * 70) ++slot;
  }
  Cycle cycle() const { return static_cast<Cycle>(slot * 66 / 70); }
};

TEST(FullRate, CellsBackToBackBeginWithTheirSlots) {
  for (unsigned words = 3; words <= kMaxCellWords; ++words) {
    LinkTx link = full_rate_link();
    for (uint64_t cell = 0; cell < 1000; ++cell) {
      ASSERT_EQ(link.free, cell * words * 66 / 70) << words << " words, cell " << cell;
      link.occupy(link.free, words);
    }
  }
}

// The arbiter matches a cell of two words every second cycle.
TEST(FullRate, OneCellBeginsInTwoCycles) {
  LinkTx link = full_rate_link();
  for (Cycle cell = 0; cell < 1000; ++cell) {
    ASSERT_EQ(link.free, 2 * cell);
    link.occupy(link.free, 2);
  }
}

TEST(FullRate, CellsAndSetsAtAnyTimesTakeTheSlotsOfTheLine) {
  std::mt19937 random(1);
  const auto below = [&random](unsigned n) { return random() % n; };
  LinkTx link = full_rate_link();
  Line line;
  for (unsigned item = 0; item < 100000; ++item) {
    const unsigned words = below(3) == 0 ? 1 : 2 + below(kMaxCellWords - 1);
    const Cycle cycle = link.free + (below(2) == 0 ? 0 : below(40));
    line.idle_until(cycle);
    ASSERT_EQ(line.cycle(), cycle) << "item " << item;
    link.occupy(cycle, words);
    line.slot += words;
    line.idle_until(cycle + (words == 1 ? 1 : 2));
    ASSERT_EQ(link.free, line.cycle()) << "item " << item << " of " << words;
  }
}

// rtl_models/tx_gearbox, which takes a block or two for each line word.
TEST(FullRate, SlotsAreThoseOfTheGearbox) {
  TxGearbox gearbox;
  gearbox.reset({});
  TxGearbox::In in;
  in.enable_i = true;
  for (Cycle cycle = 0; cycle < 10 * 33; ++cycle) {
    ASSERT_EQ(full_rate::first_slot(cycle + 1) - full_rate::first_slot(cycle),
              uint64_t{gearbox.out().take_o})
        << "cycle " << cycle;
    gearbox.tick(in);
  }
}

// The word i of a cell reaches the link i cycles after the header, and its slot begins two cycles
// behind the scheduler: not before it.
TEST(FullRate, TheLineNeverPrecedesTheWordsOfACell) {
  Cycle most = 0;
  for (uint64_t slot = 0; slot < 70; ++slot)
    for (unsigned word = 0; word < kMaxCellWords; ++word) {
      const Cycle on_line = full_rate::cycle_of(slot + word) - full_rate::cycle_of(slot);
      ASSERT_GE(on_line + full_rate::kLineDelay, word);
      most = std::max(most, word - std::min<Cycle>(on_line, word));
    }
  EXPECT_EQ(most, full_rate::kLineDelay) << "a shorter delay would do";
}

}  // namespace
}  // namespace tinsim
