// SPDX-License-Identifier: Apache-2.0
// ExaNet's dimension order: shortest routes, priorities, disabled directions, the three VC rules.
#include "rtl_models/exanet_dor_stage/exanet_dor_stage.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/exanet_dor_stage_stimulus.h"

namespace tinsim {
namespace {

using Stage = ExanetDorStage;
using Place = std::array<unsigned, 3>;

class ExanetDorTest : public ::testing::Test {
 protected:
  void lattice(Place size, bool wrap) {
    for (unsigned d = 0; d < 3; ++d) {
      in_.size_i[d] = size[d];
      in_.wrap_i[d] = wrap;
      in_.priority_i[d] = d;
    }
    in_.enable_i = {true, true, true, true, true, true};
    size_ = size;
  }
  Stage::Out route(Place here, Place dst, Place src) {
    Stage::In in = in_;
    in.valid_i = true;
    for (unsigned d = 0; d < 3; ++d) {
      in.here_i[d] = here[d];
      in.dst_i[d] = dst[d];
      in.src_i[d] = src[d];
    }
    Stage stage;
    stage.reset(in);
    EXPECT_FALSE(stage.out().valid_o);
    stage.tick(in);
    EXPECT_TRUE(stage.out().valid_o);
    return stage.out();
  }
  Place next(Place here, unsigned direction) const {
    const unsigned d = direction / 2, size = size_[d];
    here[d] = direction % 2 ? (here[d] + size - 1) % size : (here[d] + 1) % size;
    return here;
  }
  /// Directions from src to dst.
  std::vector<Stage::Out> walk(Place src, Place dst) {
    std::vector<Stage::Out> steps;
    for (Place here = src; here != dst && steps.size() < 100;) {
      steps.push_back(route(here, dst, src));
      EXPECT_FALSE(steps.back().local_o || steps.back().no_route_o);
      here = next(here, unsigned(steps.back().direction_o));
    }
    EXPECT_TRUE(route(dst, dst, src).local_o);
    return steps;
  }
  template <class F>
  void for_each_pair(F&& f) {
    const unsigned nodes = size_[0] * size_[1] * size_[2];
    const auto place = [&](unsigned n) {
      return Place{n % size_[0], n / size_[0] % size_[1], n / size_[0] / size_[1]};
    };
    for (unsigned a = 0; a < nodes; ++a)
      for (unsigned b = 0; b < nodes; ++b) f(place(a), place(b));
  }

  Stage::In in_;
  Place size_{};
};

TEST_F(ExanetDorTest, ARouteOfAMeshHasTheManhattanDistance) {
  lattice({4, 3, 2}, false);
  for_each_pair([&](Place a, Place b) {
    unsigned distance = 0;
    for (unsigned d = 0; d < 3; ++d)
      distance += static_cast<unsigned>(std::abs(int(a[d]) - int(b[d])));
    ASSERT_EQ(walk(a, b).size(), distance);
  });
}

TEST_F(ExanetDorTest, ARouteOfATorusIsShortestAndTiesGoPlus) {
  lattice({5, 4, 2}, true);
  for_each_pair([&](Place a, Place b) {
    unsigned distance = 0;
    for (unsigned d = 0; d < 3; ++d) {
      const unsigned ahead = (b[d] + size_[d] - a[d]) % size_[d];
      distance += std::min(ahead, size_[d] - ahead);
    }
    const std::vector<Stage::Out> steps = walk(a, b);
    ASSERT_EQ(steps.size(), distance);
    const bool tie = (b[1] + 4 - a[1]) % 4 == 2;
    for (const Stage::Out& step : steps) ASSERT_FALSE(tie && step.direction_o == 3);
  });
}

TEST_F(ExanetDorTest, DimensionsFollowThePriorityRegisters) {
  lattice({4, 4, 4}, true);
  const std::array<std::array<unsigned, 3>, 6> orders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  for (const auto& order : orders) {
    for (unsigned d = 0; d < 3; ++d) in_.priority_i[d] = order[d];
    std::vector<unsigned> seen;
    for (const Stage::Out& step : walk({0, 0, 0}, {1, 3, 2})) {
      const auto dim = static_cast<unsigned>(step.direction_o / 2);
      if (seen.empty() || seen.back() != dim) seen.push_back(dim);
    }
    EXPECT_EQ(seen, (std::vector<unsigned>(order.begin(), order.end())));
  }
}

TEST_F(ExanetDorTest, ADisabledDirectionAndAPlaceOutsideHaveNoRoute) {
  lattice({4, 4, 1}, true);
  EXPECT_FALSE(route({0, 0, 0}, {1, 0, 0}, {0, 0, 0}).no_route_o);
  in_.enable_i[0] = false;
  const Stage::Out out = route({0, 0, 0}, {1, 0, 0}, {0, 0, 0});
  EXPECT_TRUE(out.no_route_o);
  EXPECT_FALSE(out.local_o);
  EXPECT_EQ(out.direction_o, 0u);
  EXPECT_FALSE(route({0, 0, 0}, {3, 0, 0}, {0, 0, 0}).no_route_o);
  EXPECT_TRUE(route({0, 0, 0}, {0, 0, 1}, {0, 0, 0}).no_route_o);
  EXPECT_TRUE(route({0, 0, 0}, {4, 0, 0}, {0, 0, 0}).no_route_o);
}

TEST_F(ExanetDorTest, RuleDifferenceComparesPlainCoordinates) {
  lattice({5, 5, 3}, true);
  in_.vc_rule_i = 0;
  for_each_pair([&](Place a, Place b) {
    if (a == b) return;
    const Stage::Out out = route(a, b, a);
    const auto d = static_cast<unsigned>(out.direction_o / 2);
    ASSERT_EQ(out.vc_o, b[d] > a[d]);
  });
}

TEST_F(ExanetDorTest, RuleOffsetIsTheDirection) {
  lattice({5, 5, 3}, true);
  in_.vc_rule_i = 1;
  for_each_pair([&](Place a, Place b) {
    if (a == b) return;
    const Stage::Out out = route(a, b, a);
    ASSERT_EQ(out.vc_o, out.direction_o % 2 == 0);
  });
}

TEST_F(ExanetDorTest, RuleDatelineIsTheUpperChannelFromTheWrapLinkOn) {
  lattice({6, 5, 2}, true);
  in_.vc_rule_i = 2;
  for_each_pair([&](Place a, Place b) {
    Place here = a;
    std::array<bool, 3> crossed{};
    for (const Stage::Out& step : walk(a, b)) {
      const auto d = static_cast<unsigned>(step.direction_o / 2);
      const Place to = next(here, unsigned(step.direction_o));
      crossed[d] = crossed[d] || (step.direction_o % 2 == 0 ? to[d] < here[d] : to[d] > here[d]);
      ASSERT_EQ(step.vc_o, crossed[d]);
      here = to;
    }
  });
}

TEST_F(ExanetDorTest, RuleDatelineComparesTheNextNodeWithAnySource) {
  lattice({5, 1, 1}, true);
  in_.vc_rule_i = 2;
  for (unsigned source = 0; source < 5; ++source) {
    for_each_pair([&](Place a, Place b) {
      if (a == b) return;
      const Stage::Out out = route(a, b, {source, 0, 0});
      const unsigned to = next(a, unsigned(out.direction_o))[0];
      ASSERT_EQ(out.vc_o, out.direction_o == 0 ? to < source : to > source);
    });
  }
}

TEST_F(ExanetDorTest, OnAMeshTheDatelineRuleUsesTheLowerChannelOnly) {
  lattice({4, 4, 2}, false);
  in_.vc_rule_i = 2;
  for_each_pair([&](Place a, Place b) {
    for (const Stage::Out& step : walk(a, b)) ASSERT_FALSE(step.vc_o);
  });
}

TEST_F(ExanetDorTest, AResultShowsForOneCycleAndResetClearsIt) {
  lattice({4, 4, 4}, true);
  Bench<Stage> bench(in_);
  bench.in.valid_i = true;
  bench.in.dst_i = {1, 0, 0};
  bench.clock();
  EXPECT_TRUE(bench.out().valid_o);
  bench.clock();
  EXPECT_FALSE(bench.out().valid_o);
  bench.in.valid_i = true;
  bench.clock();
  EXPECT_TRUE(bench.out().local_o);
  bench.reset();
  EXPECT_FALSE(bench.out().local_o || bench.out().valid_o);
}

TEST_F(ExanetDorTest, RulesCountWithAPacketOnly) {
  lattice({4, 4, 4}, true);
  Stage stage;
  const auto broken = [&](auto change) {
    Stage::In in = in_;
    change(in);
    EXPECT_EQ(broken_rule([&] { stage.tick(in); }), "none");
    in.valid_i = true;
    return broken_rule([&] { stage.tick(in); });
  };
  EXPECT_EQ(broken([](Stage::In& in) { in.priority_i = {0, 1, 1}; }), "PriorityIsPermutation");
  EXPECT_EQ(broken([](Stage::In& in) { in.priority_i = {0, 1, 3}; }), "PriorityIsPermutation");
  EXPECT_EQ(broken([](Stage::In& in) { in.vc_rule_i = 3; }), "VcRuleExists");
  EXPECT_EQ(broken([](Stage::In& in) { in.here_i[2] = 4; }), "HereInLattice");
  EXPECT_EQ(broken([](Stage::In& in) { in.size_i[1] = 0; }), "HereInLattice");
  EXPECT_EQ(broken([](Stage::In& in) { in.size_i[1] = 65; }), "HereInLattice");
  EXPECT_EQ(broken([](Stage::In&) {}), "none");
}

TEST(ExanetDorStageRandom, TheStimulusKeepsTheRules) {
  Stage stage;
  ExanetDorStageStimulus stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(stage, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
