// SPDX-License-Identifier: Apache-2.0
// route_select: latency, ties, lists that are empty or down, and random cells against the README
// read again.
#include "rtl_models/route_select/route_select.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/route_select_stimulus.h"

namespace tinsim {
namespace {

using Select = RouteSelect<50>;
using In = Select::In;

/// An entry of a list, as defined in the README.
struct Entry {
  unsigned port;
  bool valid;
};
Entry entry(uint64_t port, bool valid) { return {static_cast<unsigned>(port), valid}; }
struct Answer {
  bool none = true;
  unsigned port = 0;
  bool minimal = false;
};

/// The README in plain lists; `queues` are those of the cycle after.
class Reference {
 public:
  Reference(const In& in, const In& queues) : in_(in), queues_(queues) {
    for (unsigned i = 0; i < 8; ++i) m_.push_back(entry(in.minimal_i[i], in.minimal_valid_i[i]));
    counts_ = in.detour_i && (in.hashed_i || in.nonminimal_count_i > 0);
    for (unsigned i = 0; counts_ && i < 24; ++i)
      d_.push_back(entry(in.nonminimal_i[i], in.nonminimal_valid_i[i]));
    any_up_ = false;
    for (const auto* list : {&m_, &d_})
      for (const Entry& e : *list) any_up_ |= e.valid && in.up_i[e.port];
  }

  Answer answer() const { return in_.hashed_i ? by_hash() : by_cost(); }

 private:
  bool usable(const Entry& e) const { return e.valid && (!any_up_ || in_.up_i[e.port]); }
  std::optional<Answer> first(const std::vector<Entry>& list, unsigned from) const {
    for (unsigned i = 0; i < list.size(); ++i) {
      const Entry& e = list[(from + i) % list.size()];
      if (usable(e)) return Answer{false, e.port, &list == &m_};
    }
    return std::nullopt;
  }
  Answer by_hash() const {
    const unsigned h = in_.hash_i;
    std::optional<Answer> found;
    if (counts_ && h >= 8) {
      found = first(d_, h - 8);
      if (!found) found = first(m_, h % 8);
    } else {
      found = first(m_, h % 8);
      if (!found && counts_) found = first(d_, h);
    }
    return found.value_or(Answer{});
  }
  std::vector<unsigned> positions(unsigned of, unsigned count, unsigned first_number) const {
    std::vector<unsigned> left, drawn;
    for (unsigned i = 0; i < of; ++i) left.push_back(i);
    for (unsigned j = 0; j < count; ++j) {
      const unsigned x = in_.random_i[first_number + j] * (of - j) >> 12;
      drawn.push_back(left[x]);
      left.erase(left.begin() + x);
    }
    return drawn;
  }
  Answer by_cost() const {
    const auto from_m = positions(8, in_.minimal_count_i, 0);
    const auto from_d = positions(24, counts_ ? static_cast<unsigned>(in_.nonminimal_count_i) : 0,
                                  in_.minimal_count_i);
    std::optional<std::uint64_t> least;
    Answer best;
    const auto look = [&](const std::vector<Entry>& list, const std::vector<unsigned>& drawn,
                          std::uint64_t weight, std::uint64_t bias) {
      for (unsigned position = 0; position < list.size(); ++position) {  // lower ones first
        bool is_drawn = false;
        for (unsigned p : drawn) is_drawn |= p == position;
        if (!is_drawn || !usable(list[position])) continue;
        const std::uint64_t cost = queues_.queue_i[list[position].port] * weight + bias;
        if (least && cost >= *least) continue;
        least = cost;
        best = {false, list[position].port, &list == &m_};
      }
    };
    look(m_, from_m, in_.minimal_weight_i, in_.minimal_bias_i);
    look(d_, from_d, in_.nonminimal_weight_i, in_.nonminimal_bias_i);
    if (least) return best;
    auto found = first(m_, from_m[0]);
    if (!found && counts_) found = first(d_, from_d[0]);
    return found.value_or(Answer{});
  }

  const In& in_;
  const In& queues_;
  std::vector<Entry> m_, d_;
  bool counts_, any_up_;
};

bool shows_anything(const Select::Out& out) {
  return out.valid_o || out.none_o || out.port_o != 0u || out.minimal_o;
}

In straps() {
  In in;
  in.minimal_count_i = 2;
  in.nonminimal_count_i = 3;
  in.minimal_weight_i = 1;
  in.nonminimal_weight_i = 2;
  in.nonminimal_bias_i = 40;
  return in;
}

/// A cell with minimal candidates 1 and others 2, all there and up.
In cell() {
  In in = straps();
  in.valid_i = in.detour_i = true;
  in.minimal_i.fill(1);
  in.nonminimal_i.fill(2);
  in.minimal_valid_i.fill(true);
  in.nonminimal_valid_i.fill(true);
  in.up_i.fill(true);
  return in;
}

TEST(RouteSelect, AnswersAfterTwoCyclesFromTheQueuesOfTheSecond) {
  Select block;
  block.reset(straps());
  In in = cell();
  in.queue_i[1] = 500;  // of the cycle of the question: ignored
  block.tick(in);
  EXPECT_FALSE(shows_anything(block.out()));
  in.valid_i = false;
  in.queue_i[1] = 0;
  in.queue_i[2] = 0;
  block.tick(in);
  EXPECT_TRUE(block.out().valid_o);
  EXPECT_EQ(block.out().port_o, 1u);
  EXPECT_TRUE(block.out().minimal_o);
  block.tick(in);
  EXPECT_FALSE(shows_anything(block.out()));
}

// A new cell in each cycle; the minimal route is left where it costs more than 2 q + 40.
TEST(RouteSelect, TakesACellInEveryCycle) {
  Select block;
  block.reset(straps());
  In in = cell();
  block.tick(in);
  for (unsigned words = 0; words < 100; ++words) {
    in.queue_i[1] = words;
    in.queue_i[2] = 10;
    block.tick(in);
    EXPECT_EQ(block.out().port_o, words <= 60 ? 1u : 2u) << words;
  }
}

TEST(RouteSelect, ResetDropsTheCellBetweenTheStages) {
  Select block;
  block.reset(straps());
  block.tick(cell());
  block.reset(straps());
  block.tick(straps());
  EXPECT_FALSE(shows_anything(block.out()));
}

TEST(RouteSelect, SaysWhereThereIsNoCandidate) {
  Select block;
  block.reset(straps());
  In in = cell();
  in.minimal_valid_i.fill(false);
  in.nonminimal_valid_i.fill(false);
  block.tick(in);
  block.tick(in);
  EXPECT_TRUE(block.out().valid_o && block.out().none_o);
  EXPECT_EQ(block.out().port_o, 0u);
}

template <class From>
void copy(const From& from, In& to) {
  to.minimal_count_i = from.minimal_count_i;
  to.nonminimal_count_i = from.nonminimal_count_i;
  to.minimal_weight_i = from.minimal_weight_i;
  to.nonminimal_weight_i = from.nonminimal_weight_i;
  to.minimal_bias_i = from.minimal_bias_i;
  to.nonminimal_bias_i = from.nonminimal_bias_i;
  to.hashed_i = from.hashed_i;
  to.detour_i = from.detour_i;
  to.minimal_i = from.minimal_i;
  to.minimal_valid_i = from.minimal_valid_i;
  to.nonminimal_i = from.nonminimal_i;
  to.nonminimal_valid_i = from.nonminimal_valid_i;
  to.hash_i = from.hash_i;
  to.random_i = from.random_i;
  for (unsigned p = 0; p < from.up_i.size(); ++p) {
    to.up_i[p] = from.up_i[p];
    to.queue_i[p] = from.queue_i[p];
  }
}

template <unsigned kPorts>
void random_cells(unsigned cycles) {
  RouteSelect<kPorts> block;
  RouteSelectStimulus<kPorts> stimulus(kPorts);
  unsigned answered = 0, none = 0, minimal = 0;
  for (unsigned run = 0; run < cycles / 100; ++run) {
    block.reset(stimulus.restart());
    typename RouteSelect<kPorts>::In before;
    for (unsigned cycle = 0; cycle < 100; ++cycle) {
      const auto in = stimulus.next(block.out());
      block.tick(in);
      ASSERT_EQ(block.out().valid_o, before.valid_i);
      if (before.valid_i) {
        In wide_before, wide_in;  // the reference knows one shape
        copy(before, wide_before);
        copy(in, wide_in);
        const Answer expected = Reference(wide_before, wide_in).answer();
        ASSERT_EQ(block.out().none_o, expected.none);
        ASSERT_EQ(block.out().port_o, expected.port);
        ASSERT_EQ(block.out().minimal_o, expected.minimal);
        ++answered;
        none += expected.none;
        minimal += expected.minimal;
      }
      before = in;
    }
  }
  EXPECT_GT(none, answered / 200);
  EXPECT_GT(minimal, answered / 5);
  EXPECT_LT(minimal, answered * 4 / 5);
}

TEST(RouteSelect, RandomCellsGoWhereTheReadmeSays) { random_cells<50>(60000); }
TEST(RouteSelect, RandomCellsOfASwitchOfFourPortsToo) { random_cells<4>(60000); }

// Without the tie rule the later of two equal candidates would win: planted in the reference's
// input, it must be detected.
TEST(RouteSelect, TheReferenceNoticesAnotherQueue) {
  In in = cell();
  in.minimal_i = {1, 3, 1, 3, 1, 3, 1, 3};
  in.random_i.fill(0);  // positions 0 and 1
  In queues = in;
  EXPECT_EQ(Reference(in, queues).answer().port, 1u);
  queues.queue_i[1] = 1;
  EXPECT_EQ(Reference(in, queues).answer().port, 3u);
}

TEST(RouteSelect, RulesAreReportedByName) {
  const auto rule_of = [](const auto& change, bool strap) {
    Select block;
    In in = cell();
    change(in);
    try {
      block.reset(strap ? in : straps());
      block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return std::string("none");
  };
  EXPECT_EQ(rule_of([](In& in) { in.minimal_i[3] = 50; }, false), "CandidateInRange");
  EXPECT_EQ(rule_of([](In& in) { in.nonminimal_i[23] = 63; }, false), "CandidateInRange");
  EXPECT_EQ(rule_of([](In& in) { in.minimal_i[3] = 63, in.minimal_valid_i[3] = false; }, false),
            "none");
  EXPECT_EQ(rule_of([](In& in) { in.minimal_count_i = 0; }, true), "MinimalCountInRange");
  EXPECT_EQ(rule_of([](In& in) { in.minimal_count_i = 9; }, true), "MinimalCountInRange");
  EXPECT_EQ(rule_of([](In& in) { in.nonminimal_count_i = 9; }, true), "NonminimalCountInRange");
}

}  // namespace
}  // namespace tinsim
