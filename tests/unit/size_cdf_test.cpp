// SPDX-License-Identifier: Apache-2.0
// Message sizes from a file: distribution, mean, and every fault with its place.
#include "base/size_cdf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "base/errors.h"

namespace tinsim {
namespace {

std::string file_with(const std::string& text) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "size_cdf_" + info->name() + ".csv";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

SizeCdf cdf_of(const std::string& text) { return SizeCdf::read(file_with(text)); }

std::string error_of(const std::string& text) {
  const std::string path = file_with(text);
  try {
    SizeCdf::read(path);
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    return what.rfind(path, 0) == 0 ? what.substr(path.size()) : what;
  }
  return "";
}

TEST(SizeCdf, OneSize) {
  const SizeCdf cdf(4096);
  for (uint32_t random : {0u, 1u, 1u << 31, ~0u}) EXPECT_EQ(cdf.bytes(random), 4096u);
  EXPECT_DOUBLE_EQ(cdf.mean(), 4096);
}

TEST(SizeCdf, PointsAreHitExactly) {
  // Half are 100, a quarter is uniform over 101..104, a quarter over 105..112.
  const SizeCdf cdf = cdf_of("bytes,cumulative\n100,0.5\n104,0.75\n112,1\n");
  EXPECT_EQ(cdf.bytes(0), 100u);
  EXPECT_EQ(cdf.bytes((1u << 31) - 1), 100u);
  std::map<uint32_t, unsigned> count;
  for (uint32_t i = 0; i < 4096; ++i) ++count[cdf.bytes(i << 20)];
  EXPECT_EQ(count[100], 2048u);
  for (uint32_t size = 101; size <= 104; ++size) EXPECT_EQ(count[size], 256u) << size;
  for (uint32_t size = 105; size <= 112; ++size) EXPECT_EQ(count[size], 128u) << size;
  EXPECT_EQ(count.size(), 13u);
  EXPECT_EQ(cdf.bytes(~0u), 112u);
}

TEST(SizeCdf, MeanIsThatOfTheDraws) {
  const SizeCdf cdf =
      cdf_of("# sizes\nbytes,cumulative\n64,0.3\n\n1500,0.6\r\n65536,0.9\n1000000,1\n");
  double sum = 0;
  constexpr unsigned kDraws = 1u << 16;
  for (uint32_t i = 0; i < kDraws; ++i) sum += cdf.bytes(i << 16 | 0x8000);
  EXPECT_NEAR(sum / kDraws, cdf.mean(), 1e-4 * cdf.mean());
  EXPECT_NEAR(cdf.mean(), 0.3 * 64 + 0.3 * 782.5 + 0.3 * 33518.5 + 0.1 * 532768.5, 1e-3);
}

TEST(SizeCdf, ASizeMayHaveAllOfItsShare) {
  const SizeCdf cdf = cdf_of("bytes,cumulative\n99,0\n100,0.25\n999,0.25\n1000,1\n");
  EXPECT_EQ(cdf.bytes(0), 100u);
  EXPECT_EQ(cdf.bytes((1u << 30) - 1), 100u);
  EXPECT_EQ(cdf.bytes(1u << 30), 1000u);
}

TEST(SizeCdfErrors, NameThePlace) {
  EXPECT_EQ(error_of("size,p\n1,1\n"),
            ":1:1: size_cdf: header is 'size,p'; expected 'bytes,cumulative'");
  EXPECT_EQ(error_of("bytes,cumulative\n1,0.5,3\n"),
            ":2:1: size_cdf: '1,0.5,3' is no pair; expected 2 fields: bytes,cumulative");
  EXPECT_EQ(error_of("bytes,cumulative\n100\n"),
            ":2:1: size_cdf: '100' is no pair; expected 2 fields: bytes,cumulative");
  EXPECT_EQ(
      error_of("bytes,cumulative\n10,0.5\n10,1\n"),
      ":3:1: size_cdf: bytes is '10'; expected an integer from 11 to 1073741824, more than in "
      "the line before");
  EXPECT_EQ(error_of("bytes,cumulative\n0,1\n"),
            ":2:1: size_cdf: bytes is '0'; expected an integer from 1 to 1073741824, more than in "
            "the line before");
  EXPECT_EQ(error_of("bytes,cumulative\n10,0.5\n20,0.4\n"),
            ":3:4: size_cdf: cumulative is '0.4'; expected a probability from 0.5 to 1, no less "
            "than in the line before");
  for (const char* wrong : {"1.5", "-1", "nan", "x", "", "0.5 "}) {
    EXPECT_EQ(error_of(std::string("bytes,cumulative\n10,") + wrong + "\n"),
              std::string(":2:4: size_cdf: cumulative is '") + wrong +
                  "'; expected a probability from 0 to 1, no less than in the line before");
  }
}

TEST(SizeCdfErrors, NameTheFile) {
  EXPECT_EQ(error_of("bytes,cumulative\n10,0.5\n"),
            ": size_cdf: ends at a cumulative probability of 0.5; expected a line "
            "'bytes,cumulative' and at least one size, the last with 1");
  EXPECT_EQ(error_of(""),
            ": size_cdf: ends at a cumulative probability of 0; expected a line "
            "'bytes,cumulative' and at least one size, the last with 1");
  try {
    SizeCdf::read("/nonexistent/cdf.csv");
    FAIL();
  } catch (const ConfigError& e) {
    EXPECT_STREQ(e.what(),
                 "/nonexistent/cdf.csv: size_cdf: cannot be opened (No such file or directory); "
                 "expected a CSV of sizes");
  }
}

}  // namespace
}  // namespace tinsim
