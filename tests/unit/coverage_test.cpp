// SPDX-License-Identifier: Apache-2.0
// Functional coverage: counts made by hand, holes by name, and that sampling changes nothing.
#include <gtest/gtest.h>

#include <map>

#include "credit_counter_coverage.h"
#include "islip_arbiter_coverage.h"
#include "testbench/covered.h"
#include "testbench/drive.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {
namespace {

using Credit = CreditCounterCoverage<4>;
using Arbiter = IslipArbiter<4, 4>;

std::map<std::string, std::uint64_t> hits_of(const Coverage& coverage) {
  std::map<std::string, std::uint64_t> hits;
  for (const Coverage::Item& item : coverage.items())
    for (const Coverage::Bin& bin : item.bins)
      if (bin.hits) hits[item.name + "." + bin.name] = bin.hits;
  return hits;
}

/// Three cycles after a reset with the limits 5, 4090, 4095, 0.
TEST(Coverage, CountsOfThreeCyclesByHand) {
  Credit::In straps;
  straps.init_limit_i = {5, 4090, 4095, 0};
  Credit::Out out;
  out.avail_o = {5, 0, 0, 0};
  Credit coverage;
  coverage.reset(straps);
  coverage.sample(straps, out);  // VC 0: few; VCs 1 and 2: beyond the half range; VC 3: none

  Credit::In in = straps;
  in.fc_valid_i = in.take_valid_i = true;
  in.fc_vc_i = 1;
  in.fc_limit_i = 0;  // 6 words ahead, through 4096
  in.take_vc_i = 0;
  in.take_words_i = 5;
  coverage.sample(in, out);

  out.avail_o = {0, 0, 0, 0};
  in = straps;
  in.fc_valid_i = true;
  in.fc_vc_i = 2;
  in.fc_limit_i = 4094;  // a word behind
  coverage.sample(in, out);

  const std::map<std::string, std::uint64_t> want = {
      {"both_ports.none", 1},
      {"both_ports.different_vcs", 1},
      {"both_ports.update", 1},
      {"take_words.some", 1},
      {"update_kind.none", 10},
      {"update_kind.newer", 1},
      {"update_kind.newest_old", 1},
      {"take_kind.none", 11},
      {"take_kind.all", 1},
      {"available.few", 2},
      {"available.beyond_half_range", 5},  // VC 1 twice, VC 2 three times
      {"available.none", 5},               // VC 0 and 1 in the last cycle, VC 3
      {"limit_step.wraps_to_zero", 1},
      {"sent_step.advances", 1},
      {"update_while.none.few", 2},
      {"update_while.none.beyond_half_range", 3},
      {"update_while.none.none", 5},
      {"update_while.newer.beyond_half_range", 1},
      {"update_while.newest_old.beyond_half_range", 1},
      {"take_while.none.few", 1},
      {"take_while.all.few", 1},
      {"take_while.none.beyond_half_range", 5},
      {"take_while.none.none", 5},
      {"collision.none.none", 9},
      {"collision.none.all", 1},
      {"collision.newer.none", 1},
      {"collision.newest_old.none", 1}};
  EXPECT_EQ(hits_of(coverage), want);
}

/// Registers of a list begin again with a reset.
TEST(Coverage, AfterAResetThereIsNoPast) {
  IslipArbiterCoverage<4, 4> coverage;
  Arbiter::In in;
  in.iterations_i = 2;
  coverage.reset(in);
  coverage.sample(in, {});
  in.iterations_i = 3;
  coverage.reset(in);
  coverage.sample(in, {});
  EXPECT_EQ(hits_of(coverage).count("rounds_change.yes"), 0U);
  in.iterations_i = 4;
  coverage.sample(in, {});
  EXPECT_EQ(hits_of(coverage)["rounds_change.yes"], 1U);
}

/// The stimulus of the arbiter, but no output is ever busy.
class NeverBusy : public IslipArbiterStimulus<4, 4> {
 public:
  using IslipArbiterStimulus::IslipArbiterStimulus;
  Arbiter::In next(const Arbiter::Out& out) {
    Arbiter::In in = IslipArbiterStimulus::next(out);
    in.out_busy_i = {};
    return in;
  }
};

template <class Stimulus>
std::vector<std::string> holes_of() {
  Arbiter arbiter;
  IslipArbiterCoverage<4, 4> coverage;
  Covered<Arbiter, IslipArbiterCoverage<4, 4>> covered(arbiter, coverage);
  Stimulus stimulus(1);
  drive(covered, stimulus, 300000, 1);
  return coverage.holes();
}

TEST(Coverage, WhatAStimulusNeverAssertsIsAHoleWithItsName) {
  EXPECT_EQ((holes_of<IslipArbiterStimulus<4, 4>>()), std::vector<std::string>{});
  std::vector<std::string> want = {"output_state.busy_and_matched", "output_state.busy"};
  for (const char* contention : {"none", "one", "all", "some"})
    for (const char* state : {"busy_and_matched", "busy"})
      for (const char* rounds : {"one", "two", "three", "four"})
        want.push_back(fmt::format("contended_while_busy.{}.{}.{}", contention, state, rounds));
  EXPECT_EQ(holes_of<NeverBusy>(), want);
}

/// A bin that the list excludes is reported when it is hit.
TEST(Coverage, AnExcludedBinThatIsHitIsReported) {
  Credit coverage;
  Credit::In in;
  coverage.reset(in);
  in.take_valid_i = true;
  in.take_words_i = 3;  // of nothing
  coverage.sample(in, {});
  EXPECT_EQ(coverage.hit_though_excluded(), std::vector<std::string>{"take_while.some.none"});
  EXPECT_NE(coverage.summary().find("hit though excluded: take_while.some.none"),
            std::string::npos);
}

}  // namespace
}  // namespace tinsim
