// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: which VCs are told when, urgency, cooldown, refresh, reports, and the rule.
#include "rtl_models/fc_sender/fc_sender.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "testbench/bench.h"
#include "testbench/stimulus/fc_sender_stimulus.h"

namespace tinsim {
namespace {

struct Entry {
  unsigned vc, limit;
};
/// The body from the table of ordered_set_codec: entries of 17 bits, then `init`.
std::uint64_t body(Entry a, Entry b, Entry c, bool init = false) {
  auto bits = [](Entry entry) { return entry.vc | std::uint64_t{entry.limit % 4096} << 5; };
  return bits(a) | bits(b) << 17 | bits(c) << 34 | std::uint64_t{init} << 51;
}
std::uint64_t body(Entry all, bool init = false) { return body(all, all, all, init); }

using Sender = FcSender<8>;

class FcSenderTest : public ::testing::Test {
 protected:
  static Sender::In straps(unsigned hold = 255, unsigned period = 0, unsigned phase = 0) {
    Sender::In in;
    in.depth_i = 100;
    in.hold_cycles_i = hold;
    in.refresh_cycles_i = period;
    in.refresh_phase_i = phase;
    return in;
  }
  void start(const Sender::In& in) { bench_ = Bench<Sender>(in); }
  void limit(unsigned vc, unsigned words) {
    bench_.in.limit_valid_i = true;
    bench_.in.limit_vc_i = vc;
    bench_.in.limit_i = words;
  }
  void lost(unsigned vc, unsigned words) {
    bench_.in.lost_valid_i = true;
    bench_.in.lost_vc_i = vc;
    bench_.in.lost_words_i = words;
  }
  void sent(unsigned vc, unsigned words) {
    bench_.in.sent_valid_i = true;
    bench_.in.sent_vc_i = vc;
    bench_.in.sent_words_i = words;
  }
  /// Makes the VCs pending, one cycle each.
  void grant(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      limit(entry.vc, entry.limit);
      bench_.clock();
    }
  }
  /// Takes the set shown in this cycle, waits until the next one may show.
  void take() {
    bench_.clock();
    bench_.in.take_i = true;
    bench_.clock(3);
  }
  std::string clock() {
    return broken_rule([&] { bench_.clock(); });
  }
  void expect_nothing() {
    EXPECT_FALSE(out().request_o || out().urgent_o);
    EXPECT_EQ(out().body_o, 0u);
  }
  const Sender::Out& out() { return bench_.out(); }

  Bench<Sender> bench_{straps()};
};

TEST_F(FcSenderTest, NothingWaitsAfterReset) {
  for (int n = 0; n < 20; ++n) {
    expect_nothing();
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ALimitShowsInTheNextCycleThreeTimes) {
  limit(5, 120);
  expect_nothing();
  bench_.clock();
  EXPECT_TRUE(out().request_o);
  EXPECT_FALSE(out().urgent_o);
  EXPECT_EQ(out().body_o, body({5, 120}));
}

TEST_F(FcSenderTest, TheLimitOfResetIsNoNews) {
  grant({{5, 100}});
  expect_nothing();
}

TEST_F(FcSenderTest, ALimitThatReturnsToTheAdvertisedOneIsPendingNoMore) {
  grant({{5, 120}});
  EXPECT_TRUE(out().request_o);
  grant({{5, 100}});
  expect_nothing();
}

TEST_F(FcSenderTest, TheSecondOfTwoVcsIsRepeated) {
  grant({{6, 1}, {2, 4095}});
  EXPECT_EQ(out().body_o, body({2, 4095}, {6, 1}, {6, 1}));
  EXPECT_FALSE(out().urgent_o);
}

TEST_F(FcSenderTest, ThreeVcsAreUrgentAndTheFirstThreeFromThePointerGo) {
  grant({{7, 107}, {4, 104}, {2, 102}, {1, 101}, {6, 106}});
  EXPECT_TRUE(out().urgent_o);
  EXPECT_EQ(out().body_o, body({1, 101}, {2, 102}, {4, 104}));
  take();
  EXPECT_FALSE(out().urgent_o);  // two are left
  EXPECT_EQ(out().body_o, body({6, 106}, {7, 107}, {7, 107}));
  grant({{5, 115}, {3, 113}, {0, 110}});
  // The pointer is the successor of 4, the last VC of the set taken.
  EXPECT_EQ(out().body_o, body({5, 115}, {6, 106}, {7, 107}));
  take();  // the successor of 7 is 0
  EXPECT_EQ(out().body_o, body({0, 110}, {3, 113}, {3, 113}));
  take();  // the successor of 3 is 4, so 0 comes last
  grant({{0, 9}, {5, 8}});
  EXPECT_EQ(out().body_o, body({5, 8}, {0, 9}, {0, 9}));
}

TEST_F(FcSenderTest, AnUpdateIsUrgentAfterHoldCyclesNotOneEarlier) {
  for (unsigned hold : {0u, 1u, 2u, 30u, 254u, 255u}) {
    start(straps(hold));
    bench_.clock(10);
    limit(3, 1);  // cycle x
    bench_.clock();
    for (unsigned age = 0; age < 600; ++age) {  // of cycle x+1+age; it stays at 255
      ASSERT_TRUE(out().request_o);
      ASSERT_EQ(out().urgent_o, std::min(age, 255u) >= hold) << hold << " " << age;
      bench_.clock();
    }
  }
}

TEST_F(FcSenderTest, ATakenUpdateMakesTheRestYoungAgain) {
  start(straps(10));
  grant({{0, 1}, {1, 1}, {2, 1}});
  bench_.clock(20);
  grant({{3, 1}});
  bench_.clock();
  bench_.in.take_i = true;  // cycle x: age is 0 in x+1, 2 in x+3
  bench_.clock(3);
  for (unsigned age = 2; age < 20; ++age) {
    EXPECT_EQ(out().body_o, body({3, 1}));
    EXPECT_EQ(out().urgent_o, age >= 10) << age;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ATakenRefreshDoesNotMakeUpdatesYoung) {
  start(straps(10, 100, 5));
  grant({{3, 1}});  // cycle 0: age k in cycle 1+k
  bench_.clock(4);
  EXPECT_EQ(out().body_o, body({0, 100}, {1, 100}, {2, 100}));  // cycle 5: the refresh goes first
  take();
  for (unsigned cycle = 9; cycle < 20; ++cycle) {
    ASSERT_EQ(bench_.cycle(), cycle);
    EXPECT_EQ(out().body_o, body({3, 1}));
    EXPECT_EQ(out().urgent_o, cycle - 1 >= 10) << cycle;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, AgeIsZeroAfterACycleWithoutPendingVcs) {
  start(straps(5));
  grant({{3, 1}});
  bench_.clock(10);
  EXPECT_TRUE(out().urgent_o);
  grant({{3, 100}, {3, 2}});  // not pending in one cycle
  for (unsigned age = 0; age < 10; ++age) {
    EXPECT_EQ(out().urgent_o, age >= 5) << age;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ATakeIsFollowedByTwoCyclesOfNothingAndNotByThree) {
  grant({{0, 1}, {1, 1}, {2, 1}, {3, 1}});
  bench_.clock();
  bench_.in.take_i = true;
  EXPECT_TRUE(out().request_o);  // x
  bench_.clock();
  expect_nothing();  // x+1
  bench_.clock();
  expect_nothing();  // x+2
  bench_.clock();
  EXPECT_TRUE(out().request_o);  // x+3
}

TEST_F(FcSenderTest, ATakeAcceptsTheNumbersOfTheCycleBefore) {
  grant({{4, 110}});
  EXPECT_EQ(out().body_o, body({4, 110}));  // x-1
  limit(4, 120);
  bench_.clock();
  EXPECT_EQ(out().body_o, body({4, 120}));  // x: the taker does not look
  bench_.in.take_i = true;
  limit(2, 105);
  bench_.clock(3);
  EXPECT_EQ(out().body_o, body({2, 105}, {4, 120}, {4, 120}));  // 120 is not advertised yet
}

TEST_F(FcSenderTest, ASetNotTakenGoesOnFollowingTheState) {
  grant({{4, 110}, {4, 120}, {6, 7}});
  EXPECT_EQ(out().body_o, body({4, 120}, {6, 7}, {6, 7}));
  bench_.clock(50);
  EXPECT_EQ(out().body_o, body({4, 120}, {6, 7}, {6, 7}));
}

TEST_F(FcSenderTest, LostWordsAreGrantedAgainAndStayInEveryLaterLimit) {
  lost(1, 7);
  bench_.clock();
  EXPECT_EQ(out().body_o, body({1, 107}));
  grant({{1, 120}});
  EXPECT_EQ(out().body_o, body({1, 127}));
  lost(1, 3);
  limit(1, 130);  // of the same VC in the same cycle: included
  bench_.clock();
  EXPECT_EQ(out().body_o, body({1, 140}));
  lost(1, 4);
  limit(0, 50);  // of another VC: both act
  bench_.clock();
  EXPECT_EQ(out().body_o, body({0, 50}, {1, 144}, {1, 144}));
  grant({{1, 4095}});
  EXPECT_EQ(out().body_o, body({0, 50}, {1, 4095 + 14}, {1, 4095 + 14}));  // modulo 4096
}

TEST_F(FcSenderTest, RefreshSetsTellAdvertisedLimitsAndSentWordsInTurn) {
  start(straps(255, 20, 4));
  const std::vector<std::uint64_t> expected = {
      body({0, 100}, {1, 100}, {2, 100}), body({0, 0}, {1, 31}, {2, 0}, true),
      body({3, 100}, {4, 100}, {5, 100}), body({3, 0}, {4, 0}, {5, 9}, true),
      body({6, 100}, {7, 100}, {7, 100}), body({6, 0}, {7, 40}, {7, 40}, true),
      body({0, 100}, {1, 100}, {2, 100})};
  sent(1, 31);
  bench_.clock();
  sent(5, 9);
  bench_.clock();
  sent(7, 20);
  bench_.clock();
  sent(7, 20);
  expect_nothing();
  bench_.clock();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(bench_.cycle(), 4 + 20 * i);
    EXPECT_TRUE(out().request_o && out().urgent_o);
    EXPECT_EQ(out().body_o, expected[i]) << i;
    take();
    for (; bench_.cycle() < 4 + 20 * (i + 1); bench_.clock()) expect_nothing();
  }
}

TEST_F(FcSenderTest, ARefreshTellsWhatWasAdvertisedNotWhatWaits) {
  start(straps(255, 20, 10));
  grant({{0, 111}, {1, 222}});
  take();  // cycles 2 .. 5: both advertised
  grant({{0, 333}});
  EXPECT_EQ(out().body_o, body({0, 333}));
  bench_.clock(3);
  ASSERT_EQ(bench_.cycle(), 10u);
  EXPECT_EQ(out().body_o, body({0, 111}, {1, 222}, {2, 100}));
  take();
  EXPECT_EQ(out().body_o, body({0, 333}));  // the update still waits
}

TEST_F(FcSenderTest, AReportOnTheLinkCountsTheCellsThatBeganBeforeItWasShown) {
  start(straps(255, 20, 0));
  take();
  bench_.clock(15);  // cycle 19
  sent(0, 20);
  bench_.clock();
  EXPECT_EQ(out().body_o, body({0, 20}, {1, 0}, {2, 0}, true));
  sent(0, 31);
  EXPECT_EQ(out().body_o, body({0, 20}, {1, 0}, {2, 0}, true));
  bench_.clock();
  EXPECT_EQ(out().body_o, body({0, 51}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, ARefreshDueTwiceIsDueOnce) {
  start(straps(255, 10, 0));
  bench_.clock(35);  // due in 0, 10, 20 and 30
  EXPECT_EQ(out().body_o, body({0, 100}, {1, 100}, {2, 100}));
  take();
  expect_nothing();  // cycle 39
  bench_.clock();
  EXPECT_EQ(out().body_o, body({0, 0}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, DueInTheCycleAfterATakeWins) {
  start(straps(255, 10, 0));
  bench_.clock(9);
  bench_.in.take_i = true;  // cycle 9: number 0; due in 10
  bench_.clock(3);
  EXPECT_EQ(out().body_o, body({0, 0}, {1, 0}, {2, 0}, true));  // cycle 12
  start(straps(255, 10, 0));
  bench_.clock(10);
  bench_.in.take_i = true;  // cycle 10: what became due in 10 goes with it
  bench_.clock(3);
  expect_nothing();
}

TEST_F(FcSenderTest, WithoutAPeriodThereIsNoRefresh) {
  start(straps(255, 0, 7));
  for (int cycle = 0; cycle < 5000; ++cycle) {
    ASSERT_FALSE(out().request_o);
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ResetForgetsEverything) {
  start(straps(3, 10, 8));
  grant({{7, 107}, {4, 104}, {2, 102}, {1, 101}});
  sent(0, 5);
  lost(6, 5);
  take();
  bench_.reset();
  for (int cycle = 0; cycle < 8; ++cycle) {
    expect_nothing();
    bench_.clock();
  }
  EXPECT_EQ(out().body_o, body({0, 100}, {1, 100}, {2, 100}));
  take();
  bench_.clock(6);  // cycle 18
  EXPECT_EQ(out().body_o, body({0, 0}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, ATakeOfNothingBreaksTheRule) {
  bench_.in.take_i = true;
  EXPECT_EQ(clock(), "TakeIsOfAShownSet");
  bench_.reset();
  limit(0, 5);
  bench_.clock();
  bench_.in.take_i = true;  // shown in this cycle, not in the one before
  EXPECT_EQ(clock(), "TakeIsOfAShownSet");
}

TEST_F(FcSenderTest, TakesInTwoCyclesInARowBreakTheRule) {
  for (unsigned gap = 1; gap <= 4; ++gap) {
    start(straps());
    grant({{0, 1}, {1, 1}, {2, 1}, {3, 1}});
    bench_.clock();
    bench_.in.take_i = true;
    bench_.clock(gap);
    bench_.in.take_i = true;
    EXPECT_EQ(clock(), gap == 4 ? "none" : "TakeIsOfAShownSet") << gap;
  }
}

TEST_F(FcSenderTest, AVcOutOfRangeBreaksARule) {
  limit(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
  bench_.reset();
  lost(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
  bench_.reset();
  sent(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
}

TEST_F(FcSenderTest, APhaseThatIsNotBelowThePeriodBreaksARule) {
  EXPECT_EQ(broken_rule([&] { start(straps(0, 10, 9)); }), "none");
  EXPECT_EQ(broken_rule([&] { start(straps(0, 10, 10)); }), "RefreshPhaseInRange");
}

/// The VCs of the refresh sets of V VCs, until they start again, each taken at once.
template <unsigned kVcs>
void expect_refresh_round() {
  typename FcSender<kVcs>::In in;
  in.refresh_cycles_i = 4;
  Bench<FcSender<kVcs>> bench(in);
  const unsigned groups = (kVcs + 2) / 3;
  for (unsigned i = 0; i < 4 * groups; ++i) {
    const unsigned first = i / 2 % groups * 3;
    auto vc = [=](unsigned n) { return std::min(first + n, kVcs - 1); };
    EXPECT_EQ(bench.out().body_o, body({vc(0), 0}, {vc(1), 0}, {vc(2), 0}, i % 2 == 1));
    bench.clock();
    bench.in.take_i = true;
    bench.clock(3);
  }
}

TEST(FcSenderShapes, RefreshGoesRoundAllVcs) {
  expect_refresh_round<1>();
  expect_refresh_round<4>();
  expect_refresh_round<8>();
  expect_refresh_round<32>();
}

TEST(FcSenderShapes, ASingleVcIsUrgentByAgeOnly) {
  FcSender<1>::In in;
  in.hold_cycles_i = 3;
  Bench<FcSender<1>> bench(in);
  bench.in.limit_valid_i = true;
  bench.in.limit_i = 9;
  bench.clock();
  for (unsigned age = 0; age < 8; ++age) {
    EXPECT_EQ(bench.out().body_o, body({0, 9}));
    EXPECT_EQ(bench.out().urgent_o, age >= 3);
    bench.clock();
  }
}

/// The README read as statements about the past: no mask, no counters, sums and dates instead.
class Reference {
 public:
  Reference(unsigned vcs, unsigned depth, unsigned hold, unsigned period, unsigned phase)
      : vcs_(vcs), hold_(hold), period_(period), phase_(phase), advertised_(vcs, depth) {
    granted_.assign(vcs, depth);
    lost_.assign(vcs, 0);
    sent_.assign(vcs, 0);
    look();
  }
  struct Shown {
    bool request = false, urgent = false, refresh = false;
    std::vector<Entry> entries;
    std::uint64_t bits = 0;
  };
  const Shown& shown() const { return now_; }

  template <class In>
  void tick(const In& in) {
    const bool idle = pending().empty();
    bool updated = false;
    if (in.take_i) {
      last_take_ = cycle_;
      if (before_.refresh) {
        last_refresh_ = cycle_;
        ++refreshes_;
      } else {
        updated = true;
        for (const Entry& entry : before_.entries) advertised_[entry.vc] = entry.limit;
        pointer_ = (before_.entries.back().vc + 1) % vcs_;
      }
    }
    if (idle || updated) young_ = cycle_;
    if (in.limit_valid_i) granted_[in.limit_vc_i] = unsigned(in.limit_i);
    if (in.lost_valid_i) lost_[in.lost_vc_i] += unsigned(in.lost_words_i);
    if (in.sent_valid_i) sent_[in.sent_vc_i] += unsigned(in.sent_words_i);
    before_ = now_;
    ++cycle_;
    look();
  }

 private:
  unsigned limit(unsigned vc) const { return (granted_[vc] + lost_[vc]) % 4096; }
  std::vector<Entry> pending() const {
    std::vector<Entry> found;
    for (unsigned n = 0; n < vcs_; ++n) {
      const unsigned vc = (pointer_ + n) % vcs_;
      if (limit(vc) != advertised_[vc]) found.push_back({vc, limit(vc)});
    }
    return found;
  }
  bool refresh_due() const {
    if (period_ == 0 || cycle_ < long{phase_}) return false;
    return cycle_ - (cycle_ - phase_) % period_ > last_refresh_;  // the latest date it became due
  }
  void look() {
    now_ = {};
    if (cycle_ - last_take_ <= 2) return;
    bool init = false;
    if (refresh_due()) {
      const unsigned i = refreshes_ % (2 * ((vcs_ + 2) / 3));
      init = i % 2 == 1;
      for (unsigned vc = i / 2 * 3; vc < vcs_ && vc < i / 2 * 3 + 3; ++vc)
        now_.entries.push_back({vc, init ? sent_[vc] : advertised_[vc]});
      now_.refresh = now_.urgent = true;
    } else {
      now_.entries = pending();
      if (now_.entries.empty()) return;
      now_.urgent = now_.entries.size() >= 3 || std::min(cycle_ - 1 - young_, 255L) >= long{hold_};
      if (now_.entries.size() > 3) now_.entries.resize(3);
    }
    now_.request = true;
    const auto& e = now_.entries;
    auto entry = [&](std::size_t n) { return e[std::min(n, e.size() - 1)]; };
    now_.bits = body(entry(0), entry(1), entry(2), init);
  }

  unsigned vcs_, hold_, period_, phase_;
  std::vector<unsigned> advertised_, granted_, lost_, sent_;
  unsigned pointer_ = 0, refreshes_ = 0;
  long cycle_ = 0, last_take_ = -10, last_refresh_ = -1, young_ = -1;
  Shown now_, before_;
};

template <unsigned kVcs>
void expect_as_reference(std::uint64_t seed) {
  FcSender<kVcs> sender;
  FcSenderStimulus<kVcs> stimulus(seed);
  std::map<std::string, unsigned> seen;
  for (int run = 0; run < 40; ++run) {
    const auto straps = stimulus.restart();
    sender.reset(straps);
    Reference reference(kVcs, unsigned(straps.depth_i), unsigned(straps.hold_cycles_i),
                        unsigned(straps.refresh_cycles_i), unsigned(straps.refresh_phase_i));
    for (int cycle = 0; cycle < 5000; ++cycle) {
      const auto& out = sender.out();
      const auto& want = reference.shown();
      ASSERT_EQ(out.request_o, want.request) << "run " << run << " cycle " << cycle;
      ASSERT_EQ(out.urgent_o, want.urgent) << "run " << run << " cycle " << cycle;
      ASSERT_EQ(out.body_o, want.bits) << "run " << run << " cycle " << cycle;
      const auto in = stimulus.next(out);
      seen["taken"] += in.take_i;
      seen["refresh"] += want.refresh;
      seen["patient"] += want.request && !want.urgent;
      seen["grown old"] += want.urgent && !want.refresh && want.entries.size() < 3;
      sender.tick(in);
      reference.tick(in);
    }
  }
  for (const char* what : {"taken", "refresh", "patient", "grown old"})
    EXPECT_GT(seen[what], 1000u) << what;
}

TEST(FcSenderRandom, AgreesWithTheDescriptionReadAsDates) {
  expect_as_reference<1>(1);
  expect_as_reference<4>(2);
  expect_as_reference<8>(3);
  expect_as_reference<32>(4);
}

}  // namespace
}  // namespace tinsim
