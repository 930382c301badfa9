// SPDX-License-Identifier: Apache-2.0
// timeout_wheel: when timers fire, in which order, what stops them, and random timers.
#include "rtl_models/timeout_wheel/timeout_wheel.h"

#include <vector>

#include "testbench/stimulus/timeout_wheel_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Wheel = TimeoutWheel<8>;
using In = Wheel::In;
using Out = Wheel::Out;

In start(unsigned id, unsigned cycles, In in = {}) {
  in.start_valid_i = true;
  in.start_id_i = id;
  in.start_cycles_i = cycles;
  return in;
}
In stop(unsigned id, In in = {}) {
  in.stop_valid_i = true;
  in.stop_id_i = id;
  return in;
}
In hold(In in = {}) {
  in.hold_i = true;
  return in;
}

class TimeoutWheelTest : public ::testing::Test {
 protected:
  TimeoutWheelTest() { wheel_.reset({}); }
  /// Timers shown in the cycles after these, -1 for none.
  std::vector<int> fired(const std::vector<In>& cycles) {
    std::vector<int> ids;
    for (const In& in : cycles) {
      wheel_.tick(in);
      const Out& out = wheel_.out();
      ids.push_back(out.fired_valid_o ? static_cast<int>(out.fired_id_o) : -1);
    }
    return ids;
  }

  Wheel wheel_;
};

TEST_F(TimeoutWheelTest, FiresOnceWhenItsCyclesHavePassed) {
  EXPECT_EQ(fired({start(3, 4), {}, {}, {}}), (std::vector<int>{-1, -1, -1, -1}));
  EXPECT_EQ(wheel_.out().running_o, 1u);
  EXPECT_EQ(fired({{}, {}}), (std::vector<int>{3, -1}));  // cycle 4, shown in 5
  EXPECT_EQ(wheel_.out().running_o, 0u);
  EXPECT_EQ(wheel_.out().fired_id_o, 0u);
}

TEST_F(TimeoutWheelTest, TakesZeroForOne) {
  EXPECT_EQ(fired({start(3, 0), start(4, 1), {}}), (std::vector<int>{-1, 3, 4}));
}

TEST_F(TimeoutWheelTest, LastsUpTo65535Cycles) {
  wheel_.tick(start(0, 65535));
  for (unsigned n = 1; n < 65535; ++n) {
    wheel_.tick({});
    ASSERT_FALSE(wheel_.out().fired_valid_o) << n;
  }
  EXPECT_EQ(fired({{}, {}}), (std::vector<int>{0, -1}));
}

TEST_F(TimeoutWheelTest, StartsAnew) {
  EXPECT_EQ(fired({start(3, 2), start(3, 2), {}, {}, {}}), (std::vector<int>{-1, -1, -1, 3, -1}));
  EXPECT_EQ(fired({start(3, 1), start(3, 2), {}, {}}), (std::vector<int>{-1, -1, -1, 3}));
}

TEST_F(TimeoutWheelTest, DoesNotFireWhatIsStoppedAsItIsDue) {
  EXPECT_EQ(fired({start(3, 1), stop(3), {}}), (std::vector<int>{-1, -1, -1}));
  EXPECT_EQ(fired({start(3, 1), start(4, 1), stop(4), {}}), (std::vector<int>{-1, 3, -1, -1}));
  EXPECT_EQ(fired({stop(5), {}}), (std::vector<int>{-1, -1}));
}

TEST_F(TimeoutWheelTest, CountsTheStartOfAStopAndAStart) {
  EXPECT_EQ(fired({start(3, 1), start(3, 1, stop(3)), {}}), (std::vector<int>{-1, -1, 3}));
  EXPECT_EQ(fired({start(3, 1, stop(3)), {}}), (std::vector<int>{-1, 3}));
}

TEST_F(TimeoutWheelTest, FiresInTheOrderOfTheirTimesThenOfNumbers) {
  EXPECT_EQ(fired({start(5, 4), start(2, 3), start(1, 2), start(0, 3), {}, {}, {}, {}}),
            (std::vector<int>{-1, -1, -1, -1, 1, 2, 5, 0}));
}

TEST_F(TimeoutWheelTest, KeepsTheOrderWhileItIsHeld) {
  std::vector<In> cycles = {start(6, 1), hold(start(0, 1)), hold(start(7, 1)), hold(), {}, {}, {}};
  EXPECT_EQ(fired(cycles), (std::vector<int>{-1, -1, -1, -1, 6, 0, 7}));
}

TEST_F(TimeoutWheelTest, IgnoresNumbersBeyondTheTable) {
  EXPECT_EQ(fired({start(8, 1), start(255, 1), {}, {}}), (std::vector<int>{-1, -1, -1, -1}));
  EXPECT_EQ(wheel_.out().running_o, 0u);
  EXPECT_EQ(fired({start(0, 1), stop(8), {}}), (std::vector<int>{-1, 0, -1}));
}

/// The README with a countdown for each timer, which goes on below zero.
template <unsigned kTimers>
class NaiveWheel {
 public:
  using In = typename TimeoutWheel<kTimers>::In;
  using Out = typename TimeoutWheel<kTimers>::Out;

  Corners corners{{"restarted", 0},
                  {"stopped", 0},
                  {"stopped as it was due", 0},
                  {"both", 0},
                  {"tie", 0},
                  {"waits for another", 0},
                  {"held", 0},
                  {"out of table", kTimers == 256},
                  {"later start is due first", 0},
                  {"all run", 0},
                  {"restarted as it was due", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    timers_.assign(kTimers, {});
    out_ = {};
  }
  void tick(const In& in) {
    for (auto& timer : timers_) --timer.left;
    int best = -1;
    const bool starts = in.start_valid_i && in.start_id_i < kTimers;
    const bool stops = in.stop_valid_i && in.stop_id_i < kTimers;
    corners["out of table"] += in.start_valid_i && !starts;
    unsigned due = 0;
    for (unsigned n = 0; n < kTimers; ++n) {
      const Timer& timer = timers_[n];
      if (!timer.runs || timer.left > 0) continue;
      if (stops && in.stop_id_i == n) {
        ++corners["stopped as it was due"];
        continue;
      }
      if (starts && in.start_id_i == n) {
        ++corners["restarted as it was due"];
        continue;
      }
      ++due;
      if (best >= 0) corners["tie"] += timer.left == timers_[static_cast<unsigned>(best)].left;
      if (best < 0 || timer.left < timers_[static_cast<unsigned>(best)].left)
        best = static_cast<int>(n);
    }
    corners["waits for another"] += due > 1 && !in.hold_i;
    corners["held"] += due > 0 && in.hold_i;
    out_ = {};
    if (best >= 0 && !in.hold_i) {
      out_.fired_valid_o = true;
      out_.fired_id_o = static_cast<unsigned>(best);
      timers_[static_cast<unsigned>(best)].runs = false;
    }
    if (stops) {
      corners["stopped"] += timers_[in.stop_id_i].runs;
      corners["both"] += starts && in.start_id_i == in.stop_id_i;
      timers_[in.stop_id_i].runs = false;
    }
    if (starts) set(in);
    for (const auto& timer : timers_) out_.running_o = out_.running_o + timer.runs;
    corners["all run"] += out_.running_o == kTimers;
  }

 private:
  struct Timer {
    bool runs = false;
    std::int64_t left = 0;
  };
  void set(const In& in) {
    Timer& timer = timers_[in.start_id_i];
    corners["restarted"] += timer.runs;
    timer.left = in.start_cycles_i == 0 ? 1 : static_cast<std::int64_t>(in.start_cycles_i);
    timer.runs = true;
    for (const auto& other : timers_)
      corners["later start is due first"] += other.runs && other.left > timer.left;
  }

  std::vector<Timer> timers_;
  Out out_;
};

TEST(TimeoutWheelRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Wheel, NaiveWheel<8>, TimeoutWheelStimulus<8>>(150'000, 5000);
}

TEST(TimeoutWheelRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<TimeoutWheel<256>, NaiveWheel<256>, TimeoutWheelStimulus<256>>(240'000, 20'000);
}

TEST(TimeoutWheelRandom, TheComparisonNoticesAWrongTime) {
  expect_fault_noticed<Wheel, NaiveWheel<8>, TimeoutWheelStimulus<8>>(
      [](In& in) { in.start_cycles_i = in.start_cycles_i ^ 2; });
}

}  // namespace
}  // namespace tinsim
