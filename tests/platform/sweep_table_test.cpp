// SPDX-License-Identifier: Apache-2.0
// Tables of a sweep as text: fields that spreadsheets must not execute.
#include "platform/sweep/sweep_table.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

/// The field of a parameter with this value, as sweep.csv has it.
std::string field_of(const std::string& value) {
  Sweep sweep;
  sweep.parameters = {"p"};
  SweepPoint point;
  point.values = {{"", "", value}};
  sweep.points = {point};
  const std::string table = csv_table(sweep, {PointState()});
  const std::string begin = "point,status,error,seed,p\n,pending,,0,";
  EXPECT_EQ(table.substr(0, begin.size()), begin);
  return table.substr(begin.size(), table.size() - begin.size() - 1);
}

TEST(SweepTable, TextThatBeginsLikeAFormulaIsText) {
  EXPECT_EQ(field_of("=1+1"), "'=1+1");
  EXPECT_EQ(field_of("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(field_of("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(field_of("-2+3"), "'-2+3");
  EXPECT_EQ(field_of("\t=1"), "'\t=1");
  EXPECT_EQ(field_of("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(field_of("\n=1"), "\"'\n=1\"");
  EXPECT_EQ(field_of("=HYPERLINK(\"a\",\"b\")"), "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"");
  EXPECT_EQ(field_of("\uff1d1+1"), "'\uff1d1+1");
}

// So that taking one apostrophe away gives what was written.
TEST(SweepTable, AnApostropheGetsAnother) { EXPECT_EQ(field_of("'=1+1"), "''=1+1"); }

TEST(SweepTable, NumbersStayNumbersAndWordsWords) {
  for (const char* same : {"-5", "+5", "-0.25", "-1e-3", "1e308", "-0", "a=b", "a-b", "5 - 3",
                           "[-1, 2]", "minimal_adaptive", ""}) {
    EXPECT_EQ(field_of(same).find('\''), std::string::npos) << same;
  }
  EXPECT_EQ(field_of("-5"), "-5");
  EXPECT_EQ(field_of("-"), "'-");
  EXPECT_EQ(field_of("--5"), "'--5");
}

}  // namespace
}  // namespace tinsim
