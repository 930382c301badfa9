// SPDX-License-Identifier: Apache-2.0
// Ranges in lists of integers: what they stand for, and each way to write them wrong.
#include "config_test_util.h"

namespace tinsim {
namespace {

using Numbers = std::vector<unsigned>;

Numbers sources(const std::string& list, const std::vector<std::string>& overrides = {}) {
  const std::string text = "traffic: [{load: 0.1, sources: " + list + "}]\n";
  return parse_config(text, "c.yaml", overrides).config.traffic[0].sources;
}

std::string error(const std::string& list) {
  return parse_error("traffic:\n  - sources: " + list + "\n");
}

TEST(ConfigNumberRange, StepsOfOneAndMore) {
  EXPECT_EQ(sources("[3..6]"), (Numbers{3, 4, 5, 6}));
  EXPECT_EQ(sources("[0..8/2]"), (Numbers{0, 2, 4, 6, 8}));
  EXPECT_EQ(sources("[7..7]"), Numbers{7});
}

TEST(ConfigNumberRange, LastNumberNeedNotBeReached) {
  EXPECT_EQ(sources("[1..9/5]"), (Numbers{1, 6}));
  EXPECT_EQ(sources("[4294967290..4294967295/4]"), (Numbers{4294967290, 4294967294}));
}

TEST(ConfigNumberRange, BesideNumbersInTheOrderWritten) {
  EXPECT_EQ(sources("[9, 0..2, 5, 10..12/2]"), (Numbers{9, 0, 1, 2, 5, 10, 12}));
}

TEST(ConfigNumberRange, InPlaceOfAList) { EXPECT_EQ(sources("2..4"), (Numbers{2, 3, 4})); }

TEST(ConfigNumberRange, InOverrides) {
  EXPECT_EQ(sources("[1]", {"traffic.0.sources=[4..6]"}), (Numbers{4, 5, 6}));
  EXPECT_EQ(sources("[4..6]", {"traffic.0.sources.1=9"}), (Numbers{4, 9, 6}));
}

TEST(ConfigNumberRange, NumbersHaveThePlaceOfTheirRange) {
  const Origins origins = parse_config("traffic:\n  - sources: [8, 0..2]\n", "c.yaml").origins;
  EXPECT_EQ(origins.where("traffic.0.sources.0"), "c.yaml:2:15");
  EXPECT_EQ(origins.where("traffic.0.sources.1"), "c.yaml:2:18");
  EXPECT_EQ(origins.where("traffic.0.sources.3"), "c.yaml:2:18");
}

TEST(ConfigNumberRange, WrittenWrong) {
  const std::string place = "c.yaml:2:15: traffic.0.sources: ";
  const std::string form = " is not a range; expected FIRST..LAST or FIRST..LAST/STEP, as 0..998/2";
  for (const char* range : {"0..", "..9", "0..a", "0...9", "-1..9", "0..9/", "0..9/x", "1/2..9"}) {
    EXPECT_EQ(error(std::string("[") + range + "]"), place + "'" + range + "'" + form);
  }
  EXPECT_EQ(error("[9..8]"),
            place + "'9..8' ends before it begins; expected FIRST..LAST with LAST >= FIRST");
  EXPECT_EQ(error("[0..8/0]"), place + "'0..8/0' has a step of 0; expected a step of at least 1");
  EXPECT_EQ(error("['0..8']"),
            "c.yaml:2:15: traffic.0.sources.0: '0..8' is not an integer, it is a quoted string; "
            "expected an integer from 0 to 4294967295");
}

TEST(ConfigNumberRange, OnlyInLists) {
  EXPECT_EQ(parse_error("topology: {pods: 1..4}\n"),
            "c.yaml:1:18: topology.pods: '1..4' is not an integer; expected an integer from 0 to "
            "4294967295");
}

TEST(ConfigNumberRange, ListsAreBounded) {
  EXPECT_EQ(sources("[0..65535]").size(), 65536u);
  EXPECT_EQ(error("[0..4294967295]"),
            "c.yaml:2:15: traffic.0.sources: '0..4294967295' makes a list of 4294967296 numbers; "
            "expected at most 65536");
  EXPECT_EQ(error("[0..65535, 1..2]"),
            "c.yaml:2:25: traffic.0.sources: '1..2' makes a list of 65538 numbers; expected at "
            "most 65536");
}

}  // namespace
}  // namespace tinsim
