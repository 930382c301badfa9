// SPDX-License-Identifier: Apache-2.0
// ttl_update: published and whole headers, all times to live and checksums, and random headers
// octet by octet.
#include "rtl_models/ttl_update/ttl_update.h"

#include <array>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/ttl_update_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using In = TtlUpdate::In;
using Out = TtlUpdate::Out;
using Octets = std::array<unsigned, 20>;

/// A header of IPv4 with the checksum of RFC 1071.
Octets ipv4(unsigned ttl, unsigned protocol, unsigned identification) {
  Octets ip = {0x45,
               0,
               0,
               84,
               identification >> 8,
               identification & 255,
               0x40,
               0,
               ttl,
               protocol,
               0,
               0,
               10,
               1,
               2,
               1,
               10,
               3,
               0,
               0};
  unsigned sum = 0;
  for (unsigned at = 0; at < ip.size(); at += 2) sum += ip[at] * 256 + ip[at + 1];
  while (sum > 0xffff) sum = sum % 0x10000 + sum / 0x10000;
  ip[10] = (0xffff - sum) / 256;
  ip[11] = (0xffff - sum) % 256;
  return ip;
}

/// Sum of all words in one's complement: 0xffff where the checksum is right.
unsigned sum_of(const Octets& ip) {
  unsigned sum = 0;
  for (unsigned at = 0; at < ip.size(); at += 2) sum += ip[at] * 256 + ip[at + 1];
  while (sum > 0xffff) sum = sum % 0x10000 + sum / 0x10000;
  return sum;
}

std::uint64_t word_of(const Octets& ip, unsigned first) {
  std::uint64_t word = 0;
  for (unsigned n = 0; n < 8; ++n) word |= std::uint64_t{ip[first + n]} << 8 * n;
  return word;
}

In header(const Octets& ip, bool v6 = false, bool forwards = true) {
  In in;
  in.valid_i = true;
  in.v6_i = v6;
  in.forwards_i = forwards;
  in.head_lo_i = word_of(ip, 0);
  in.head_hi_i = word_of(ip, 8);
  return in;
}

class TtlUpdateTest : public ::testing::Test {
 protected:
  TtlUpdateTest() { block_.reset({}); }
  /// The octets that go on: the first 16 from the pins, the others as they were.
  Octets passed(const In& in, Octets ip) {
    block_.tick(in);
    EXPECT_TRUE(block_.out().valid_o);
    for (unsigned n = 0; n < 8; ++n) {
      ip[n] = std::uint64_t{block_.out().head_lo_o} >> 8 * n & 255;
      ip[8 + n] = std::uint64_t{block_.out().head_hi_o} >> 8 * n & 255;
    }
    return ip;
  }

  TtlUpdate block_;
};

// The identification takes all values, and the checksum nearly all with it.
TEST_F(TtlUpdateTest, KeepsEveryRightChecksumRight) {
  for (unsigned identification = 0; identification < 0x10000; ++identification) {
    const Octets ip = ipv4(identification % 254 + 2, 17, identification);
    ASSERT_EQ(sum_of(ip), 0xffffu);
    const Octets next = passed(header(ip), ip);
    ASSERT_FALSE(block_.out().expired_o);
    ASSERT_EQ(next, ipv4(ip[8] - 1, 17, identification)) << identification;
  }
}

// RFC 1624, section 4: a checksum of which RFC 1141 makes the other form of zero.
TEST_F(TtlUpdateTest, ZeroHasOneForm) {
  Octets ip = ipv4(64, 6, 0);
  ip[10] = 0xfe, ip[11] = 0xff;
  const Octets next = passed(header(ip), ip);
  EXPECT_EQ(next[8], 63u);
  EXPECT_EQ(next[10] * 256 + next[11], 0u);
}

TEST_F(TtlUpdateTest, ExpiresWithTheLastHop) {
  for (unsigned left = 0; left < 256; ++left) {
    Octets v4 = ipv4(left, 1, 7), v6 = v4;
    v6[0] = 0x60, v6[7] = left;
    const Octets next4 = passed(header(v4), v4);
    EXPECT_EQ(block_.out().expired_o, left < 2);
    EXPECT_EQ(next4, left < 2 ? v4 : ipv4(left - 1, 1, 7));
    const Octets next6 = passed(header(v6, true), v6);
    EXPECT_EQ(block_.out().expired_o, left < 2);
    if (left >= 2) --v6[7];
    EXPECT_EQ(next6, v6);
  }
}

TEST_F(TtlUpdateTest, LeavesPacketsOfControlProcessorsAsTheyAre) {
  for (const unsigned left : {0u, 1u, 2u, 255u}) {
    const Octets v4 = ipv4(left, 17, 9);
    EXPECT_EQ(passed(header(v4, false, false), v4), v4);
    EXPECT_FALSE(block_.out().expired_o);
  }
}

TEST_F(TtlUpdateTest, ShowsNothingWithoutAHeader) {
  In in = header(ipv4(9, 17, 9));
  block_.tick(in);
  in.valid_i = false;
  block_.tick(in);
  EXPECT_EQ(first_difference(Out(), block_.out()), "");
}

TEST_F(TtlUpdateTest, NamesTheBrokenRule) {
  In in = header(ipv4(9, 17, 9));
  in.v6_i = true;
  try {
    block_.tick(in);
    FAIL() << "not noticed";
  } catch (const ProtocolError& error) {
    EXPECT_EQ(error.rule(), "VersionAgrees");
  }
}

/// The README octet by octet, with the checksum in steps of RFC 1624.
class NaiveTtlUpdate {
 public:
  Corners corners{{"expired", 0},    {"own", 0},   {"v6", 0},   {"carry", 0},       {"zero", 0},
                  {"other zero", 0}, {"wrong", 0}, {"none", 0}, {"back to back", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) { out_ = {}; }
  void tick(const In& in) {
    const bool before = out_.valid_o;
    out_ = {};
    corners["none"] += !in.valid_i;
    if (!in.valid_i) return;
    std::array<unsigned, 16> octets{};
    for (unsigned n = 0; n < 16; ++n)
      octets[n] = std::uint64_t{n < 8 ? in.head_lo_i : in.head_hi_i} >> 8 * (n % 8) & 255;
    unsigned& left = octets[in.v6_i ? 7 : 8];
    const bool expired = in.forwards_i && left < 2;
    if (in.forwards_i && !expired) {
      const unsigned word = octets[8] * 256 + octets[9];
      --left;
      if (!in.v6_i) update(octets, word);
    }
    corners["expired"] += expired;
    corners["own"] += !in.forwards_i;
    corners["v6"] += in.v6_i;
    corners["back to back"] += before;
    out_.valid_o = true;
    out_.expired_o = expired;
    std::uint64_t lo = 0, hi = 0;
    for (unsigned n = 8; n-- > 0;) lo = lo * 256 + octets[n], hi = hi * 256 + octets[8 + n];
    out_.head_lo_o = lo;
    out_.head_hi_o = hi;
  }

 private:
  void update(std::array<unsigned, 16>& octets, unsigned word) {
    const unsigned before = octets[10] * 256 + octets[11];
    unsigned sum = 0xffff - before + (0xffff - word) + octets[8] * 256 + octets[9];
    while (sum > 0xffff) sum = sum % 0x10000 + sum / 0x10000;
    const unsigned after = 0xffff - sum;
    octets[10] = after / 256;
    octets[11] = after % 256;
    corners["carry"] += after < before;
    corners["zero"] += after == 0;
    corners["other zero"] += before == 0xffff;
    corners["wrong"] += before % 2;
  }

  Out out_;
};

TEST(TtlUpdateRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<TtlUpdate, NaiveTtlUpdate, TtlUpdateStimulus>(300'000, 5000);
}

TEST(TtlUpdateRandom, TheComparisonNoticesAnotherTimeToLive) {
  expect_fault_noticed<TtlUpdate, NaiveTtlUpdate, TtlUpdateStimulus>(
      [](In& in) { in.head_hi_i = in.head_hi_i ^ 2; });
}

}  // namespace
}  // namespace tinsim
