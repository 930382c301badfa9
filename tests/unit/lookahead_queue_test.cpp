// SPDX-License-Identifier: Apache-2.0
// Events processed early, late and ahead against the same events in their own cycles.
#include "tlm/tin/lookahead_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "testbench/bench_random.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/rma/rma_event.h"

namespace tinsim {
namespace {

constexpr Cycle kReported = 6;  ///< least cycles from the report of an input to its cycle
constexpr Cycle kDelay = 8;     ///< from an event to its output
constexpr Cycle kLifetime = 20;
constexpr Cycle kEnd = 4000;  ///< of the reports
constexpr unsigned kSlots = 4;

struct Input {
  Cycle reported = 0, at = 0;
  unsigned slot = 0;
};
struct Output {
  Cycle at = 0;
  unsigned slot = 0, count = 0;
  bool operator==(const Output& o) const {
    return at == o.at && slot == o.slot && count == o.count;
  }
};

/// Counts inputs. The first of a slot opens it; `kLifetime` later it closes, and its count is sent.
class SlotCounter {
 public:
  /// `excess`: cycles after the close of a slot for which its guard lets inputs be applied early.
  explicit SlotCounter(Cycle excess) : excess_(excess) {}

  Cycle input(Cycle at, unsigned slot) {
    return queue.accept(at, IpEvent::kCellIn, slot, {},
                        [&](Timing timing) { return count(at, slot, timing); });
  }
  void run(Cycle to) {
    while (queue.next() <= to) {
      const IpEvent event = queue.take();
      if (event.kind == IpEvent::kCellIn) {
        EXPECT_TRUE(count(event.at, event.place, Timing::kDue));
      } else {
        Slot& slot = slots_[event.place];
        outputs.push_back({event.at + kDelay, event.place, slot.count});
        slot = {};
      }
    }
  }

  LookaheadQueue<IpEvents> queue;
  std::vector<Output> outputs;
  unsigned early = 0;  ///< inputs that were applied before their cycle

 private:
  struct Slot {
    unsigned count = 0;
    Cycle closes = 0;
  };
  /// An event in between can open the slot, so only inputs of open ones are certain.
  bool count(Cycle at, unsigned number, Timing timing) {
    Slot& slot = slots_[number];
    const bool is_certain = slot.count != 0 && at <= slot.closes + excess_;
    if (!is_due(timing) && !is_certain) return false;
    early += !is_due(timing);
    if (slot.count++ != 0) return true;
    slot.closes = at + kLifetime;
    queue.push(slot.closes, IpEvent::kTimeout, number);
    return true;
  }

  Cycle excess_;
  std::array<Slot, kSlots> slots_{};
};

std::vector<Input> random_inputs(unsigned seed) {
  Random random(seed);
  std::set<std::pair<Cycle, unsigned>> used;
  std::vector<Input> inputs;
  for (Cycle now = 0; now < kEnd; ++now) {
    if (!random.chance(30)) continue;
    const Cycle at = now + kReported + random.below(12);
    const unsigned slot = random.below(kSlots);
    if (used.insert({at, slot}).second) inputs.push_back({now, at, slot});
  }
  return inputs;
}

/// Each input is reported in its cycle, and each event processed in its own.
std::vector<Output> in_order(std::vector<Input> inputs) {
  std::stable_sort(inputs.begin(), inputs.end(),
                   [](const Input& a, const Input& b) { return a.at < b.at; });
  SlotCounter counter(0);
  for (const Input& input : inputs) {
    counter.run(input.at - 1);
    counter.queue.push(input.at, IpEvent::kCellIn, input.slot);
  }
  counter.run(kNoCycle - 1);
  EXPECT_EQ(counter.early, 0);
  return counter.outputs;
}

/// Inputs are reported ahead, and calls come at deadlines only.
std::vector<Output> with_lookahead(const std::vector<Input>& inputs, unsigned seed, Cycle excess) {
  Random random(seed);
  SlotCounter counter(excess);
  Cycle call_at = 0, isolated = 0;
  auto input = inputs.begin();
  for (Cycle now = 0; now < kEnd + 100; ++now) {
    if (now > isolated) counter.queue.isolate_until(isolated = now + random.below(100));
    for (; input != inputs.end() && input->reported == now; ++input) {
      EXPECT_GT(input->at, counter.queue.processed_until());
      call_at = std::min(call_at, counter.input(input->at, input->slot));
    }
    if (now < call_at) continue;
    const std::size_t before = counter.outputs.size();
    counter.queue.allow_slack({kDelay - 1, kDelay - 1});
    counter.run(counter.queue.begin_call(now, kReported));
    for (std::size_t n = before; n < counter.outputs.size(); ++n)
      EXPECT_GT(counter.outputs[n].at, now) << "an output is visible before it is made";
    call_at = counter.queue.deadline(counter.queue.next());
  }
  EXPECT_GT(counter.early, inputs.size() / 10);
  return counter.outputs;
}

TEST(LookaheadQueue, EarlyAndLateProcessingGivesTheOutputsOfProcessingInOrder) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::vector<Input> inputs = random_inputs(seed);
    const std::vector<Output> expected = in_order(inputs);
    ASSERT_GT(expected.size(), 100);
    ASSERT_EQ(with_lookahead(inputs, seed, 0), expected) << "seed " << seed;
  }
}

TEST(LookaheadQueue, AGuardThatIsACycleTooLongIsSeen) {
  unsigned seen = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::vector<Input> inputs = random_inputs(seed);
    seen += with_lookahead(inputs, seed, 1) != in_order(inputs);
  }
  EXPECT_EQ(seen, 50);
}

TEST(LookaheadQueue, ReachesWhatIsKnownUpToTheEndOfTheIsolation) {
  LookaheadQueue<IpEvents> queue;
  EXPECT_EQ(queue.reach(10, 6), 10);
  queue.isolate_until(100);
  EXPECT_EQ(queue.reach(10, 6), 16);
  EXPECT_EQ(queue.reach(97, 6), 100);
  EXPECT_EQ(queue.reach(101, 6), 101);
  EXPECT_TRUE(queue.is_isolated(100));
  EXPECT_FALSE(queue.is_isolated(101));
  EXPECT_EQ(queue.begin_call(97, 6), 100);
  EXPECT_EQ(queue.processed_until(), 100);
}

TEST(LookaheadQueue, DeadlinesAreTheSlackLaterAndSaturate) {
  RmaEvents queue(std::pmr::get_default_resource());
  EXPECT_EQ(queue.deadline(50), 50);
  queue.allow_slack({8, 40});
  EXPECT_EQ(queue.deadline(50), 58);
  EXPECT_EQ(queue.external_deadline(50), 90);
  EXPECT_EQ(queue.deadline(kNoCycle), kNoCycle);
  EXPECT_EQ(queue.external_deadline(kNoCycle - 39), kNoCycle);
  EXPECT_EQ(queue.external_deadline(kNoCycle - 41), kNoCycle - 1);
}

TEST(LookaheadQueue, IndependentInputsAreOrderedWhereOneMayTurnOutToBe) {
  RmaEvents queue(std::pmr::get_default_resource());
  queue.allow_slack({8, 40});
  EXPECT_EQ(queue.accept_independent(60, 0, {}), 100);
  queue.order_until(70);
  queue.order_until(65);  // a later end stays
  EXPECT_EQ(queue.accept_independent(70, 1, {}), 78);
  EXPECT_EQ(queue.accept_independent(71, 2, {}), 111);
  EXPECT_EQ(queue.next_data(), 60);
  EXPECT_EQ(queue.accept(50, RmaEvent::kCellIn, 3, {}), 58);
  EXPECT_EQ(queue.next(), 50);
  EXPECT_EQ(queue.next_ordered(), 50);
}

}  // namespace
}  // namespace tinsim
