// SPDX-License-Identifier: Apache-2.0
// Messages on their way to a chip against a sorted list of them; the memory of chips.
#include "tlm/tin/cell_switch/mailbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "tlm/tin/cell_switch/huge_pages.h"

namespace tinsim {
namespace {

using Message = std::tuple<unsigned, unsigned, unsigned>;  // port, VC, words
using Sorted = std::multimap<Cycle, Message>;

/// Takes from the mailbox and from the list what is due up to `cycle`; both must give the same.
void drain(Mailbox& mailbox, Sorted& sorted, Cycle cycle) {
  Sorted got;
  Cycle last = 0;
  mailbox.drain_credits(cycle, [&](unsigned port, Credit credit, Cycle due) {
    EXPECT_GE(due, last) << "in order of time";
    last = due;
    got.emplace(due, Message{port, unsigned{credit.vc}, unsigned{credit.words}});
  });
  Sorted expected(sorted.begin(), sorted.upper_bound(cycle));
  sorted.erase(sorted.begin(), sorted.upper_bound(cycle));
  ASSERT_EQ(got.size(), expected.size()) << "cycle " << cycle;
  for (const auto& [due, message] : expected) {  // within a cycle any order will do
    const auto [first, end] = got.equal_range(due);
    bool found = false;
    for (auto at = first; at != end && !found; ++at) found = at->second == message;
    EXPECT_TRUE(found) << "due " << due;
  }
}

TEST(Mailbox, CreditsComeWhenDue) {
  for (const unsigned busy : {1u, 20u, 400u}) {  // of 1000 cycles in which one is sent
    std::mt19937 random(busy);
    Mailbox mailbox(256);
    Sorted sorted;
    for (Cycle now = 0; now < 20000; ++now) {
      if (random() % 1000 < busy) {
        const Cycle due = now + 1 + random() % 254;
        const Message message{random() % 50, random() % 32, 1 + random() % 20};
        const auto [port, vc, words] = message;
        mailbox.push_credit(port, due, Credit{vc, words});
        sorted.emplace(due, message);
      }
      const Cycle next = sorted.empty() ? kNoCycle : sorted.begin()->first;
      ASSERT_EQ(mailbox.has_credit(now), next <= now);
      ASSERT_EQ(mailbox.next_active(now, now + 100, true), std::min(next, now + 100));
      ASSERT_EQ(mailbox.next_active(now, now + 100, false), now + 100) << "none asked for";
      if (random() % 3 != 0 && next != now) continue;
      ASSERT_NO_FATAL_FAILURE(drain(mailbox, sorted, now));
    }
  }
}

TEST(Mailbox, WakesForTheFirstOfCellsAndCredits) {
  Mailbox mailbox(256);
  mailbox.push_cell(3, 130, Cell());
  mailbox.push_credit(4, 200, Credit{1, 2});
  EXPECT_EQ(mailbox.next_active(0, 250, true), 130u);
  EXPECT_NE(mailbox.take_cells(130), kNil);
  EXPECT_EQ(mailbox.next_active(131, 250, false), 250u);
  EXPECT_EQ(mailbox.next_active(131, 250, true), 200u);
}

TEST(Mailbox, ACellGoesOnInASharedPool) {
  CellPool cells;
  Mailbox first(256, std::pmr::get_default_resource(), std::pmr::get_default_resource(), &cells);
  Mailbox second(256, std::pmr::get_default_resource(), std::pmr::get_default_resource(), &cells);
  const uint64_t seed = 7;
  second.set_draw_key(mix64(seed) ^ uint64_t{3} << 32);
  Cell cell;
  cell.src = 0x1234;
  cell.dst = 0x5678;
  cell.seq = 9;
  first.push_cell(4, 10, cell);
  const uint32_t index = first.take_cells(10);
  second.take_over(5, 20, index, second.pool()[index]);
  EXPECT_EQ(cells.used(), 1u);
  EXPECT_EQ(first.take_cells(10), kNil);
  ASSERT_EQ(second.take_cells(20), index);
  const CellPool::Node& node = cells[index];
  EXPECT_EQ(node.cell, cell);
  EXPECT_EQ(node.port, 5);
  EXPECT_EQ(node.next, kNil);
  EXPECT_EQ(node.draws, hop_random(seed, 3, cell.src, cell.dst, cell.seq));
}

TEST(Mailbox, CellsOfAWindowAreSeenAndStay) {
  Mailbox mailbox(256);
  for (const Cycle due : {4u, 5u, 7u, 7u, 9u}) mailbox.push_cell(due, due, Cell{});
  mailbox.wake(6);  // without a cell
  std::multiset<unsigned> ports;
  mailbox.for_cells_due(5, 9, [&](const CellPool::Node& node) { ports.insert(node.port); });
  EXPECT_EQ(ports, (std::multiset<unsigned>{5, 7, 7}));
  EXPECT_NE(mailbox.take_cells(7), kNil);
}

TEST(ChipMemory, IsZeroedAlignedAndApart) {
  ChipMemory memory;
  std::vector<unsigned char*> pieces;
  constexpr std::size_t kBytes = 300 << 10;
  for (unsigned i = 0; i < 20; ++i) {  // more than the first block holds
    auto* piece = static_cast<unsigned char*>(memory.resource()->allocate(kBytes, 128));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(piece) % 128, 0u);
    for (std::size_t at = 0; at < kBytes; ++at) ASSERT_EQ(piece[at], 0);
    std::fill_n(piece, kBytes, static_cast<unsigned char>(i + 1));
    pieces.push_back(piece);
  }
  for (unsigned i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(pieces[i][0], i + 1);
    EXPECT_EQ(pieces[i][kBytes - 1], i + 1);
  }
}

// The range that a pod prefetches contains all state.
TEST(ChipMemory, DenseIsWithoutGaps) {
  constexpr std::size_t kPiece = 40 << 10, kPieces = 100;  // more than a huge page
  ChipMemory memory(kPieces * kPiece + 64);
  const char* end = memory.dense_end() + 64;
  for (unsigned i = 0; i < kPieces - 1; ++i) {
    const auto* piece = static_cast<const char*>(memory.dense()->allocate(kPiece - 64, 64));
    EXPECT_EQ(piece, end);
    end = memory.dense_end();
    EXPECT_EQ(end, piece + kPiece - 64);
    end += 64;
  }
}

}  // namespace
}  // namespace tinsim
