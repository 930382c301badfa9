// SPDX-License-Identifier: Apache-2.0
// reorder_queue: what happens in one cycle, by hand, and random packets against the README.
#include "rtl_models/reorder_queue/reorder_queue.h"

#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/reorder_queue_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Queue = ReorderQueue<16>;
using In = Queue::In;
using Out = Queue::Out;

In push(unsigned flow, unsigned tag, In in = {}) {
  in.push_valid_i = true;
  in.push_flow_i = flow;
  in.push_tag_i = tag;
  return in;
}
In complete(unsigned entry, In in = {}) {
  in.complete_valid_i = true;
  in.complete_entry_i = entry;
  return in;
}
In cancel(unsigned entry, In in = {}) {
  in.cancel_valid_i = true;
  in.cancel_entry_i = entry;
  return in;
}
In pop(In in = {}) {
  in.pop_i = true;
  return in;
}

class ReorderQueueTest : public ::testing::Test {
 protected:
  ReorderQueueTest() { block_.reset({}); }
  void expect_offer(unsigned entry, unsigned tag, unsigned flow) {
    EXPECT_TRUE(block_.out().offer_valid_o);
    EXPECT_EQ(block_.out().offer_entry_o, entry);
    EXPECT_EQ(block_.out().offer_tag_o, tag);
    EXPECT_EQ(block_.out().offer_flow_o, flow);
  }
  void expect_no_offer() {
    EXPECT_FALSE(block_.out().offer_valid_o);
    EXPECT_EQ(block_.out().offer_entry_o, 0u);
    EXPECT_EQ(block_.out().offer_tag_o, 0u);
    EXPECT_EQ(block_.out().offer_flow_o, 0u);
  }

  Queue block_;
};

TEST_F(ReorderQueueTest, OffersAPacketInTheCycleAfterItsCompletion) {
  EXPECT_EQ(block_.out().push_entry_o, 0u);
  block_.tick(push(7, 70));
  EXPECT_EQ(block_.out().push_entry_o, 1u);
  EXPECT_EQ(block_.out().occupancy_o, 1u);
  expect_no_offer();
  block_.tick(complete(0));
  expect_offer(0, 70, 7);
  block_.tick(pop());
  expect_no_offer();
  EXPECT_EQ(block_.out().push_entry_o, 0u);
  EXPECT_EQ(block_.out().occupancy_o, 0u);
}

TEST_F(ReorderQueueTest, KeepsTheOrderOfAFlowAndNotThatOfOthers) {
  block_.tick(push(7, 70));
  block_.tick(push(7, 71));
  block_.tick(push(7 | 1u << 31, 72));
  block_.tick(complete(1));
  expect_no_offer();
  block_.tick(complete(2));
  expect_offer(2, 72, 7 | 1u << 31);
  block_.tick(complete(0));
  expect_offer(0, 70, 7);  // pushed first
  block_.tick(pop());
  expect_offer(1, 71, 7);
}

TEST_F(ReorderQueueTest, FreesAnEntryThatIsCancelled) {
  block_.tick(push(7, 70));
  block_.tick(push(7, 71));
  block_.tick(complete(1));
  block_.tick(cancel(0));
  expect_offer(1, 71, 7);
  EXPECT_EQ(block_.out().push_entry_o, 0u);
}

TEST_F(ReorderQueueTest, DoesAllFourInOneCycle) {
  block_.tick(push(1, 10));
  block_.tick(push(2, 20));
  block_.tick(push(3, 30));
  block_.tick(complete(0));
  block_.tick(push(1, 40, complete(1, cancel(2, pop()))));
  EXPECT_EQ(block_.out().occupancy_o, 2u);  // entries 1 and 3: not one that became free
  EXPECT_EQ(block_.out().push_entry_o, 0u);
  expect_offer(1, 20, 2);
  block_.tick(complete(3, pop()));
  expect_offer(3, 40, 1);
}

TEST_F(ReorderQueueTest, FreesOnceWhatIsCancelledWhileItIsPopped) {
  block_.tick(push(1, 10));
  block_.tick(complete(0));
  block_.tick(cancel(0, pop()));
  EXPECT_EQ(block_.out().occupancy_o, 0u);
  expect_no_offer();
}

TEST_F(ReorderQueueTest, IsFullWithSixteen) {
  for (unsigned n = 0; n < 16; ++n) {
    EXPECT_FALSE(block_.out().full_o);
    EXPECT_EQ(block_.out().push_entry_o, n);
    block_.tick(push(0, n));
  }
  EXPECT_TRUE(block_.out().full_o);
  EXPECT_EQ(block_.out().push_entry_o, 0u);
  block_.tick(cancel(9));
  EXPECT_FALSE(block_.out().full_o);
  EXPECT_EQ(block_.out().push_entry_o, 9u);
}

TEST_F(ReorderQueueTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Queue block;
    block.reset({});
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of(std::vector<In>(16, push(0, 0))), "");
  EXPECT_EQ(rule_of(std::vector<In>(17, push(0, 0))), "PushHasRoom");
  EXPECT_EQ(rule_of({complete(0)}), "CompleteIsTaken");
  EXPECT_EQ(rule_of({complete(63)}), "CompleteIsTaken");
  EXPECT_EQ(rule_of({push(0, 0, complete(0))}), "CompleteIsTaken");
  EXPECT_EQ(rule_of({push(0, 0), complete(0), complete(0)}), "CompleteOnce");
  EXPECT_EQ(rule_of({cancel(0)}), "CancelIsTaken");
  EXPECT_EQ(rule_of({push(0, 0), complete(0), cancel(0)}), "CancelIsTaken");
  EXPECT_EQ(rule_of({push(0, 0), push(1, 0), complete(0), complete(1), cancel(1, pop())}),
            "CancelIsTaken");
  EXPECT_EQ(rule_of({push(0, 0), complete(0), cancel(0, pop())}), "");
  EXPECT_EQ(rule_of({push(0, 0), pop()}), "PopHasOffer");
  EXPECT_EQ(rule_of({push(0, 0), complete(0, cancel(0))}), "NotBoth");
}

/// The README with the packets as a list in the order of their pushes.
template <unsigned kEntries>
class NaiveQueue {
 public:
  using In = typename ReorderQueue<kEntries>::In;
  using Out = typename ReorderQueue<kEntries>::Out;

  Corners corners{{"full", 0},
                  {"held back", 0},
                  {"all four at once", 0},
                  {"cancel and pop", 0},
                  {"cancelled head", 0},
                  {"empty", 0},
                  {"overtaken by another flow", 0},
                  {"older offer comes first", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    list_.clear();
    out_ = {};
    show();
  }
  void tick(const In& in) {
    const auto offered = static_cast<unsigned>(out_.offer_entry_o);
    const auto pushed = static_cast<unsigned>(out_.push_entry_o);
    corners["all four at once"] +=
        in.push_valid_i && in.complete_valid_i && in.cancel_valid_i && in.pop_i;
    if (in.complete_valid_i) find(in.complete_entry_i)->complete = true;
    if (in.pop_i) list_.erase(find(offered));
    if (in.cancel_valid_i) {
      const auto it = find(in.cancel_entry_i);
      corners["cancel and pop"] += it == list_.end();
      if (it != list_.end()) {
        corners["cancelled head"] += it == list_.begin() && list_.size() > 1;
        list_.erase(it);
      }
    }
    if (in.push_valid_i) list_.push_back({pushed, in, false});
    const bool kept = out_.offer_valid_o && !in.pop_i;
    show();
    corners["older offer comes first"] += kept && out_.offer_entry_o != offered;
  }

 private:
  struct Packet {
    unsigned entry;
    In pushed;
    bool complete;
  };
  typename std::vector<Packet>::iterator find(std::uint64_t entry) {
    return std::find_if(list_.begin(), list_.end(),
                        [entry](const Packet& packet) { return packet.entry == entry; });
  }
  bool waits(std::size_t n) const {
    for (std::size_t m = 0; m < n; ++m)
      if (list_[m].pushed.push_flow_i == list_[n].pushed.push_flow_i) return true;
    return false;
  }
  void show() {
    out_ = {};
    out_.occupancy_o = list_.size();
    out_.full_o = list_.size() == kEntries;
    unsigned entry = 0;
    while (entry < kEntries && find(entry) != list_.end()) ++entry;
    if (!out_.full_o) out_.push_entry_o = entry;
    for (std::size_t n = 0; n < list_.size() && !out_.offer_valid_o; ++n) {
      corners["held back"] += list_[n].complete && waits(n);
      if (!list_[n].complete || waits(n)) continue;
      out_.offer_valid_o = true;
      out_.offer_entry_o = list_[n].entry;
      out_.offer_tag_o = list_[n].pushed.push_tag_i;
      out_.offer_flow_o = list_[n].pushed.push_flow_i;
      corners["overtaken by another flow"] += n > 0;
    }
    corners["full"] += out_.full_o;
    corners["empty"] += list_.empty();
  }

  std::vector<Packet> list_;
  Out out_;
};

TEST(ReorderQueueRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Queue, NaiveQueue<16>, ReorderQueueStimulus<16>>(150'000, 5000);
}

TEST(ReorderQueueRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<ReorderQueue<64>, NaiveQueue<64>, ReorderQueueStimulus<64>>(60'000, 5000);
}

TEST(ReorderQueueRandom, TheComparisonNoticesAWrongFlow) {
  expect_fault_noticed<Queue, NaiveQueue<16>, ReorderQueueStimulus<16>>(
      [](In& in) { in.push_flow_i = in.push_flow_i & ~std::uint64_t{1}; });
}

}  // namespace
}  // namespace tinsim
