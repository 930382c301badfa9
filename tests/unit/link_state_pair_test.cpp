// SPDX-License-Identifier: Apache-2.0
// Two ends of a link: they come up, a cut brings both down and they come up again, and no cell
// meets an end that is not up, also if PHY sets are lost.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "rtl_models/link_state/link_state.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

/// Two ends `delay` cycles apart, from the slot of a PHY set to link_state's pins; a cell is there
/// one cycle earlier. PHY sets take every second slot at most, as in tx_scheduler.
template <class State>
class Pair {
 public:
  Pair(unsigned delay, std::uint64_t seed, bool start_up = false) : random_(seed), delay_(delay) {
    LinkState::In straps;
    straps.start_up_i = start_up;
    for (End& end : ends_) {
      end.state.reset(straps);
      end.sets.resize(delay);
      end.cells.resize(delay);
    }
  }

  void run(unsigned cycles) {
    for (; cycles > 0; --cycles) cycle();
  }
  /// All that end `n` receives is lost for so many cycles, and it has no lock.
  void cut(unsigned n, unsigned cycles) { ends_[n].cut = std::max(ends_[n].cut, cycles); }
  void disable(unsigned n, unsigned cycles) { ends_[n].disabled = cycles; }
  /// Percent of PHY sets lost, and of slots that something else takes.
  void disturb(unsigned loss, unsigned busy) {
    loss_ = loss;
    busy_ = busy;
  }
  bool was_up_all_the_time(unsigned n) {
    return !std::exchange(ends_[n].was_not_up, !out(n).rx_enable_o);
  }
  /// Both ends send cells.
  bool settled() const { return out(0).cells_enable_o && out(1).cells_enable_o; }
  /// Runs until that holds; the cycles that it took, at most `limit`.
  unsigned settle(unsigned limit) {
    unsigned cycles = 0;
    for (; cycles < limit && !settled(); ++cycles) cycle();
    return cycles;
  }
  const LinkState::Out& out(unsigned n) const { return ends_[n].state.out(); }
  /// Cells that met an end that was not up, though it had not been disturbed while they, or the
  /// last news of it that their sender could have, were in flight.
  unsigned strays() const { return strays_; }

 private:
  struct End {
    State state;
    std::deque<std::optional<unsigned>> sets;  ///< on their way to this end
    std::deque<bool> cells;
    std::optional<unsigned> chosen;  ///< PHY set of the next slot
    unsigned cut = 0, disabled = 0;  ///< cycles left
    std::uint64_t disturbed = 0;     ///< cycle of its last disturbance
    bool was_not_up = false;
  };

  void cycle() {
    std::array<LinkState::In, 2> in;
    for (unsigned n = 0; n < 2; ++n) in[n] = inputs(ends_[n]);
    for (unsigned n = 0; n < 2; ++n) transmit(ends_[n], ends_[1 - n], in[n].phy_sent_i);
    for (unsigned n = 0; n < 2; ++n) {
      ends_[n].state.tick(in[n]);
      ends_[n].was_not_up |= !out(n).rx_enable_o;
    }
    ++now_;
  }
  LinkState::In inputs(End& end) {
    LinkState::In in;
    in.enable_i = end.disabled == 0;
    in.lock_i = end.cut == 0;
    if (!in.enable_i || !in.lock_i) end.disturbed = now_;
    if (end.disabled > 0) --end.disabled;
    if (end.cut > 0) --end.cut;
    const std::optional<unsigned> set = take(end.sets);
    in.phy_valid_i = set && in.lock_i;
    if (in.phy_valid_i) in.phy_state_i = *set;
    const bool known = now_ - end.disturbed > 2 * delay_ + 4 * kHearing * 100 / (100 - loss_);
    if (take(end.cells) && !end.state.out().rx_enable_o && known) ++strays_;
    in.phy_sent_i = end.chosen.has_value();
    return in;
  }
  void transmit(End& from, End& to, bool phy_now) {
    const bool lost = random_.chance(loss_);
    to.sets.push_back(lost ? std::nullopt : from.chosen);
    const LinkState::Out& out = from.state.out();
    to.cells.push_back(out.cells_enable_o);
    from.chosen.reset();
    if (out.phy_valid_o && !phy_now && !random_.chance(busy_))
      from.chosen = static_cast<unsigned>(out.state_o);
  }
  template <class T>
  static T take(std::deque<T>& line) {
    const T first = line.front();
    line.pop_front();
    return first;
  }

  static constexpr unsigned kHearing = 16;  ///< slots that four sets take, with some reserve
  Random random_;
  std::array<End, 2> ends_;
  unsigned delay_, loss_ = 0, busy_ = 0, strays_ = 0;
  std::uint64_t now_ = 0;
};

/// Time for two round trips of four sets each, the hello, and reserve.
unsigned limit(unsigned delay) { return 4 * delay + 150; }

constexpr std::array<unsigned, 4> kDelays = {1, 10, 40, 230};

TEST(LinkStatePair, FromResetBothEndsComeUp) {
  for (unsigned delay : kDelays) {
    Pair<LinkState> pair(delay, 1);
    EXPECT_FALSE(pair.settled());
    EXPECT_LT(pair.settle(limit(delay)), limit(delay)) << delay;
    for (unsigned n = 0; n < 2; ++n) pair.was_up_all_the_time(n);
    pair.run(5000);
    for (unsigned n = 0; n < 2; ++n) EXPECT_TRUE(pair.was_up_all_the_time(n));
    EXPECT_TRUE(pair.settled());
    EXPECT_EQ(pair.strays(), 0u);
  }
}

TEST(LinkStatePair, NoEndSendsCellsBeforeTheOtherTakesThem) {
  for (unsigned delay : kDelays) {
    for (unsigned late = 0; late < 3 * delay + 100; late += 1 + delay / 20) {
      Pair<LinkState> pair(delay, 1);
      pair.cut(1, late);  // one end locks later
      for (unsigned cycle = 0; cycle < late + limit(delay); ++cycle) {
        pair.run(1);
        for (unsigned n = 0; n < 2; ++n)
          ASSERT_LE(pair.out(n).cells_enable_o, pair.out(1 - n).rx_enable_o)
              << "delay " << delay << " late " << late << " cycle " << cycle;
      }
      EXPECT_TRUE(pair.settled());
    }
  }
}

TEST(LinkStatePair, TrainedFromTheStartItSendsNothing) {
  Pair<LinkState> pair(10, 1, true);
  pair.run(1000);
  EXPECT_TRUE(pair.settled());
  EXPECT_TRUE(pair.was_up_all_the_time(0) && pair.was_up_all_the_time(1));
}

TEST(LinkStatePair, ACutOfAnyLengthBringsBothDownAndTheyComeUpAgain) {
  for (unsigned delay : kDelays) {
    Pair<LinkState> pair(delay, 1);
    pair.settle(limit(delay));
    pair.run(delay);  // until no PHY set is in flight
    for (unsigned length = 1; length < 2 * delay + 100; length += 1 + delay / 20) {
      for (unsigned ends = 1; ends < 4; ++ends) {  // the first, the second, both
        for (unsigned n = 0; n < 2; ++n) {
          pair.was_up_all_the_time(n);
          if (ends >> n & 1) pair.cut(n, length);
        }
        pair.run(length + delay + 50);
        for (unsigned n = 0; n < 2; ++n)
          EXPECT_FALSE(pair.was_up_all_the_time(n)) << delay << " " << length << " " << ends;
        ASSERT_LT(pair.settle(limit(delay)), limit(delay)) << delay << " " << length;
        pair.run(3 * delay + 100);
        ASSERT_TRUE(pair.settled()) << delay << " " << length << " " << ends;
      }
    }
    EXPECT_EQ(pair.strays(), 0u);
  }
}

TEST(LinkStatePair, ADisabledEndBringsBothDown) {
  for (unsigned delay : kDelays) {
    Pair<LinkState> pair(delay, 1);
    pair.settle(limit(delay));
    for (unsigned n = 0; n < 2; ++n) pair.was_up_all_the_time(n);
    pair.disable(0, 2 * delay + 50);
    pair.run(2 * delay + 50);
    for (unsigned n = 0; n < 2; ++n) EXPECT_FALSE(pair.out(n).rx_enable_o);
    EXPECT_LT(pair.settle(limit(delay)), limit(delay));
    EXPECT_EQ(pair.strays(), 0u);
  }
}

struct Storms {
  unsigned stuck = 0, strays = 0;
};
/// Cuts, disabled ends, lost sets and busy slots in any order, also during the handshake; then
/// only the loss goes on. Counts storms after which the pair does not reach a stable state.
template <class State>
Storms storms(unsigned loss) {
  Storms result;
  for (unsigned delay : kDelays) {
    Random random(delay);
    Pair<State> pair(delay, delay);
    for (unsigned storm = 0; storm < 400; ++storm) {
      pair.disturb(loss, random.below(3) * 30);
      for (unsigned blow = random.range(1, 6); blow > 0; --blow) {
        const unsigned length =
            random.chance(50) ? random.range(1, 20) : random.range(1, 3 * delay);
        const unsigned end = random.below(3);
        for (unsigned n = 0; n < 2; ++n)
          if (end == n || end == 2)
            random.chance(80) ? pair.cut(n, length) : pair.disable(n, length);
        pair.run(random.chance(50) ? random.below(30) : random.below(6 * delay));
      }
      const unsigned enough = 10 * limit(delay);
      pair.settle(enough);
      pair.run(3 * delay + 100);  // stale sets may still bring it down once
      pair.settle(enough);
      for (unsigned n = 0; n < 2; ++n) pair.was_up_all_the_time(n);
      pair.run(1000);
      if (!pair.was_up_all_the_time(0) || !pair.was_up_all_the_time(1) || !pair.settled())
        ++result.stuck;
    }
    result.strays += pair.strays();
  }
  return result;
}

TEST(LinkStatePair, ComesUpAfterEveryStormAndNoCellGoesAstray) {
  for (unsigned loss : {0u, 5u, 30u}) {
    const Storms result = storms<LinkState>(loss);
    EXPECT_EQ(result.stuck, 0u) << loss;
    EXPECT_EQ(result.strays, 0u) << loss;
  }
}

/// Sends cells as soon as it is up.
struct WithoutHello {
  void reset(const LinkState::In& straps) { state.reset(straps); }
  void tick(const LinkState::In& in) {
    state.tick(in);
    eager = state.out();
    eager.cells_enable_o = eager.rx_enable_o;
  }
  const LinkState::Out& out() const { return eager; }
  LinkState state;
  LinkState::Out eager;
};
/// Ignores received sets while it is up.
struct DeafInUp {
  void reset(const LinkState::In& straps) { state.reset(straps); }
  void tick(LinkState::In in) {
    in.phy_valid_i = in.phy_valid_i && !state.out().rx_enable_o;
    state.tick(in);
  }
  const LinkState::Out& out() const { return state.out(); }
  LinkState state;
};

TEST(LinkStatePair, TheStormsFindAHandshakeThatIsTooShortOrHangs) {
  EXPECT_GT(storms<WithoutHello>(30).strays, 0u);
  EXPECT_GT(storms<DeafInUp>(0).stuck, 0u);
}

}  // namespace
}  // namespace tinsim
