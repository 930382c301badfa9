// SPDX-License-Identifier: Apache-2.0
// Two ports and the wire between them, with faults: links train, flap, lose sets and cells, and
// heal.
#include <cmath>

#include "tests/unit/link_pair_checks.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

/// Runs with random faults.
constexpr std::uint64_t kSeeds = 20;

TEST(LinkPair, TrainsFromACold) {
  for (const bool fec : {false, true}) {
    LinkPairParams params;
    params.start_up = false;
    params.fec = fec;
    LinkPair pair(params);
    pair.run(400);
    EXPECT_TRUE(pair.a.is_up() && pair.b.is_up());
    EXPECT_EQ(pair.a.port().counters().up_entries, 1u);
    run_audited(pair, 2000);
    EXPECT_GT(pair.a.deliveries.size(), 50u);
    expect_accounted(params, pair);
  }
}

/// `count` dark intervals, one every `period` cycles, on both sides or on side 0.
LinkPairParams flapping(bool fec, bool both, unsigned count, Cycle period) {
  LinkPairParams params;
  params.fec = fec;
  Random random(3);
  for (unsigned n = 1; n <= count; ++n) {
    const Cycle from = n * period + random.below(100);
    const LineInterval dark = {from, from + random.range(1, 800)};
    params.noise[0].dark.push_back(dark);
    if (both) params.noise[1].dark.push_back(dark);
  }
  params.stop = (count + 1) * period;
  return params;
}

TEST(LinkPair, TwentyFlapsComeBackAndCreditIsWhole) {
  for (const bool fec : {false, true})
    for (const bool both : {false, true}) {
      const LinkPairParams params = flapping(fec, both, 20, 3000);
      LinkPair pair(params);
      run_audited(pair, params.stop);
      for (const auto& [from, to] : directions(pair)) {
        EXPECT_TRUE(from->is_up());
        EXPECT_EQ(from->port().counters().up_exits, 20u);
        EXPECT_EQ(from->port().counters().up_entries, 20u);
        EXPECT_EQ(from->out().counters().errors.lock_losses, both || from == &pair.a ? 20u : 0u);
        EXPECT_EQ(from->out().counters().errors.retrains, 20u);
      }
      EXPECT_GT(pair.a.out().counters().cells_lost_in_all(), 10u);
      EXPECT_LE(rounds_to_heal(pair, params, 1), 1u) << fec << both;
      expect_accounted(params, pair);
      EXPECT_EQ(pair.a.out().counters().errors.words_lost,
                pair.b.port().counters().words_granted_again);
    }
}

TEST(LinkPair, AStuckLineTakesTheLinkDownAndItTrainsAgain) {
  for (const bool fec : {false, true})
    for (const bool value : {false, true}) {
      LinkPairParams params;
      params.fec = fec;
      params.noise[0].stuck = {{2000, 3000, value}};
      params.stop = 6000;
      LinkPair pair(params);
      // Sync headers 00 and 11 are violations; the 16th within 64 blocks takes the lock.
      run_audited(pair, 2000);
      EXPECT_TRUE(pair.a.is_up() && pair.b.is_up());
      run_audited(pair, 150);
      EXPECT_FALSE(pair.b.is_up());
      EXPECT_FALSE(pair.a.is_up());
      EXPECT_EQ(pair.a.out().counters().errors.lock_losses, 1u);
      run_audited(pair, params.stop - pair.now());
      EXPECT_TRUE(pair.a.is_up() && pair.b.is_up());
      EXPECT_EQ(pair.a.out().counters().errors.lock_losses, 1u);
      EXPECT_LE(rounds_to_heal(pair, params, 1), 1u);
      expect_accounted(params, pair);
    }
}

TEST(LinkPair, APortThatIsDisabledComesBackWhenEnabled) {
  LinkPairParams params;
  params.enable[0] = {{2000, false}, {2500, true}};
  params.stop = 5000;
  LinkPair pair(params);
  run_audited(pair, 2200);
  EXPECT_EQ(pair.a.port().state(), static_cast<unsigned>(PhyState::Down));
  EXPECT_EQ(pair.b.port().state(), static_cast<unsigned>(PhyState::RemoteFault));
  run_audited(pair, 1800);
  EXPECT_TRUE(pair.a.is_up() && pair.b.is_up());
  run_audited(pair, params.stop - pair.now());
  EXPECT_GT(pair.b.out().counters().cells_lost[static_cast<unsigned>(LossCause::NotEnabled)], 0u);
  EXPECT_LE(rounds_to_heal(pair, params, 1), 1u);
  expect_accounted(params, pair);
}

/// All faults at once, at random.
LinkPairParams random_faults(std::uint64_t seed) {
  Random random(seed);
  LinkPairParams params;
  params.seed = seed;
  params.vcs = random.chance(50) ? 4 : random.range(5, 32);
  params.wire_cycles = random.range(0, 60);
  params.fec = random.chance(50);
  params.start_up = random.chance(70);
  params.depth = random.range(40, 400);
  params.refresh_cycles = random.range(5, 300);
  params.load_percent = random.range(20, 100);
  params.timesync_interval = random.range(50, 500);
  params.latency_interval = random.range(50, 500);
  for (unsigned side = 0; side < 2; ++side) {
    NoiseParams& noise = params.noise[side];
    noise.bit_error_rate = std::pow(10, -1.5 - random.below(4));
    noise.burst_rate = random.chance(50) ? 1e-5 : 0;
    noise.burst_bits = random.range(2, 300);
    for (Cycle at = random.range(500, 3000); at < 12000; at += random.range(1, 4000)) {
      const Cycle to = at + random.range(1, 600);
      if (random.chance(60))
        noise.dark.push_back({at, to});
      else
        noise.stuck.push_back({at, to, random.chance(50)});
      at = to;
    }
    bool enable = true;
    for (Cycle at = random.range(500, 20000); at < 12000; at += random.range(1, 2000))
      params.enable[side].push_back({at, enable = !enable});
  }
  return params;
}

// No invariant breaks, no word of credit is lost or made up, in any cycle; each cell has its
// account.
TEST(LinkPair, AnyFaultsTogetherLoseNoCreditAndNoCellWithoutACause) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const LinkPairParams params = random_faults(seed);
    LinkPair pair(params);
    ASSERT_NO_FATAL_FAILURE(run_audited(pair, 12000));
    expect_accounted(params, pair);
    if (HasFailure()) return;
  }
}

/// A quiet link on which `send(pair)` happened before cycle 0; side `side` is hit in one slot.
LinkPairParams hit_in(unsigned side, Cycle slot) {
  LinkPairParams params;
  params.load_percent = 0;
  const Cycle at = slot + timing::kTxToWire + params.wire_cycles;
  params.noise[side].stuck = {{at, at + 1, true}};
  return params;
}

/// The first slot from `from` on of a kind, in a run without noise.
Cycle find_slot(const LinkSide& side, SlotKind kind, Cycle from) {
  while (!is(side.slots.at(from), kind)) ++from;
  return from;
}

/// The first refresh set from `from` on with the VC and `init`.
Cycle find_refresh(const LinkSide& side, bool init, unsigned vc, Cycle from) {
  for (;; ++from) {
    if (!is(side.slots.at(from), SlotKind::Fc)) continue;
    const FcBody set = unpack_fc(decode_ordered_set(side.slots[from].word).body);
    for (const CreditLimit& entry : set.limits)
      if (set.init == init && entry.vc == vc) return from;
  }
}

TEST(LinkPair, ALostCreditUpdateHealsWithTheNextRefresh) {
  constexpr unsigned kVc = 1, kWords = 20;
  LinkPairParams quiet;
  quiet.load_percent = 0;
  LinkPair clean(quiet);
  clean.run(10);  // the first refresh is over
  clean.a.send(kVc, kWords);
  clean.run(1000);
  ASSERT_EQ(clean.a.credits.size(), 1u);
  const Cycle update = clean.a.credits[0].use - clean.b.out().link_cycles() - 3;
  ASSERT_TRUE(is(clean.b.slots[update], SlotKind::Fc));

  LinkPair hit(hit_in(1, update));
  hit.run(10);
  hit.a.send(kVc, kWords);
  run_audited(hit, 1000);
  EXPECT_EQ(hit.b.out().counters().errors.violations, 1u);
  ASSERT_EQ(hit.a.credits.size(), 1u);
  EXPECT_EQ(hit.a.credits[0].words, kWords);
  const Cycle refresh = find_refresh(hit.b, false, kVc, update + 1);
  EXPECT_LE(refresh, update + quiet.refresh_round());
  // The VC is the second entry of its set.
  EXPECT_EQ(hit.a.credits[0].use, refresh + hit.b.out().link_cycles() + 4);
  EXPECT_TRUE(hit.credits_are_full());
}

TEST(LinkPair, ALostCellIsReportedAndItsWordsGrantedAgain) {
  constexpr unsigned kVc = 2, kWords = 7;
  LinkPairParams quiet;
  quiet.load_percent = 0;
  LinkPair clean(quiet);
  clean.a.send(kVc, kWords);
  clean.run(200);
  const Cycle header = find_slot(clean.a, SlotKind::Cell, 0);

  LinkPair hit(hit_in(0, header));
  hit.a.send(kVc, kWords);
  run_audited(hit, 1000);
  ASSERT_EQ(hit.b.losses.size(), 1u);
  EXPECT_EQ(hit.b.losses[0].cause, LossCause::Violation);
  EXPECT_EQ(hit.b.losses[0].rx, header + hit.a.out().link_cycles());
  EXPECT_TRUE(hit.b.deliveries.empty());
  EXPECT_EQ(hit.b.port().counters().words_granted_again, kWords);
  // The report, then an update: credit is back soon after.
  const Cycle report = find_refresh(hit.a, true, kVc, header + 1);
  ASSERT_EQ(hit.a.credits.size(), 1u);
  EXPECT_EQ(hit.a.credits[0].words, kWords);
  EXPECT_GT(hit.a.credits[0].use, report + 2 * hit.a.out().link_cycles());
  EXPECT_LT(hit.a.credits[0].use, report + 2 * hit.a.out().link_cycles() + 30);
  EXPECT_TRUE(hit.credits_are_full());
}

}  // namespace
}  // namespace tinsim
