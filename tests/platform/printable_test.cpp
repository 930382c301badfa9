// SPDX-License-Identifier: Apache-2.0
// Text for a terminal: what is escaped and what stays.
#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace tinsim {
namespace {

using namespace std::string_literals;

TEST(Printable, ControlCharactersAreWrittenAsEscapes) {
  EXPECT_EQ(printable("a\nb\t\0\x1b\x7f"s), "a\\nb\\x09\\x00\\x1b\\x7f");
  EXPECT_EQ(printable("\u0080\u0085\u009b\u009f"), "\\u0080\\u0085\\u009b\\u009f");  // C1
  EXPECT_EQ(printable("\u061c\u200e\u200f"), "\\u061c\\u200e\\u200f");
  EXPECT_EQ(printable("\u202a\u202b\u202c\u202d\u202e"), "\\u202a\\u202b\\u202c\\u202d\\u202e");
  EXPECT_EQ(printable("\u2066\u2067\u2068\u2069"), "\\u2066\\u2067\\u2068\\u2069");
}

TEST(Printable, TextOfAnyScriptStays) {
  const std::string text =
      "~\u00a0größe 网络 שלום 🙂 \u061b\u061d\u2010\u202f\u2065\u206a\uffff";
  EXPECT_EQ(printable(text), text);
}

// RFC 3629, section 4, and the table of well-formed sequences in Unicode 15, 3.9.
TEST(Printable, OctetsThatAreNotUtf8AreWrittenAsEscapes) {
  EXPECT_EQ(printable("\x80\xbf\xff\xfe"), "\\x80\\xbf\\xff\\xfe");
  EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80");                    // overlong NUL
  EXPECT_EQ(printable("\xc1\xbf"), "\\xc1\\xbf");                    // overlong DEL
  EXPECT_EQ(printable("\xe0\x9f\xbf"), "\\xe0\\x9f\\xbf");           // overlong
  EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), "\\xf0\\x8f\\xbf\\xbf");  // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xed\x9f\xbf"), "\xed\x9f\xbf");              // the character before them
  EXPECT_EQ(printable("\xf4\x8f\xbf\xbf"), "\xf4\x8f\xbf\xbf");      // U+10FFFF
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
  EXPECT_EQ(printable("\xc3"), "\\xc3");  // breaks off
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xe2\x82z"), "\\xe2\\x82z");
  EXPECT_EQ(printable("\xc2\x1b"), "\\xc2\\x1b");
}

TEST(Printable, IsTheSameWhenAppliedAgain) {
  const std::string once = printable("\x9b \u009b \u202e \n \\x1b");
  EXPECT_EQ(printable(once), once);
}

TEST(Printable, ACutLeavesWholeCharacters) {
  for (size_t most = 2; most < 40; ++most) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += "€";
    const std::string cut = printable(text, most);
    EXPECT_EQ(cut.find('\\'), cut.npos) << most << ": " << cut;
    EXPECT_NE(cut.find("…"), cut.npos) << most;
    EXPECT_LE(cut.size(), most + 3) << most;
  }
}

TEST(Printable, LinesStayLines) {
  EXPECT_EQ(printable_lines("a\x9b\nb\n\nc\t\n"), "a\\x9b\nb\n\nc\\x09\n");
  EXPECT_EQ(printable_lines(std::string(5000, 'x')).size(), 5000u);
  EXPECT_EQ(printable_lines(""), "");
}

}  // namespace
}  // namespace tinsim
