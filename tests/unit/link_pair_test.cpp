// SPDX-License-Identifier: Apache-2.0
// Two ports and the wire between them: cells arrive in time, are accounted for, credit comes back.
#include "testbench/link_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "platform/errors.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

/// Runs with random faults.
constexpr std::uint64_t kSeeds = 20;

using Sides = std::pair<LinkSide*, LinkSide*>;

/// Both directions of a pair, sender first, with the sender's number.
std::array<Sides, 2> directions(LinkPair& pair) {
  return {Sides{&pair.a, &pair.b}, Sides{&pair.b, &pair.a}};
}

bool is(const LinkPort::Decision& slot, SlotKind kind) {
  return slot.kind == static_cast<unsigned>(kind);
}

/// What a sender's slots, known bit by bit, must have led to. From the slots alone: a second run of
/// the direction says what the receive PCS showed of each.
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
unsigned count_faults(const LinkPairParams& params, unsigned side, LinkSide& from, LinkSide& to) {
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

void expect_accounted(const LinkPairParams& params, LinkPair& pair) {
  pair.finish_cells();
  EXPECT_EQ(count_faults(params, 0, pair.a, pair.b), 0u);
  EXPECT_EQ(count_faults(params, 1, pair.b, pair.a), 0u);
}

/// Runs `cycles` with an audit of all credit in each.
void run_audited(LinkPair& pair, Cycle cycles) {
  for (; cycles > 0; --cycles) {
    pair.run(1);
    ASSERT_EQ(pair.audit(), "");
  }
}

/// Runs refresh rounds until all credit is back; how many it took, at most `limit`.
unsigned rounds_to_heal(LinkPair& pair, const LinkPairParams& params, unsigned limit) {
  for (unsigned rounds = 0; rounds <= limit; ++rounds) {
    if (pair.credits_are_full()) return rounds;
    run_audited(pair, params.refresh_round() + pair.a.out().link_cycles() + 200);
  }
  return limit + 1;
}

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
      // Refresh sets are lost too: several rounds, each heals what it reaches.
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

TEST(LinkPair, TrainsFromACold) {
  for (const bool fec : {false, true}) {
    LinkPairParams params;
    params.start_up = false;
    params.fec = fec;
    LinkPair pair(params);
    pair.run(400);
    EXPECT_TRUE(pair.a.is_up() && pair.b.is_up());
    EXPECT_EQ(pair.a.port().counters().came_up, 1u);
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
        EXPECT_EQ(from->port().counters().went_down, 20u);
        EXPECT_EQ(from->port().counters().came_up, 20u);
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

/// The first slot from `from` on of a kind; asked of a run without noise.
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

// The checkers of this file notice planted faults.
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
