// SPDX-License-Identifier: Apache-2.0
// ip_lookup: latency, longest prefix, ties, groups, writes during lookups, and random tables.
#include "rtl_models/ip_lookup/ip_lookup.h"

#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/ip_lookup_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Lookup = IpLookup<64, 64>;
using In = Lookup::In;
using Out = Lookup::Out;

/// An IPv4 address as the pins have it.
std::uint64_t v4(unsigned a, unsigned b, unsigned c, unsigned d) {
  return std::uint64_t{a << 24 | b << 16 | c << 8 | d} << 32;
}
In entry(unsigned index, std::uint64_t hi, unsigned length, unsigned base, unsigned count = 1) {
  In in;
  in.write_entry_i = in.entry_live_i = true;
  in.write_index_i = index;
  in.entry_prefix_hi_i = hi;
  in.entry_length_i = length;
  in.entry_base_i = base;
  in.entry_count_i = count;
  return in;
}
In member(unsigned index, unsigned address) {
  In in;
  in.write_member_i = true;
  in.write_index_i = index;
  in.member_i = address;
  return in;
}
In lookup_input(std::uint64_t hi, unsigned hash = 0) {
  In in;
  in.valid_i = true;
  in.address_hi_i = hi;
  in.hash_i = hash;
  return in;
}

class IpLookupTest : public ::testing::Test {
 protected:
  IpLookupTest() {
    lookup_.reset({});
    for (unsigned n = 0; n < 64; ++n) lookup_.tick(member(n, 0x1000 + n));
  }
  /// The answer to a lookup with nothing before or behind it; none before cycle 3, one cycle long.
  Out answer(const In& in) {
    lookup_.tick(in);
    for (int n = 0; n < 2; ++n) {
      EXPECT_FALSE(lookup_.out().valid_o);
      lookup_.tick({});
    }
    const Out out = lookup_.out();
    EXPECT_TRUE(out.valid_o);
    lookup_.tick({});
    EXPECT_FALSE(lookup_.out().valid_o);
    return out;
  }
  void expect_dst(const In& in, unsigned dst) {
    const Out out = answer(in);
    EXPECT_TRUE(out.hit_o);
    EXPECT_FALSE(out.punt_o);
    EXPECT_EQ(out.dst_o, dst);
  }

  Lookup lookup_;
};

TEST_F(IpLookupTest, AnswersThreeCyclesLaterAMissWithoutEntries) {
  const Out out = answer(lookup_input(v4(10, 0, 0, 1)));
  EXPECT_FALSE(out.hit_o);
  EXPECT_FALSE(out.punt_o);
  EXPECT_EQ(out.dst_o, 0u);
}

TEST_F(IpLookupTest, TakesTheLongestPrefixWhateverItsPlace) {
  lookup_.tick(entry(0, v4(10, 0, 0, 0), 8, 1));
  lookup_.tick(entry(5, v4(10, 1, 2, 0), 24, 3));
  lookup_.tick(entry(9, v4(10, 1, 0, 0), 16, 2));
  lookup_.tick(entry(63, 0, 0, 9));
  expect_dst(lookup_input(v4(10, 200, 0, 1)), 0x1001);
  expect_dst(lookup_input(v4(10, 1, 0, 1)), 0x1002);
  expect_dst(lookup_input(v4(10, 1, 2, 255)), 0x1003);
  expect_dst(lookup_input(v4(11, 1, 2, 3)), 0x1009);
}

TEST_F(IpLookupTest, TakesTheLowestIndexOfEqualLengths) {
  lookup_.tick(entry(7, v4(10, 0, 0, 0), 8, 7));
  lookup_.tick(entry(4, v4(10, 99, 99, 99), 8, 4));  // bits beyond the length mean nothing
  expect_dst(lookup_input(v4(10, 0, 0, 1)), 0x1004);
}

TEST_F(IpLookupTest, DoesNotMixIpVersions) {
  In v6 = entry(0, v4(10, 0, 0, 0), 8, 6);
  v6.entry_v6_i = true;
  lookup_.tick(v6);
  EXPECT_FALSE(answer(lookup_input(v4(10, 0, 0, 1))).hit_o);
  In six = lookup_input(v4(10, 0, 0, 1));
  six.v6_i = true;
  expect_dst(six, 0x1006);
}

TEST_F(IpLookupTest, ComparesAll128BitsOfIpv6) {
  In host = entry(0, 0x20010DB800000000, 128, 1);
  host.entry_v6_i = true;
  host.entry_prefix_lo_i = 1;
  lookup_.tick(host);
  In in = lookup_input(0x20010DB800000000);
  in.v6_i = true;
  EXPECT_FALSE(answer(in).hit_o);
  in.address_lo_i = 1;
  expect_dst(in, 0x1001);
}

TEST_F(IpLookupTest, PuntsWithoutAnAddress) {
  In in = entry(0, v4(10, 0, 0, 0), 8, 4095, 0);  // no group: base and count mean nothing
  in.entry_punt_i = true;
  lookup_.tick(in);
  const Out out = answer(lookup_input(v4(10, 0, 0, 1), 0xFFFF));
  EXPECT_TRUE(out.hit_o);
  EXPECT_TRUE(out.punt_o);
  EXPECT_EQ(out.dst_o, 0u);
}

TEST_F(IpLookupTest, ChoosesAMemberByTheHash) {
  lookup_.tick(entry(0, 0, 0, 61, 3));
  expect_dst(lookup_input(0, 0), 0x1000 + 61);
  expect_dst(lookup_input(0, 21845), 0x1000 + 61);  // 21845 * 3 = 65535
  expect_dst(lookup_input(0, 21846), 0x1000 + 62);
  expect_dst(lookup_input(0, 0xFFFF), 0x1000 + 63);
}

TEST_F(IpLookupTest, UsesEntriesOfTheCycleOfTheLookup) {
  lookup_.tick(entry(0, 0, 0, 1));
  In both = entry(0, 0, 0, 2);
  both.valid_i = true;
  expect_dst(both, 0x1001);
  expect_dst(lookup_input(0), 0x1002);
  In dead = lookup_input(0);
  dead.write_entry_i = true;
  expect_dst(dead, 0x1002);
  EXPECT_FALSE(answer(lookup_input(0)).hit_o);
}

TEST_F(IpLookupTest, UsesMembersTwoCyclesAfterTheLookup) {
  lookup_.tick(entry(0, 0, 0, 0));
  lookup_.tick(lookup_input(0));    // x
  lookup_.tick(member(0, 0xAAAA));  // x+1: seen
  lookup_.tick(member(0, 0xBBBB));  // x+2: not seen
  EXPECT_EQ(lookup_.out().dst_o, 0xAAAAu);
}

TEST_F(IpLookupTest, WritesEntryAndMemberInOneCycle) {
  In in = entry(5, 0, 0, 5);
  in.write_member_i = true;
  in.member_i = 0xCAFE;
  lookup_.tick(in);
  expect_dst(lookup_input(0), 0xCAFE);
}

TEST_F(IpLookupTest, NamesBrokenRules) {
  const auto rule_of = [](const In& in) -> std::string {
    Lookup lookup;
    lookup.reset({});
    try {
      lookup.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of(entry(64, 0, 0, 0)), "IndexInRange");
  EXPECT_EQ(rule_of(member(64, 0)), "IndexInRange");
  EXPECT_EQ(rule_of(entry(0, 0, 33, 0)), "LengthInRange");
  EXPECT_EQ(rule_of(entry(0, 0, 32, 64)), "GroupInRange");
  EXPECT_EQ(rule_of(entry(0, 0, 32, 0, 0)), "GroupInRange");
  EXPECT_EQ(rule_of(entry(63, 0, 32, 0, 64)), "");
  In v6 = entry(0, 0, 128, 0);
  v6.entry_v6_i = true;
  EXPECT_EQ(rule_of(v6), "");
  v6.entry_length_i = 129;
  EXPECT_EQ(rule_of(v6), "LengthInRange");
  v6.entry_live_i = false;
  EXPECT_EQ(rule_of(v6), "");
}

/// The README with bits as lists, and the tables kept for each lookup on its way.
class NaiveLookup {
 public:
  Corners corners{{"miss", 0},
                  {"punt", 0},
                  {"tie of lengths", 0},
                  {"full match", 0},
                  {"empty prefix", 0},
                  {"longer at higher index", 0},
                  {"v6 hit", 0},
                  {"entry written now", 0},
                  {"member written in x", 0},
                  {"member written in x+1", 0},
                  {"member written in x+2", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    entries_.assign(64, In());
    members_.assign(64, 0);
    pending_.assign(2, std::nullopt);
    out_ = {};
  }
  void tick(const In& in) {
    out_ = {};
    const std::optional<Found> due = pending_.front();
    pending_.pop_front();
    if (due) {
      out_.valid_o = true;
      out_.hit_o = due->hit;
      out_.punt_o = due->punt;
      if (due->hit && !due->punt) out_.dst_o = members_[due->member];
      note_member(in, *due, "member written in x+2");
    }
    if (pending_.front()) note_member(in, *pending_.front(), "member written in x+1");
    pending_.push_back(in.valid_i ? std::optional(find(in)) : std::nullopt);
    if (pending_.back()) note_member(in, *pending_.back(), "member written in x");
    if (in.write_entry_i) entries_[in.write_index_i] = in;
    if (in.write_member_i) members_[in.write_index_i] = static_cast<unsigned>(in.member_i);
  }

 private:
  struct Found {
    bool hit = false, punt = false;
    unsigned member = 0;
  };
  static std::vector<bool> bits(std::uint64_t hi, std::uint64_t lo) {
    std::vector<bool> all;
    for (std::uint64_t half : {hi, lo})
      for (int n = 63; n >= 0; --n) all.push_back(half >> n & 1);
    return all;
  }
  Found find(const In& in) {
    Found found;
    int longest = -1;
    const auto address = bits(in.address_hi_i, in.address_lo_i);
    for (unsigned n = 0; n < 64; ++n) {
      const In& e = entries_[n];
      if (!e.entry_live_i || e.entry_v6_i != in.v6_i) continue;
      const auto prefix = bits(e.entry_prefix_hi_i, e.entry_prefix_lo_i);
      const int length = static_cast<int>(e.entry_length_i);
      if (!std::equal(prefix.begin(), prefix.begin() + length, address.begin())) continue;
      corners["tie of lengths"] += length == longest;
      if (length <= longest) continue;
      corners["longer at higher index"] += found.hit;
      if (in.write_entry_i && in.write_index_i == n) ++corners["entry written now"];
      longest = length;
      found.hit = true;
      found.punt = e.entry_punt_i;
      found.member =
          found.punt ? 0 : unsigned(e.entry_base_i + ((in.hash_i * e.entry_count_i) >> 16));
    }
    corners["miss"] += !found.hit;
    corners["punt"] += found.punt;
    corners["empty prefix"] += longest == 0;
    corners["full match"] += longest == (in.v6_i ? 128 : 32);
    corners["v6 hit"] += found.hit && in.v6_i;
    return found;
  }
  void note_member(const In& in, const Found& found, const char* name) {
    corners[name] += in.write_member_i && found.hit && !found.punt &&
                     in.write_index_i == found.member && members_[found.member] != in.member_i;
  }

  std::vector<In> entries_;
  std::vector<unsigned> members_;
  std::deque<std::optional<Found>> pending_;  ///< of the two cycles before
  Out out_;
};

TEST(IpLookupRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<Lookup, NaiveLookup, IpLookupStimulus<64, 64>>(60'000, 5000);
}

TEST(IpLookupRandom, TheComparisonNoticesAWrongHash) {
  expect_fault_noticed<Lookup, NaiveLookup, IpLookupStimulus<64, 64>>(
      [](In& in) { in.hash_i = in.hash_i ^ 0x8000; });
}

}  // namespace
}  // namespace tinsim
