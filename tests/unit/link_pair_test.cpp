// SPDX-License-Identifier: Apache-2.0
// Two ports and the wire between them, with and without noise: cells arrive in time, are accounted
// for, credit returns; and these checks detect planted faults.
#include "tests/unit/link_pair_checks.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

TEST(LinkPair, OnACleanLinkEveryCellArrivesInItsCycle) {
  for (const Cycle wire_cycles : {0u, 2u, 17u, 200u})
    for (const bool fec : {false, true}) {
      LinkPairParams params;
      params.wire_cycles = wire_cycles;
      params.fec = fec;
      params.depth = 600;
      params.timesync_interval = 1000;
      LinkPair pair(params);
      run_audited(pair, 5000);
      pair.finish_cells();
      const Cycle delay = timing::link_cycles(wire_cycles) + (fec ? 12 : 0);
      for (const auto& [from, to] : directions(pair)) {
        std::vector<std::pair<Cycle, std::uint64_t>> headers, delivered;
        for (Cycle y = 0; y < from->slots.size(); ++y)
          if (is(from->slots[y], SlotKind::Cell) && from->slots[y].control)
            headers.push_back({y + delay, from->slots[y].word});
        for (const auto& delivery : to->deliveries) {
          EXPECT_FALSE(delivery.damaged);
          delivered.push_back({delivery.rx, word_of(delivery.cell, 0)});
        }
        EXPECT_EQ(delivered, headers) << wire_cycles << ' ' << fec;
        EXPECT_GT(headers.size(), 300u);
      }
      expect_accounted(params, pair);
    }
}

// README timing: an FC set in slot y is on the flow-control pins in r + 2, r + 3, r + 4 with
// r = y + link_cycles, and its words may be used one cycle later.
TEST(LinkPair, CreditComesThreeCyclesAfterItsSetArrives) {
  for (const bool fec : {false, true}) {
    LinkPairParams params;
    params.fec = fec;
    params.refresh_cycles = 0;
    LinkPair pair(params);
    pair.run(4000);
    std::map<Cycle, std::pair<unsigned, unsigned>> expected;  // use -> VC, limit
    for (Cycle y = 0; y < pair.b.slots.size(); ++y) {
      if (!is(pair.b.slots[y], SlotKind::Fc)) continue;
      const FcBody set = unpack_fc(decode_ordered_set(pair.b.slots[y].word).body);
      for (unsigned n = 0; n < 3; ++n)
        expected[y + pair.b.out().link_cycles() + 3 + n] = {set.limits[n].vc, set.limits[n].limit};
    }
    ASSERT_GT(pair.a.credits.size(), 100u);
    std::array<unsigned, LinkSide::kVcs> limit{};
    limit.fill(params.depth);
    for (const auto& credit : pair.a.credits) {
      limit[credit.vc] = (limit[credit.vc] + credit.words) % kCreditModulus;
      ASSERT_EQ(expected[credit.use], (std::pair{credit.vc, limit[credit.vc]}));
    }
  }
}

TEST(LinkPair, WithoutTrafficNothingIsSentButIdleAndRefresh) {
  LinkPairParams params;
  params.load_percent = 0;
  LinkPair pair(params);
  pair.run(64 * 50);
  const LinkPort::Counters& counters = pair.a.port().counters();
  EXPECT_EQ(counters.slots[static_cast<unsigned>(SlotKind::Fc)], 50u);
  EXPECT_EQ(counters.slots[static_cast<unsigned>(SlotKind::Idle)], 63 * 50u);
}

// 2 * 10^6 bits each. At 10^-3 without FEC a header survives with 83 %, a cell of 20 words with 25
// %.
TEST(LinkPair, UnderBitErrorsEveryCellIsAccountedForAndCreditComesBack) {
  for (const double rate : {1e-4, 1e-3})
    for (const bool fec : {false, true}) {
      LinkPairParams params;
      params.fec = fec;
      params.seed = fec ? 5 : 6;
      params.noise[0].bit_error_rate = params.noise[1].bit_error_rate = rate;
      params.stop = 2000000 / 66;
      LinkPair pair(params);
      run_audited(pair, params.stop);
      // Refresh sets are lost too: several rounds, each of which repairs the credit of the VCs that
      // it covers.
      EXPECT_LE(rounds_to_heal(pair, params, 20), 20u) << rate << ' ' << fec;
      expect_accounted(params, pair);
      const LinkCounters counters = pair.a.out().counters();
      EXPECT_GT(counters.cells_sent, 1000u);
      EXPECT_GT(counters.cells_good, 500u);
      EXPECT_EQ(counters.errors.words_lost, counters.errors.words_granted_again);
      EXPECT_EQ(pair.b.port().counters().words_granted_again, counters.errors.words_granted_again);
      if (!fec || rate > 5e-4) {
        EXPECT_GT(counters.errors.cells_damaged, 10u);
        EXPECT_GT(counters.cells_lost_in_all(), 10u);
      }
    }
}

TEST(LinkPair, UnderBitErrorsThirtyTwoVcsGetTheirCreditBack) {
  for (const unsigned vcs : {9u, 32u}) {
    LinkPairParams params;
    params.vcs = vcs;
    params.wire_cycles = 100;
    params.noise[0].bit_error_rate = params.noise[1].bit_error_rate = 3e-4;
    params.stop = 20000;
    LinkPair pair(params);
    run_audited(pair, params.stop);
    EXPECT_LE(rounds_to_heal(pair, params, 10), 10u) << vcs;
    expect_accounted(params, pair);
    EXPECT_GT(pair.a.out().counters().cells_lost_in_all(), 50u);
  }
}

TEST(LinkPair, UnderBurstsEveryCellIsAccountedForAndCreditComesBack) {
  for (const bool fec : {false, true}) {
    LinkPairParams params;
    params.fec = fec;
    params.noise[0].burst_rate = params.noise[1].burst_rate = 2e-5;
    params.noise[0].burst_bits = params.noise[1].burst_bits = 50;
    params.stop = 30000;
    LinkPair pair(params);
    run_audited(pair, params.stop);
    EXPECT_LE(rounds_to_heal(pair, params, 10), 10u) << fec;
    expect_accounted(params, pair);
    EXPECT_GT(pair.a.out().counters().errors.cells_damaged, 10u);
    EXPECT_GT(pair.a.out().counters().cells_lost_in_all(), 5u);
  }
}

// Half of (2 link_cycles + 2): link_rx's register counts as the wire's, at both ends.
TEST(LinkPair, TheMeasuredDelayIsTheLinkWhateverTheTraffic) {
  for (const bool fec : {false, true})
    for (const unsigned load : {0u, 100u}) {
      LinkPairParams params;
      params.fec = fec;
      params.wire_cycles = 31;
      params.load_percent = load;
      params.latency_interval = 500;
      LinkPair pair(params);
      pair.run(900);
      EXPECT_EQ(pair.a.port().delay(), 31u + 7 + (fec ? 12 : 0) + 1);
      EXPECT_EQ(pair.b.port().delay(), pair.a.port().delay());
    }
}

TEST(LinkPair, ATimesyncIsTrueInItsSlotWhateverTheTraffic) {
  for (const unsigned load : {0u, 100u}) {
    LinkPairParams params;
    params.load_percent = load;
    params.timesync_interval = 250;
    LinkPair pair(params);
    for (unsigned n = 1; n < 20; ++n) {
      pair.run(250);
      const auto sync = pair.b.port().timesync();
      if (n == 1) continue;
      ASSERT_TRUE(sync.has_value());
      EXPECT_EQ(sync->cycle - sync->time, pair.a.out().link_cycles() + 1);
      // It waits for one cell, at most, and for the set before it.
      EXPECT_GE(sync->time, 250 * (n - 1) + 2);
      EXPECT_LE(sync->time, 250 * (n - 1) + 22);
    }
    EXPECT_EQ(pair.b.port().counters().timesyncs, 19u - 1 + (19 * 250 % 250 > 0));
  }
}

TEST(LinkPair, ARunIsTheSameTwice) {
  LinkPairParams params;
  params.noise[0].bit_error_rate = params.noise[1].bit_error_rate = 1e-3;
  LinkPair one(params), two(params);
  one.run(5000);
  two.run(5000);
  ASSERT_EQ(one.b.deliveries.size(), two.b.deliveries.size());
  for (std::size_t n = 0; n < one.b.deliveries.size(); ++n) {
    EXPECT_EQ(one.b.deliveries[n].rx, two.b.deliveries[n].rx);
    EXPECT_EQ(one.b.deliveries[n].damaged, two.b.deliveries[n].damaged);
  }
  ++params.seed;
  LinkPair other(params);
  other.run(5000);
  EXPECT_NE(one.b.deliveries.size(), other.b.deliveries.size());
}

// The checkers of this file detect planted faults.
TEST(LinkPairChecks, TheAuditNoticesACreditThatVanishes) {
  LinkPair pair({});
  run_audited(pair, 500);
  pair.a.credits_to_drop = 1;
  pair.run(200);
  EXPECT_NE(pair.audit(), "");
}

TEST(LinkPairChecks, TheAccountNoticesACellThatVanishesOrIsCalledGood) {
  LinkPairParams params;
  params.noise[0].bit_error_rate = 1e-3;
  params.stop = 5000;
  LinkPair pair(params);
  pair.run(6000);
  expect_accounted(params, pair);
  auto& deliveries = pair.b.deliveries;
  for (auto& delivery : deliveries) {
    if (!delivery.damaged) continue;
    delivery.damaged = false;
    break;
  }
  EXPECT_EQ(count_faults(params, 0, pair.a, pair.b), 1u);
  deliveries.pop_back();
  EXPECT_GT(count_faults(params, 0, pair.a, pair.b), 1u);
}

}  // namespace
}  // namespace tinsim
