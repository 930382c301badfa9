// SPDX-License-Identifier: Apache-2.0
// State of a chip's IP path: events in order, queues in a pool.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <tuple>

#include "testbench/bench_random.h"
#include "tlm/tin/ip/ingress_inline.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/node_pool.h"

namespace tinsim {
namespace {

using Key = std::tuple<Cycle, unsigned, unsigned>;

/// Pushes and takes at random, as a set says; `reach`: how far ahead.
void expect_as_set(unsigned reach, unsigned density, unsigned seed) {
  IpEvents events;
  std::set<Key> expected;
  Random random(seed);
  Cycle now = 0;
  for (unsigned n = 0; n < 50'000; ++n) {
    if (random.chance(density)) {
      const Cycle at = now + random.below(reach);
      const unsigned kind = random.below(11), place = random.below(40);
      if (!expected.insert({at, kind, place}).second) continue;
      Cell cell;
      cell.seq = at ^ place;
      events.push(at, static_cast<IpEvent::Kind>(kind), place, cell);
    } else if (!expected.empty()) {
      const auto [at, kind, place] = *expected.begin();
      ASSERT_EQ(events.next(), at) << "step " << n;
      const IpEvent event = events.take();
      ASSERT_EQ((Key{event.at, event.kind, event.place}), (Key{at, kind, place})) << "step " << n;
      ASSERT_EQ(event.cell.seq, at ^ place);
      expected.erase(expected.begin());
      now = at;
    } else {
      now += random.below(3000);  // nothing for a while
    }
    ASSERT_EQ(events.next(), expected.empty() ? kNoCycle : std::get<0>(*expected.begin()));
  }
}

TEST(IpEvents, ComeInOrderOfTimeKindAndPlace) {
  expect_as_set(3, 55, 1);        // many in a cycle
  expect_as_set(200, 52, 2);      // within the ring
  expect_as_set(512, 49, 3);      // to its last cycle, often empty
  expect_as_set(514, 52, 4);      // and just beyond
  expect_as_set(100'000, 52, 5);  // mostly in the heap
}

TEST(NodePool, QueuesShareNodesAndKeepTheirOrder) {
  NodePool<unsigned> pool;
  std::array<NodePool<unsigned>::Queue, 3> queues;
  std::array<std::deque<unsigned>, 3> expected;
  Random random(6);
  for (unsigned n = 0; n < 20'000; ++n) {
    const unsigned q = random.below(3);
    if (random.chance(50)) {
      pool.push_back(queues[q], n);
      expected[q].push_back(n);
    } else if (!expected[q].empty()) {
      ASSERT_EQ(pool.front(queues[q]), expected[q].front());
      ASSERT_EQ(pool.pop_front(queues[q]), expected[q].front());
      expected[q].pop_front();
    }
    ASSERT_EQ(queues[q].empty(), expected[q].empty());
  }
}

TEST(DataCell, IsWhatItsFieldsSay) {
  Random random(7);
  for (unsigned n = 0; n < 1000; ++n) {
    Cell addresses;
    addresses.src = static_cast<uint16_t>(random.below(0x10000));
    addresses.dst = static_cast<uint16_t>(random.below(0x10000));
    addresses.hop = random.below(32) & 31u;
    const uint64_t word = uint64_t{random.below(0x10000)} << 40 | random.below(0x10000) << 8 | n;
    const unsigned words = 2 + random.below(19), cls = random.below(10);
    Cell expected = make_cell(word, kDataCellType, words, cls);
    expected.src = addresses.src;
    expected.dst = addresses.dst;
    expected.hop = addresses.hop;
    expected.traced = n % 2;
    ASSERT_EQ(data_cell(addresses, word, words, cls, n % 2 != 0), expected) << "cell " << n;
  }
}

}  // namespace
}  // namespace tinsim
