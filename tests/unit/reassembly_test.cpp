// SPDX-License-Identifier: Apache-2.0
// Books of a reassembly buffer: by hand, and against a list of the cells that are missing.
#include "rtl_models/parts/reassembly.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "testbench/bench_random.h"

namespace tinsim {
namespace {

void expect_arrival(const CellArrival& got, bool stored, bool complete, bool aborted) {
  EXPECT_EQ(got.stored, stored);
  EXPECT_EQ(got.complete, complete);
  EXPECT_EQ(got.aborted, aborted);
}

TEST(ReassemblyState, CompletesAPacketWithItsLastMissingCell) {
  ReassemblyState books(4, 20);
  const std::uint16_t eptr = books.reserve(300);  // 148 + 148 + 4
  EXPECT_EQ(eptr, 0);
  EXPECT_EQ(books.free_slots(), 17u);
  expect_arrival(books.store(eptr, 2, 4), true, false, false);
  expect_arrival(books.store(eptr, 0, 148), true, false, false);
  expect_arrival(books.store(eptr, 1, 148), true, true, false);
  books.release(eptr);
  EXPECT_EQ(books.free_slots(), 20u);
}

TEST(ReassemblyState, RefusesWhatDoesNotBelong) {
  ReassemblyState books(4, 20);
  const std::uint16_t eptr = books.reserve(300);
  expect_arrival(books.store(eptr, 3, 148), false, false, false);      // no such cell
  expect_arrival(books.store(eptr, 0, 147), false, false, false);      // not the last one
  expect_arrival(books.store(eptr, 2, 148), false, false, false);      // the last one has 4
  expect_arrival(books.store(eptr + 4, 0, 148), false, false, false);  // next generation
  expect_arrival(books.store(eptr + 1, 0, 148), false, false, false);  // a free context
  expect_arrival(books.store(eptr, 0, 148), true, false, false);
  expect_arrival(books.store(eptr, 0, 148), false, false, false);  // again
}

TEST(ReassemblyState, ReportsThatThePacketWasAborted) {
  ReassemblyState books(4, 20);
  const std::uint16_t eptr = books.reserve(149);
  expect_arrival(books.store(eptr, 0, 0), true, false, false);
  expect_arrival(books.store(eptr, 1, 1), true, true, true);
}

TEST(ReassemblyState, GivesTheLowestFreeContextInItsNextGeneration) {
  ReassemblyState books(4, 20);
  for (unsigned context = 0; context < 4; ++context) EXPECT_EQ(books.reserve(1), context);
  EXPECT_FALSE(books.can_reserve());
  EXPECT_EQ(books.next_eptr(), 0);
  books.release(2);
  books.release(1);
  EXPECT_EQ(books.next_eptr(), 1u << 2 | 1);
  EXPECT_FALSE(books.is_taken(1));
  EXPECT_TRUE(books.is_taken(3));
}

TEST(ReassemblyState, GenerationsStartAgain) {
  ReassemblyState books(1024, 20);  // 6 bits of generation
  for (unsigned n = 0; n < 64; ++n) {
    EXPECT_EQ(books.reserve(1), n << 10);
    books.release(static_cast<std::uint16_t>(n << 10));
  }
  EXPECT_EQ(books.reserve(1), 0);
}

/// A buffer that keeps each packet as the list of cells that it still misses.
struct Listed {
  std::map<unsigned, unsigned> missing;  ///< vbytes by idx
  unsigned cells = 0;
  bool aborted = false;
};

TEST(ReassemblyState, AgreesWithListsOfMissingCells) {
  constexpr unsigned kContexts = 128, kSlots = 437;
  ReassemblyState books(kContexts, kSlots);
  std::map<unsigned, Listed> packets;  // by eptr
  std::vector<unsigned> generation(kContexts);
  unsigned free_slots = kSlots;
  Random random(7);
  for (int n = 0; n < 200'000; ++n) {
    const unsigned bytes = random.chance(90) ? random.range(1, 600) : random.range(1, 16383);
    const unsigned cells = (bytes + 147) / 148;
    if (random.chance(30) && packets.size() < kContexts && cells <= free_slots) {
      unsigned context = 0;
      while (packets.count(generation[context] * kContexts + context)) ++context;
      const unsigned eptr = books.reserve(bytes);
      ASSERT_EQ(eptr, generation[context] * kContexts + context);
      Listed& packet = packets[eptr];
      packet.cells = cells;
      for (unsigned idx = 0; idx < cells; ++idx)
        packet.missing[idx] = idx + 1 < cells ? 148 : bytes - 148 * (cells - 1);
      free_slots -= cells;
    }
    if (packets.empty()) continue;
    auto it = std::next(packets.begin(), random.below(static_cast<unsigned>(packets.size())));
    const auto eptr = static_cast<std::uint16_t>(it->first);
    Listed& packet = it->second;
    const unsigned idx = random.below(packet.cells + 1);
    const auto cell = packet.missing.find(idx);
    const unsigned vbytes = random.chance(3)               ? 0
                            : cell == packet.missing.end() ? 148
                            : random.chance(5)             ? random.below(256)
                                                           : cell->second;
    const bool stored = cell != packet.missing.end() && (vbytes == 0 || vbytes == cell->second);
    if (stored) {
      packet.missing.erase(cell);
      packet.aborted |= vbytes == 0;
    }
    const bool complete = stored && packet.missing.empty();
    const CellArrival got = books.store(eptr, idx, vbytes);
    ASSERT_EQ(got.stored, stored);
    ASSERT_EQ(got.complete, complete);
    ASSERT_EQ(got.aborted, complete && packet.aborted);
    if (complete || random.chance(2)) {
      books.release(eptr);
      free_slots += packet.cells;
      ++generation[eptr % kContexts] %= 65536 / kContexts;
      packets.erase(it);
      ASSERT_FALSE(books.store(eptr, 0, 0).stored);
    }
    ASSERT_EQ(books.free_slots(), free_slots);
    ASSERT_EQ(books.can_reserve(), packets.size() < kContexts);
  }
}

}  // namespace
}  // namespace tinsim
