// SPDX-License-Identifier: Apache-2.0
// The containers of 1RMA and PCIe against those of the standard library.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <tuple>

#include "testbench/bench_random.h"
#include "tlm/pcie/growing_queue.h"
#include "tlm/pcie/tlp_data.h"
#include "tlm/tin/rma/received_offsets.h"
#include "tlm/tin/rma/rma_event.h"

namespace tinsim {
namespace {

/// Planted bug: clear() keeps the bits of all words but the first.
class KeepsWords : public ReceivedOffsets {
 public:
  void clear() {
    const bool kept = has(65);
    ReceivedOffsets::clear();
    if (kept) add(65);
  }
};

/// Offsets of the cells of operations, some twice, in any order. Counts differences from a plain
/// set.
template <class Offsets>
unsigned differences(unsigned seed) {
  Random random(seed);
  Offsets offsets;
  unsigned wrong = 0;
  for (unsigned operation = 0; operation < 300; ++operation) {
    std::set<unsigned> plain;
    offsets.clear();
    const unsigned step = random.chance(50) ? 128 : 64, shift = random.below(64);
    for (unsigned cell = 0; cell < 40; ++cell) {
      const bool anywhere = random.chance(10);
      const unsigned offset =
          anywhere ? random.below(kRmaMaxBytes) : (random.below(32) * step + shift) % kRmaMaxBytes;
      wrong += offsets.has(offset) != (plain.count(offset) != 0);
      offsets.add(offset);
      plain.insert(offset);
      wrong += offsets.has(65) != (plain.count(65) != 0);
    }
  }
  return wrong;
}

TEST(RmaContainers, ReceivedOffsetsAreASet) {
  EXPECT_EQ(differences<ReceivedOffsets>(1), 0);
  EXPECT_GT(differences<KeepsWords>(1), 0);
}

TEST(RmaContainers, AQueueKeepsItsOrderWhereItGrows) {
  Random random(2);
  GrowingQueue<unsigned> queue;
  std::deque<unsigned> plain;
  for (unsigned n = 0; n < 20000; ++n) {
    if (random.chance(n / 1000 % 2 == 0 ? 60 : 40)) {
      queue.push_back(n);
      plain.push_back(n);
    } else if (!plain.empty()) {
      ASSERT_EQ(queue.front(), plain.front());
      queue.pop_front();
      plain.pop_front();
    }
    ASSERT_EQ(queue.size(), plain.size());
    ASSERT_EQ(queue.empty(), plain.empty());
    ASSERT_TRUE(plain.empty() || queue.back() == plain.back());
  }
}

/// Planted bug: data follow all other events of their cycle.
class DataLast : public RmaEvents {
 public:
  using RmaEvents::RmaEvents;
  bool is_data_first() const { return next_data() < next_ordered(); }
};

/// Data and other events of near and far cycles, some of the same, pushed and taken at random.
/// Counts events that are not the first by cycle, kind and place.
template <class Events>
unsigned out_of_order(unsigned seed) {
  using Name = std::tuple<Cycle, unsigned, unsigned>;
  Random random(seed);
  Events events(std::pmr::get_default_resource());
  std::multiset<Name> plain;
  unsigned wrong = 0;
  Cycle now = 0;
  for (unsigned n = 0; n < 20000; ++n) {
    if (plain.empty() || random.chance(n / 500 % 2 == 0 ? 60 : 40)) {
      const Cycle at = now + random.below(random.chance(5) ? 9000 : 60);
      const unsigned place = random.below(6);
      const bool data = random.chance(60);
      const auto kind = data ? RmaEvent::kDataIn : static_cast<RmaEvent::Kind>(random.below(9));
      if (data)
        events.push_independent(at, place, {});
      else
        events.push(at, kind, place);
      plain.insert({at, kind, place});
      continue;
    }
    wrong += events.next() != std::get<0>(*plain.begin());
    Name taken;
    if (events.is_data_first()) {
      const RmaData data = events.first_data();
      events.drop_data();
      taken = {data.at, RmaEvent::kDataIn, data.place};
    } else {
      const RmaEvent event = events.take();
      taken = {event.at, event.kind, event.place};
    }
    wrong += taken != *plain.begin();
    now = std::get<0>(taken);
    plain.erase(plain.begin());
  }
  return wrong;
}

TEST(RmaContainers, EventsAreInOrderOfCycleKindAndPlace) {
  EXPECT_EQ(out_of_order<RmaEvents>(3), 0);
  EXPECT_GT(out_of_order<DataLast>(3), 0);
}

TEST(RmaContainers, OctetsStayUntilTheyAreReleased) {
  TlpData data;
  const uint8_t octets[] = {1, 2, 3};
  const uint32_t first = data.copy({octets, 3});
  EXPECT_NE(first, 0);
  uint8_t* const place = data.at(first);
  for (unsigned n = 0; n < 100; ++n) EXPECT_NE(data.make(64), first);
  EXPECT_EQ(data.at(first), place);
  EXPECT_EQ(place[2], 3);
  data.release(0);
  data.release(first);
  EXPECT_EQ(data.make(1), first);
}

}  // namespace
}  // namespace tinsim
