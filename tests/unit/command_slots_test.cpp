// SPDX-License-Identifier: Apache-2.0
// command_slots: a command's way through its slot, errors, the two hosts, and random stores.
#include "rtl_models/command_slots/command_slots.h"

#include <string>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/command_slots_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Slots = CommandSlots<8>;
using In = Slots::In;
using Out = Slots::Out;

In alloc(unsigned host, In in = {}) {
  in.alloc_valid_i[host] = true;
  return in;
}
In store(unsigned host, unsigned slot, unsigned part, In in = {}) {
  in.store_valid_i = true;
  in.store_host_i = host != 0;
  in.store_slot_i = slot;
  in.store_part_i = part;
  return in;
}
In pop(In in = {}) {
  in.ready_pop_i = true;
  return in;
}
In done(unsigned slot, In in = {}) {
  in.done_valid_i = true;
  in.done_slot_i = slot;
  return in;
}

class CommandSlotsTest : public ::testing::Test {
 protected:
  CommandSlotsTest() { block_.reset({}); }
  unsigned error_of(const In& in) {
    block_.tick(in);
    return static_cast<unsigned>(block_.out().store_error_o);
  }
  void write_whole(unsigned slot) {
    for (unsigned part = 0; part < 4; ++part) EXPECT_EQ(error_of(store(slot / 4, slot, part)), 0u);
  }
  void expect_free(unsigned host0, unsigned host1) {
    EXPECT_EQ(block_.out().free_o[0], host0);
    EXPECT_EQ(block_.out().free_o[1], host1);
  }

  Slots block_;
};

TEST_F(CommandSlotsTest, ShowsTheLowestFreeSlotOfEachHost) {
  expect_free(4, 4);
  EXPECT_EQ(block_.out().alloc_slot_o[0], 0u);
  EXPECT_EQ(block_.out().alloc_slot_o[1], 4u);
  block_.tick(alloc(1));
  expect_free(4, 3);
  EXPECT_EQ(block_.out().alloc_slot_o[1], 5u);
  block_.tick(alloc(0, alloc(1)));
  expect_free(3, 2);
  for (int n = 0; n < 4; ++n) block_.tick(alloc(1));
  expect_free(3, 0);
  EXPECT_FALSE(block_.out().alloc_ok_o[1]);
  EXPECT_EQ(block_.out().alloc_slot_o[1], 0u);
  EXPECT_TRUE(block_.out().alloc_ok_o[0]);
}

TEST_F(CommandSlotsTest, TakesFourQuartersInAnyOrder) {
  block_.tick(alloc(0));
  for (unsigned part : {2, 0, 3}) {
    EXPECT_EQ(error_of(store(0, 0, part)), 0u);
    EXPECT_FALSE(block_.out().ready_valid_o);
  }
  block_.tick(store(0, 0, 1));
  EXPECT_TRUE(block_.out().ready_valid_o);
  EXPECT_EQ(block_.out().ready_slot_o, 0u);
  block_.tick(pop());
  EXPECT_FALSE(block_.out().ready_valid_o);
  expect_free(3, 4);
  block_.tick(done(0));
  expect_free(4, 4);
  EXPECT_EQ(block_.out().alloc_slot_o[0], 0u);
}

TEST_F(CommandSlotsTest, ReservesAFreeSlotByAStore) {
  EXPECT_EQ(error_of(store(1, 4, 3)), 0u);
  expect_free(4, 3);
  EXPECT_EQ(block_.out().alloc_slot_o[1], 5u);
  // Allocated and stored to in one cycle: the quarter is written.
  EXPECT_EQ(error_of(store(1, 5, 0, alloc(1))), 0u);
  expect_free(4, 2);
  EXPECT_EQ(error_of(store(1, 5, 0)), 3u);
}

TEST_F(CommandSlotsTest, RefusesWrongStoresForOneCycle) {
  EXPECT_EQ(error_of(store(1, 3, 0)), 1u);
  EXPECT_EQ(error_of({}), 0u);
  EXPECT_EQ(error_of(store(0, 4, 0)), 1u);
  EXPECT_EQ(error_of(store(1, 8, 0)), 1u);
  EXPECT_EQ(error_of(store(0, 255, 0)), 1u);
  expect_free(4, 4);
  write_whole(1);
  EXPECT_EQ(error_of(store(0, 1, 2)), 2u);  // waits
  EXPECT_EQ(error_of(store(1, 1, 2)), 1u);  // another host's comes first
  EXPECT_EQ(error_of(store(0, 1, 2, pop())), 2u);
  EXPECT_EQ(error_of(store(0, 1, 2)), 2u);  // in flight
  EXPECT_EQ(error_of(store(0, 1, 2, done(1))), 2u);
  EXPECT_EQ(error_of(store(0, 1, 2)), 0u);  // free
  EXPECT_EQ(error_of(store(0, 1, 2)), 3u);
}

TEST_F(CommandSlotsTest, ShowsReadySlotsInTheOrderInWhichTheyBecameReady) {
  for (unsigned slot : {6, 1, 7}) write_whole(slot);
  for (unsigned slot : {6, 1, 7}) {
    EXPECT_EQ(block_.out().ready_slot_o, slot);
    block_.tick(pop());
  }
  EXPECT_FALSE(block_.out().ready_valid_o);
  EXPECT_EQ(block_.out().ready_slot_o, 0u);
}

TEST_F(CommandSlotsTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Slots block;
    block.reset({});
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  std::vector<In> ready;
  for (unsigned part = 0; part < 4; ++part) ready.push_back(store(0, 2, part));
  const auto then = [&](std::vector<In> more) {
    more.insert(more.begin(), ready.begin(), ready.end());
    return rule_of(more);
  };
  EXPECT_EQ(rule_of({pop()}), "PopHasSlot");
  EXPECT_EQ(then({pop(), done(2)}), "");
  EXPECT_EQ(then({pop(), pop()}), "PopHasSlot");
  EXPECT_EQ(then({done(2)}), "DoneWasInFlight");
  EXPECT_EQ(then({pop(done(2))}), "DoneWasInFlight");
  EXPECT_EQ(then({pop(), done(3)}), "DoneWasInFlight");
  EXPECT_EQ(then({pop(), done(10)}), "DoneWasInFlight");
  EXPECT_EQ(then({pop(), done(2), done(2)}), "DoneWasInFlight");
}

/// The README with a state and four flags for each slot, and the time at which it became ready.
template <unsigned kSlots>
class NaiveSlots {
 public:
  using In = typename CommandSlots<kSlots>::In;
  using Out = typename CommandSlots<kSlots>::Out;

  Corners corners{{"none free", 0},
                  {"error 1", 0},
                  {"error 2", 0},
                  {"error 3", 0},
                  {"store allocates", 0},
                  {"allocated and stored", 0},
                  {"store as it is done", 0},
                  {"three ready", 0},
                  {"whole in falling order", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    slots_.assign(kSlots, {});
    now_ = 0;
    show(0);
  }
  void tick(const In& in) {
    auto before = slots_;
    const Out shown = out_;
    ++now_;
    unsigned error = 0;
    if (in.store_valid_i) error = store(in, before, shown);
    for (unsigned host = 0; host < 2; ++host) {
      if (!in.alloc_valid_i[host] || !shown.alloc_ok_o[host]) continue;
      Slot& slot = slots_[shown.alloc_slot_o[host]];
      corners["allocated and stored"] += slot.state != Free;
      if (slot.state == Free) slot.state = Filling;
    }
    if (in.ready_pop_i) slots_[shown.ready_slot_o].state = Flying;
    if (in.done_valid_i) {
      corners["store as it is done"] += in.store_valid_i && in.store_slot_i == in.done_slot_i;
      slots_[in.done_slot_i] = {};
    }
    show(error);
  }

 private:
  enum State { Free, Filling, Ready, Flying };
  struct Slot {
    State state = Free;
    bool quarter[4] = {};
    std::uint64_t since = 0;
    unsigned last_part = 9;
    bool falling = true;
  };
  unsigned store(const In& in, const std::vector<Slot>& before, const Out&) {
    const unsigned number = in.store_slot_i, part = in.store_part_i;
    const unsigned first = in.store_host_i ? kSlots / 2 : 0;
    unsigned error = 0;
    if (number < first || number >= first + kSlots / 2)
      error = 1;
    else if (before[number].state == Ready || before[number].state == Flying)
      error = 2;
    else if (before[number].quarter[part])
      error = 3;
    if (error != 0) {
      ++corners["error " + std::to_string(error)];
      return error;
    }
    Slot& slot = slots_[number];
    corners["store allocates"] += slot.state == Free;
    slot.state = Filling;
    slot.quarter[part] = true;
    slot.falling &= part < slot.last_part;
    slot.last_part = part;
    if (slot.quarter[0] && slot.quarter[1] && slot.quarter[2] && slot.quarter[3]) {
      slot.state = Ready;
      slot.since = now_;
      corners["whole in falling order"] += slot.falling;
    }
    return 0;
  }
  void show(unsigned error) {
    out_ = {};
    out_.store_error_o = error;
    unsigned ready = 0;
    std::uint64_t oldest = 0;
    for (unsigned n = kSlots; n-- > 0;) {
      const unsigned host = n * 2 / kSlots;
      if (slots_[n].state == Free) {
        out_.alloc_ok_o[host] = true;
        out_.alloc_slot_o[host] = n;
        out_.free_o[host] = out_.free_o[host] + 1;
      }
      if (slots_[n].state != Ready) continue;
      ++ready;
      if (!out_.ready_valid_o || slots_[n].since < oldest) {
        out_.ready_valid_o = true;
        out_.ready_slot_o = n;
        oldest = slots_[n].since;
      }
    }
    corners["three ready"] += ready >= 3;
    corners["none free"] += !out_.alloc_ok_o[0];
  }

  std::vector<Slot> slots_;
  std::uint64_t now_ = 0;
  Out out_;
};

TEST(CommandSlotsRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Slots, NaiveSlots<8>, CommandSlotsStimulus<8>>(150'000, 5000);
}

TEST(CommandSlotsRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<CommandSlots<256>, NaiveSlots<256>, CommandSlotsStimulus<256>>(90'000, 20'000);
}

TEST(CommandSlotsRandom, TheComparisonNoticesAWrongQuarter) {
  expect_fault_noticed<Slots, NaiveSlots<8>, CommandSlotsStimulus<8>>(
      [](In& in) { in.store_part_i = in.store_part_i ^ 1u; });
}

}  // namespace
}  // namespace tinsim
