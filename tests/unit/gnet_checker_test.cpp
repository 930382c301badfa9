// SPDX-License-Identifier: Apache-2.0
// GNet protocol checker: each rule once at its edge and clean, once broken.
#include "tlm/sockets/gnet_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gnet_test.h"

namespace tinsim {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr unsigned kVcs = 4;
constexpr unsigned kFifoWords = 24;
constexpr Cycle kLink = 10;

class GnetCheckerTest : public ::testing::Test {
 protected:
  void SetUp() override { fresh_kernel(); }

  std::string cell(unsigned at, unsigned words, unsigned vc = 0) {
    return error_of([&] { checker_.cell(cell_of(words, vc), until(at)); });
  }
  std::string credit(unsigned at, unsigned words, unsigned vc = 0) {
    return error_of([&] { checker_.credit(vc, words, until(at)); });
  }
  static sc_core::sc_time until(unsigned cycle) { return cycles(cycle) - sc_core::sc_time_stamp(); }

  GnetChecker checker_{"link", {kVcs, kFifoWords, kLink, kCyclePs}};
};

TEST_F(GnetCheckerTest, LengthIsTwoToTwentyWords) {
  EXPECT_EQ(cell(10, 2), "");
  EXPECT_EQ(cell(20, 20, 1), "");
  EXPECT_THAT(cell(50, 1), HasSubstr("cell of 1 words, must have 2 to 20"));
  EXPECT_THAT(cell(50, 21), HasSubstr("cell of 21 words"));
}

TEST_F(GnetCheckerTest, TheVcExists) {
  EXPECT_EQ(cell(10, 2, kVcs - 1), "");
  EXPECT_EQ(credit(30, 2, kVcs - 1), "");
  EXPECT_THAT(cell(20, 2, kVcs), HasSubstr("cell on vc 4 of 4"));
  EXPECT_THAT(credit(31, 2, kVcs), HasSubstr("credit on vc 4 of 4"));
}

TEST_F(GnetCheckerTest, ACellBeginsAfterTheOneBeforeHasEnded) {
  EXPECT_EQ(cell(10, 5), "");
  EXPECT_EQ(cell(15, 5, 1), "");
  EXPECT_THAT(cell(19, 5, 2), HasSubstr("overlaps the one before, which ends with cycle 19"));
  EXPECT_EQ(cell(20, 5, 2), "");
}

TEST_F(GnetCheckerTest, ACellHasCreditForAllItsWords) {
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(cell(30, 4), "");
  EXPECT_THAT(cell(40, 2), HasSubstr("cell of 2 words on vc 0 with credit for 0"));
  EXPECT_EQ(cell(40, 2, 1), "") << "each VC has its own";
}

TEST_F(GnetCheckerTest, CreditPaysFromTheCycleInWhichItReachesTheSender) {
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(credit(50, 20), "");
  EXPECT_THAT(cell(50 + kLink - 1, 20), HasSubstr("with credit for 4"));
  EXPECT_EQ(cell(50 + kLink, 20), "");
}

TEST_F(GnetCheckerTest, NoMoreCreditIsGivenThanWordsWereSent) {
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(credit(50, 12), "");
  EXPECT_THAT(credit(51, 9), HasSubstr("credit overrun on vc 0: 9 words given to the 16"));
  EXPECT_EQ(credit(51, 8), "");
  EXPECT_THAT(credit(52, 1, 1), HasSubstr("credit overrun on vc 1"));
}

TEST_F(GnetCheckerTest, ACreditHasOneTo2047Words) {
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(credit(50, 1), "");
  EXPECT_THAT(credit(51, 0), HasSubstr("credit of 0 words"));
  EXPECT_THAT(credit(51, 2048), HasSubstr("credit of 2048 words"));
}

TEST_F(GnetCheckerTest, CreditsComeOnePerCycle) {
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(credit(50, 2), "");
  EXPECT_THAT(credit(50, 2), HasSubstr("credit not after the one before, of cycle 50"));
  EXPECT_EQ(credit(51, 2), "");
}

TEST_F(GnetCheckerTest, NothingComesFromThePast) {
  run_cycles(100);
  EXPECT_EQ(cell(100, 2), "");
  EXPECT_EQ(credit(100, 2), "");
  EXPECT_THAT(cell(99, 2), HasSubstr("cell with a negative delay"));
  EXPECT_THAT(credit(99, 2), HasSubstr("credit with a negative delay"));
}

TEST_F(GnetCheckerTest, ADelayNegativeBeyondTheStartIsSeen) {
  EXPECT_THAT(error_of([&] { checker_.cell(cell_of(2), sc_core::SC_ZERO_TIME - cycles(1)); }),
              HasSubstr("negative delay"));
}

TEST_F(GnetCheckerTest, TimesAreClockEdges) {
  const sc_core::sc_time off(1, sc_core::SC_PS);
  EXPECT_THAT(error_of([&] { checker_.cell(cell_of(2), cycles(10) + off); }),
              HasSubstr("cell off the clock edge, at 25001 ps"));
  EXPECT_EQ(cell(10, 2), "");
}

TEST_F(GnetCheckerTest, AnErrorNamesTheCheckerAndTheCycle) {
  EXPECT_THAT(cell(50, 1), StartsWith("link cycle 50: "));
}

TEST_F(GnetCheckerTest, ABreachChangesNothingAndIsNotCounted) {
  EXPECT_NE(cell(10, 20, kVcs), "");
  EXPECT_EQ(cell(10, 20), "");
  EXPECT_EQ(checker_.cells(), 1u);
  EXPECT_EQ(checker_.credits(), 0u);
}

}  // namespace
}  // namespace tinsim
