// SPDX-License-Identifier: Apache-2.0
// reassembly_buffer: what happens in one cycle, by hand, and random packets against the README.
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"

#include <map>
#include <set>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/reassembly_buffer_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Small = ReassemblyBuffer<4, 20>;
using In = Small::In;
using Out = Small::Out;

In reserve(unsigned bytes, In in = {}) {
  in.reserve_valid_i = true;
  in.reserve_bytes_i = bytes;
  return in;
}
In cell(unsigned eptr, unsigned idx, unsigned vbytes, In in = {}) {
  in.data_valid_i = true;
  in.data_eptr_i = eptr;
  in.data_idx_i = idx;
  in.data_vbytes_i = vbytes;
  return in;
}
In release(unsigned eptr, In in = {}) {
  in.release_valid_i = true;
  in.release_eptr_i = eptr;
  return in;
}

class ReassemblyBufferTest : public ::testing::Test {
 protected:
  ReassemblyBufferTest() { block_.reset({}); }
  void expect_result(bool stored, bool complete, bool aborted, unsigned eptr) {
    EXPECT_TRUE(block_.out().result_valid_o);
    EXPECT_EQ(block_.out().result_stored_o, stored);
    EXPECT_EQ(block_.out().result_complete_o, complete);
    EXPECT_EQ(block_.out().result_aborted_o, aborted);
    EXPECT_EQ(block_.out().result_eptr_o, eptr);
  }
  void expect_free(unsigned eptr, unsigned slots) {
    EXPECT_TRUE(block_.out().can_reserve_o);
    EXPECT_EQ(block_.out().reserve_eptr_o, eptr);
    EXPECT_EQ(block_.out().free_slots_o, slots);
  }

  Small block_;
};

TEST_F(ReassemblyBufferTest, ShowsAReservationInTheNextCycle) {
  expect_free(0, 20);
  block_.tick(reserve(300));
  expect_free(1, 17);
  EXPECT_FALSE(block_.out().result_valid_o);
}

TEST_F(ReassemblyBufferTest, ReportsTheResultOneCycleAfterTheCell) {
  block_.tick(reserve(149));
  block_.tick(cell(0, 1, 1));
  expect_result(true, false, false, 0);
  block_.tick(cell(0, 0, 148));
  expect_result(true, true, false, 0);
  block_.tick({});
  EXPECT_FALSE(block_.out().result_valid_o);
  EXPECT_EQ(block_.out().result_eptr_o, 0u);
}

TEST_F(ReassemblyBufferTest, ReportsAnAbortWithTheLastCellOnly) {
  block_.tick(reserve(149));
  block_.tick(cell(0, 0, 0));
  expect_result(true, false, false, 0);
  block_.tick(cell(0, 1, 1));
  expect_result(true, true, true, 0);
}

TEST_F(ReassemblyBufferTest, NamesTheEptrOfARefusedCell) {
  block_.tick(cell(0xBEEF, 0, 1));
  expect_result(false, false, false, 0xBEEF);
}

TEST_F(ReassemblyBufferTest, RefusesACellForWhatIsReservedOrReleasedInItsCycle) {
  block_.tick(reserve(1, cell(0, 0, 1)));
  expect_result(false, false, false, 0);
  block_.tick(release(0, cell(0, 0, 1)));
  expect_result(false, false, false, 0);
  block_.tick(reserve(1));
  block_.tick(cell(4, 0, 1));  // generation 1; nothing of the cells before was kept
  expect_result(true, true, false, 4);
}

TEST_F(ReassemblyBufferTest, DoesNotReserveWhatIsReleasedInItsCycle) {
  block_.tick(reserve(148 * 2));
  expect_free(1, 18);
  block_.tick(reserve(1, release(0)));
  expect_free(4, 19);  // context 0 in generation 1; the packet of one byte has context 1
  block_.tick(cell(1, 0, 1));
  expect_result(true, true, false, 1);
}

TEST_F(ReassemblyBufferTest, DoesAllThreeInOneCycle) {
  block_.tick(reserve(1));
  block_.tick(reserve(149));
  block_.tick(reserve(200, cell(1, 1, 1, release(0))));
  expect_result(true, false, false, 1);
  expect_free(4, 20 - 2 - 2);
}

TEST_F(ReassemblyBufferTest, ShowsNoEptrWhenNoContextIsFree) {
  for (int n = 0; n < 4; ++n) block_.tick(reserve(1));
  EXPECT_FALSE(block_.out().can_reserve_o);
  EXPECT_EQ(block_.out().reserve_eptr_o, 0u);
  EXPECT_EQ(block_.out().free_slots_o, 16u);
}

TEST_F(ReassemblyBufferTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Small block;
    block.reset({});
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of({reserve(0)}), "ReserveHasBytes");
  EXPECT_EQ(rule_of({reserve(148 * 20)}), "");
  EXPECT_EQ(rule_of({reserve(148 * 20 + 1)}), "ReserveFits");
  EXPECT_EQ(rule_of({reserve(1), reserve(1), reserve(1), reserve(1), reserve(1)}), "ReserveFits");
  EXPECT_EQ(rule_of({release(0)}), "ReleaseIsTaken");
  EXPECT_EQ(rule_of({reserve(1), release(4)}), "ReleaseIsTaken");
  EXPECT_EQ(rule_of({reserve(1), release(0), release(0)}), "ReleaseIsTaken");
}

/// The README with the missing cells of each packet as a set.
template <unsigned kContexts, unsigned kSlots>
class NaiveBuffer {
 public:
  using In = typename ReassemblyBuffer<kContexts, kSlots>::In;
  using Out = typename ReassemblyBuffer<kContexts, kSlots>::Out;

  Corners corners{{"no context", 0},
                  {"no slot", 0},
                  {"complete", 0},
                  {"complete, aborted", 0},
                  {"again", 0},
                  {"old generation", 0},
                  {"released now", 0},
                  {"reserved now", 0},
                  {"idx too high", 0},
                  {"wrong vbytes", 0},
                  {"all three at once", 0},
                  {"generations start again", 0},
                  {"free context", 0},
                  {"after completion", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    packets_.clear();
    generation_.assign(kContexts, 0);
    out_ = {};
    show();
  }
  void tick(const In& in) {
    const bool complete_now = in.data_valid_i && in.reserve_valid_i && in.release_valid_i;
    corners["all three at once"] += complete_now;
    const auto eptr = static_cast<unsigned>(out_.reserve_eptr_o);
    Out next;
    if (in.data_valid_i) arrive(in, eptr, next);
    if (in.release_valid_i) {
      packets_.erase(static_cast<unsigned>(in.release_eptr_i));
      unsigned& generation = generation_[in.release_eptr_i % kContexts];
      generation = (generation + 1) % (65536 / kContexts);
      corners["generations start again"] += generation == 0;
    }
    if (in.reserve_valid_i) {
      Packet& packet = packets_[eptr];
      for (int left = static_cast<int>(in.reserve_bytes_i); left > 0; left -= 148)
        packet.missing[packet.cells++] = static_cast<unsigned>(std::min(left, 148));
    }
    out_ = next;
    show();
  }

 private:
  struct Packet {
    std::map<unsigned, unsigned> missing;  ///< vbytes by idx
    unsigned cells = 0;
    bool aborted = false;
  };

  void arrive(const In& in, unsigned reserved, Out& next) {
    next.result_valid_o = true;
    next.result_eptr_o = in.data_eptr_i;
    const auto it = packets_.find(static_cast<unsigned>(in.data_eptr_i));
    const unsigned context = in.data_eptr_i % kContexts;
    if (it == packets_.end()) {
      const bool now = in.reserve_valid_i && in.data_eptr_i == reserved;
      const bool taken = packets_.count(generation_[context] * kContexts + context);
      ++corners[now ? "reserved now" : taken ? "old generation" : "free context"];
      return;
    }
    Packet& packet = it->second;
    if (in.release_valid_i && in.release_eptr_i == in.data_eptr_i) {
      ++corners["released now"];
      return;
    }
    const auto cell = packet.missing.find(static_cast<unsigned>(in.data_idx_i));
    if (cell == packet.missing.end()) {
      ++corners[in.data_idx_i >= packet.cells ? "idx too high" : "again"];
      corners["after completion"] += packet.missing.empty();
      return;
    }
    if (in.data_vbytes_i != 0 && in.data_vbytes_i != cell->second) {
      ++corners["wrong vbytes"];
      return;
    }
    packet.missing.erase(cell);
    packet.aborted |= in.data_vbytes_i == 0;
    next.result_stored_o = true;
    next.result_complete_o = packet.missing.empty();
    next.result_aborted_o = packet.missing.empty() && packet.aborted;
    corners["complete"] += next.result_complete_o;
    corners["complete, aborted"] += next.result_aborted_o;
  }
  void show() {
    std::set<unsigned> taken;
    unsigned slots = kSlots;
    for (const auto& [eptr, packet] : packets_) {
      taken.insert(eptr % kContexts);
      slots -= packet.cells;
    }
    out_.free_slots_o = slots;
    out_.can_reserve_o = taken.size() < kContexts;
    corners["no slot"] += slots == 0;
    corners["no context"] += !out_.can_reserve_o;
    if (!out_.can_reserve_o) return;
    unsigned context = 0;
    while (taken.count(context)) ++context;
    out_.reserve_eptr_o = generation_[context] * kContexts + context;
  }

  std::map<unsigned, Packet> packets_;  ///< by eptr
  std::vector<unsigned> generation_;
  Out out_;
};

TEST(ReassemblyBufferRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Small, NaiveBuffer<4, 20>, ReassemblyBufferStimulus<4, 20>>(600'000, 250'000);
}

TEST(ReassemblyBufferRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  using Full = ReassemblyBuffer<64, 437>;
  expect_as_naive<Full, NaiveBuffer<64, 437>, ReassemblyBufferStimulus<64, 437>>(300'000, 50'000);
}

TEST(ReassemblyBufferRandom, TheComparisonNoticesAWrongEptr) {
  expect_fault_noticed<Small, NaiveBuffer<4, 20>, ReassemblyBufferStimulus<4, 20>>(
      [](In& in) { in.data_eptr_i = in.data_eptr_i ^ 0x8000; });
}

}  // namespace
}  // namespace tinsim
