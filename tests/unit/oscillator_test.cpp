// SPDX-License-Identifier: Apache-2.0
// Oscillator: edges by the formula of offset and drift, exactly, and the search for an edge.
// ElasticBuffer: its fill between two of them.
#include "tlm/tin/time_sync/oscillator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tlm/tin/time_sync/elastic_buffer.h"

namespace tinsim {
namespace {

constexpr unsigned kMhz = 400;

TEST(Oscillator, NominalHasOneEdgePerCycle) {
  const Oscillator clock;
  for (Cycle at : {0u, 1u, 12345u, 2147483647u}) EXPECT_EQ(clock.edges(at), int64_t{at});
}

TEST(Oscillator, AnOffsetGainsAnEdgeEveryMillionthCycles) {
  const Oscillator fast(Oscillator::of_ppm(100, 0, 0, kMhz)),
      slow(Oscillator::of_ppm(-100, 0, 0, kMhz));
  for (Cycle at : {10001u, 99999999u, 1000000001u, 2147483000u}) {
    // The offset is rounded to 2^-40: at most one edge in 2^41 cycles.
    const double gained = 1e-4 * at;
    EXPECT_NEAR(static_cast<double>(fast.edges(at) - at), gained, 1.001) << at;
    EXPECT_NEAR(static_cast<double>(slow.edges(at)) - at, -gained, 1.001) << at;
  }
}

TEST(Oscillator, DriftGrowsWithTheSquareOfTime) {
  const Oscillator clock = Oscillator::of_ppm(0, 50, 0, kMhz);
  for (double seconds : {0.1, 1.0, 5.0}) {
    const auto at = static_cast<Cycle>(seconds * kMhz * 1e6);
    // Steps of 164 us instead of a slope: half a step late; the step itself is rounded.
    const double gained = 50e-6 * seconds * seconds / 2 * kMhz * 1e6;
    EXPECT_NEAR(static_cast<double>(clock.edges(at)) - at, gained, gained * 2e-3 + 1) << seconds;
  }
}

TEST(Oscillator, ThePhaseDecidesInWhichCycleAnEdgeFalls) {
  const Oscillator early = Oscillator::of_ppm(100, 0, 0xffffffffu, kMhz);
  const Oscillator late = Oscillator::of_ppm(100, 0, 0, kMhz);
  EXPECT_EQ(early.edges(1), 2);  // all but a 2^-32nd of an edge has passed in cycle 0
  EXPECT_EQ(late.edges(1), 1);
  EXPECT_EQ(late.edges(9999), 9999);
  EXPECT_EQ(late.edges(10001), 10002);
}

TEST(Oscillator, FindsTheFirstCycleOfAnEdge) {
  for (double ppm : {-500.0, -100.0, -0.1, 0.0, 37.0, 500.0}) {
    const Oscillator clock = Oscillator::of_ppm(ppm, 10, 77777, kMhz);
    for (Cycle from : {0u, 1000u, 123456789u}) {
      for (int64_t more : {0, 1, 2, 39999, 40000, 16000000}) {
        const int64_t wanted = clock.edges(from) + more;
        const Cycle at = clock.first_with(wanted, from);
        EXPECT_GE(clock.edges(at), wanted) << ppm << ' ' << from << ' ' << more;
        if (at > from) {
          EXPECT_LT(clock.edges(at - 1), wanted) << ppm << ' ' << from << ' ' << more;
        }
      }
    }
  }
}

constexpr Cycle kInterval = 4979, kLink = 119;

ElasticBuffer buffer_of_ppm(double writer, double reader) {
  return {Oscillator::of_ppm(writer, 0, 1u << 30, kMhz), Oscillator::of_ppm(reader, 0, 77, kMhz),
          kLink};
}

TEST(ElasticBuffer, NominalClocksLeaveItAtItsCentre) {
  ElasticBuffer buffer;
  for (Cycle due = kInterval; due < 4000000; due += kInterval) {
    buffer.pass_removable(due);
    EXPECT_EQ(buffer.delay(due), 0);
  }
  EXPECT_EQ(buffer.slips(4000000, kNoCycle, kInterval).removed, 0u);
  EXPECT_EQ(buffer.slips(4000000, kNoCycle, kInterval).inserted, 0u);
}

TEST(ElasticBuffer, SlotsOfAFasterTransmitterAreRemovedAndOfASlowerOneInserted) {
  constexpr Cycle kEnd = 40000000;
  for (const double ppm : {100.0, 30.0, -100.0, -1.0}) {
    ElasticBuffer buffer = buffer_of_ppm(ppm, -ppm);
    for (Cycle due = kInterval; due < kEnd; due += kInterval) {
      buffer.pass_removable(due);
      // Words wait a cycle longer or shorter at most, also just before the next removable set.
      for (Cycle slot : {due, due + kInterval + 20}) EXPECT_LE(std::abs(buffer.delay(slot)), 1);
    }
    const ElasticBuffer::Slips slips = buffer.slips(kEnd, kNoCycle, kInterval);
    const double more = 2 * std::abs(ppm) * 1e-6 * kEnd;  // edges of the faster clock
    EXPECT_NEAR(static_cast<double>(ppm > 0 ? slips.removed : slips.inserted), more, 1);
    EXPECT_EQ(ppm > 0 ? slips.inserted : slips.removed, 0u);
  }
}

TEST(ElasticBuffer, WithoutRemovableSetsItFills) {
  const ElasticBuffer fast = buffer_of_ppm(100, -100), slow = buffer_of_ppm(-100, 100);
  for (Cycle slot : {10000u, 1000000u}) {
    EXPECT_NEAR(fast.delay(slot), 2e-4 * slot, 0.51);
    EXPECT_NEAR(slow.delay(slot), -2e-4 * slot, 0.51);
  }
}

// Where a link had nothing to send, its removable sets have not passed one by one.
TEST(ElasticBuffer, CountsSlipsUpToACycleHoweverManySetsHavePassed) {
  for (unsigned passed : {0u, 3u, 40u, 41u}) {
    ElasticBuffer buffer = buffer_of_ppm(100, -100);
    Cycle due = kInterval;
    for (unsigned set = 0; set < passed; ++set, due += kInterval) buffer.pass_removable(due);
    const Cycle end = 41 * kInterval;  // the set of this cycle does not count
    EXPECT_NEAR(static_cast<double>(buffer.slips(end, due, kInterval).removed),
                40 * 2e-4 * kInterval, 1);
    EXPECT_EQ(buffer.slips(end, due, kInterval).removed,
              buffer_of_ppm(100, -100).slips(end, kInterval, kInterval).removed);
  }
}

}  // namespace
}  // namespace tinsim
