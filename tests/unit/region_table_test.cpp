// SPDX-License-Identifier: Apache-2.0
// region_table: every reason from both sides, their order, writes during checks, random tables.
#include "rtl_models/region_table/region_table.h"

#include <map>

#include "testbench/stimulus/region_table_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Table = RegionTable<16>;
using In = Table::In;
using Out = Table::Out;

constexpr std::uint64_t kBase = 0x1234'5678'9ABC'DE00, kHi = 0x1111, kLo = 0x2222;

In write(unsigned region, unsigned kind, unsigned perms, std::uint64_t length, In in = {}) {
  in.write_valid_i = true;
  in.write_kind_i = kind;
  in.write_region_i = region;
  in.write_base_i = kBase;
  in.write_length_i = length;
  in.write_perms_i = perms;
  in.write_host_i = true;
  in.write_key_hi_i = kHi;
  in.write_key_lo_i = kLo;
  return in;
}
In check(unsigned op, unsigned region, std::uint64_t offset, unsigned size, In in = {}) {
  in.check_valid_i = true;
  in.check_op_i = op;
  in.check_region_i = region;
  in.check_offset_i = offset;
  in.check_size_i = size;
  return in;
}

class RegionTableTest : public ::testing::Test {
 protected:
  RegionTableTest() {
    table_.reset({});
    table_.tick(write(5, 0, 15, 10000));
  }
  Out answer(const In& in) {
    EXPECT_FALSE(table_.out().result_valid_o);
    table_.tick(in);
    const Out out = table_.out();
    EXPECT_TRUE(out.result_valid_o);
    table_.tick({});
    return out;
  }
  unsigned reason(unsigned op, unsigned region, std::uint64_t offset, unsigned size) {
    return static_cast<unsigned>(answer(check(op, region, offset, size)).result_reason_o);
  }

  Table table_;
};

TEST_F(RegionTableTest, GrantsWithAddressHostAndKey) {
  const Out out = answer(check(0, 5, 100, 4096));
  EXPECT_EQ(out.result_reason_o, 0u);
  EXPECT_EQ(out.result_address_o, kBase + 100);
  EXPECT_TRUE(out.result_host_o);
  EXPECT_EQ(out.result_key_hi_o, kHi);
  EXPECT_EQ(out.result_key_lo_o, kLo);
}

TEST_F(RegionTableTest, SignsARefusalButGivesNoAddress) {
  const Out out = answer(check(0, 5, 9999, 2));
  EXPECT_EQ(out.result_reason_o, 6u);
  EXPECT_EQ(out.result_address_o, 0u);
  EXPECT_TRUE(out.result_host_o);
  EXPECT_EQ(out.result_key_lo_o, kLo);
  for (const In& in : {check(5, 5, 0, 1), check(0, 6, 0, 1)}) {
    const Out none = answer(in);
    EXPECT_FALSE(none.result_host_o);
    EXPECT_EQ(none.result_key_hi_o, 0u);
    EXPECT_EQ(none.result_key_lo_o, 0u);
  }
}

TEST_F(RegionTableTest, AcceptsOpsUpToFour) {
  EXPECT_EQ(reason(4, 5, 0, 0), 0u);
  EXPECT_EQ(reason(5, 5, 0, 8), 1u);
  EXPECT_EQ(reason(15, 5, 0, 8), 1u);
}

TEST_F(RegionTableTest, AcceptsRegisteredRegionsOnly) {
  EXPECT_EQ(reason(0, 4, 0, 1), 2u);
  EXPECT_EQ(reason(0, 16, 0, 1), 2u);
  EXPECT_EQ(reason(0, 5 + 16, 0, 1), 2u);  // more bits than the table has
  EXPECT_EQ(reason(0, 5 + (1 << 20), 0, 1), 2u);
  table_.tick(write(5, 2, 0, 0));
  EXPECT_EQ(reason(0, 5, 0, 1), 2u);
}

TEST_F(RegionTableTest, ChecksThePermissionOfTheOp) {
  const unsigned needed[5] = {1, 2, 4, 4, 8};
  for (unsigned op = 0; op < 5; ++op) {
    table_.tick(write(1, 0, needed[op], 100));
    EXPECT_EQ(reason(op, 1, 0, 8), 0u) << op;
    table_.tick(write(1, 0, 15 - needed[op], 100));
    EXPECT_EQ(reason(op, 1, 0, 8), 3u) << op;
  }
}

TEST_F(RegionTableTest, JudgesSizes) {
  for (unsigned op : {0, 1}) {
    EXPECT_EQ(reason(op, 5, 0, 0), 4u);
    EXPECT_EQ(reason(op, 5, 0, 1), 0u);
    EXPECT_EQ(reason(op, 5, 0, 4096), 0u);
    EXPECT_EQ(reason(op, 5, 0, 4097), 4u);
  }
  for (unsigned op : {2, 3}) {
    EXPECT_EQ(reason(op, 5, 0, 7), 4u);
    EXPECT_EQ(reason(op, 5, 0, 8), 0u);
    EXPECT_EQ(reason(op, 5, 0, 9), 4u);
  }
  EXPECT_EQ(reason(4, 5, 0xFFFF'FFFF'FFFF, 0xFFFF), 0u);  // a rekey touches no byte
}

TEST_F(RegionTableTest, AlignsAtomicsByTheirAddress) {
  EXPECT_EQ(reason(2, 5, 16, 8), 0u);
  EXPECT_EQ(reason(3, 5, 12, 8), 5u);
  In odd = write(2, 0, 15, 100);
  odd.write_base_i = kBase + 4;
  table_.tick(odd);
  EXPECT_EQ(reason(2, 2, 12, 8), 0u);
  EXPECT_EQ(reason(2, 2, 16, 8), 5u);
}

TEST_F(RegionTableTest, KeepsInsideTheBoundsWithoutOverflow) {
  EXPECT_EQ(reason(0, 5, 9999, 1), 0u);
  EXPECT_EQ(reason(0, 5, 10000, 1), 6u);
  EXPECT_EQ(reason(0, 5, 10000 - 4096, 4096), 0u);
  EXPECT_EQ(reason(0, 5, 10001 - 4096, 4096), 6u);
  EXPECT_EQ(reason(0, 5, 0xFFFF'FFFF'FFFF, 1), 6u);
  table_.tick(write(1, 0, 15, 0xFFFF'FFFF'FFFF));
  EXPECT_EQ(reason(0, 1, 0xFFFF'FFFF'FFFE, 1), 0u);
  EXPECT_EQ(reason(0, 1, 0xFFFF'FFFF'FFFE, 2), 6u);
}

TEST_F(RegionTableTest, ReportsTheFirstReason) {
  table_.tick(write(3, 0, 0, 0));
  EXPECT_EQ(reason(9, 4, 1, 0), 1u);  // before no region
  EXPECT_EQ(reason(2, 3, 1, 9), 3u);  // before size, alignment and bounds
  EXPECT_EQ(reason(2, 5, 10001, 9), 4u);
  EXPECT_EQ(reason(2, 5, 10001, 8), 5u);
}

TEST_F(RegionTableTest, SeesAWriteOneCycleLater) {
  table_.tick(write(5, 2, 0, 0, check(0, 5, 0, 1)));
  EXPECT_EQ(table_.out().result_reason_o, 0u);
  table_.tick(write(5, 0, 15, 10, check(0, 5, 0, 1)));
  EXPECT_EQ(table_.out().result_reason_o, 2u);
  table_.tick(check(0, 5, 0, 1));
  EXPECT_EQ(table_.out().result_reason_o, 0u);
}

TEST_F(RegionTableTest, RekeysWhatIsRegistered) {
  In rekey = write(5, 1, 0, 1);
  rekey.write_key_hi_i = 77;
  rekey.write_key_lo_i = 88;
  rekey.write_base_i = 0;
  table_.tick(rekey);
  const Out out = answer(check(0, 5, 9999, 1));
  EXPECT_EQ(out.result_reason_o, 0u);
  EXPECT_EQ(out.result_address_o, kBase + 9999);
  EXPECT_EQ(out.result_key_hi_o, 77u);
  EXPECT_EQ(out.result_key_lo_o, 88u);
  rekey.write_region_i = 6;
  table_.tick(rekey);
  EXPECT_EQ(reason(0, 6, 0, 1), 2u);
}

TEST_F(RegionTableTest, IgnoresWritesOfKind3AndBeyondTheTable) {
  table_.tick(write(5, 3, 0, 0));
  EXPECT_EQ(reason(0, 5, 0, 1), 0u);
  table_.tick(write(16 + 5, 2, 0, 0));
  EXPECT_EQ(reason(0, 5, 0, 1), 0u);
}

TEST_F(RegionTableTest, AddressesWrap) {
  In top = write(1, 0, 15, 1 << 20);
  top.write_base_i = ~std::uint64_t{0} - 7;
  table_.tick(top);
  EXPECT_EQ(answer(check(0, 1, 0x108, 1)).result_address_o, 0x100u);
}

/// The README as a list of conditions over a map of the last registrations.
template <unsigned kRegions>
class NaiveTable {
 public:
  using In = typename RegionTable<kRegions>::In;
  using Out = typename RegionTable<kRegions>::Out;

  Corners corners{{"granted", 0},    {"1", 0},
                  {"2", 0},          {"3", 0},
                  {"4", 0},          {"5", 0},
                  {"6", 0},          {"last byte", 0},
                  {"one beyond", 0}, {"written now", 0},
                  {"replaced", 0},   {"rekeyed", 0},
                  {"revoked", 0},    {"atomic granted", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    table_.clear();
    out_ = {};
  }
  void tick(const In& in) {
    out_ = {};
    if (in.check_valid_i) check(in);
    if (!in.write_valid_i) return;
    const unsigned region = in.write_region_i, kind = in.write_kind_i;
    const bool known = table_.count(region) != 0;
    if (kind == 0 && region < kRegions) {
      corners["replaced"] += known;
      table_[region] = in;
    }
    if (kind == 1 && known) {
      ++corners["rekeyed"];
      table_[region].write_key_hi_i = in.write_key_hi_i;
      table_[region].write_key_lo_i = in.write_key_lo_i;
    }
    if (kind == 2) corners["revoked"] += table_.erase(region);
  }

 private:
  void check(const In& in) {
    const unsigned number = in.check_region_i;
    const unsigned reason = judge(in);
    out_.result_valid_o = true;
    out_.result_reason_o = reason;
    ++corners[reason == 0 ? "granted" : std::to_string(reason)];
    corners["written now"] +=
        reason != 1 && in.write_valid_i && in.write_kind_i == 0 && in.write_region_i == number;
    if (reason == 1 || reason == 2) return;
    const In& region = table_[number];
    out_.result_host_o = region.write_host_i;
    out_.result_key_hi_o = region.write_key_hi_i;
    out_.result_key_lo_o = region.write_key_lo_i;
    const std::uint64_t end = in.check_offset_i + in.check_size_i;
    corners["one beyond"] += reason == 6 && end == region.write_length_i + 1;
    if (reason != 0) return;
    corners["last byte"] += in.check_op_i < 2 && end == region.write_length_i;
    corners["atomic granted"] += in.check_op_i == 2 || in.check_op_i == 3;
    out_.result_address_o = region.write_base_i + in.check_offset_i;
  }
  unsigned judge(const In& in) {
    const unsigned op = in.check_op_i, size = in.check_size_i;
    if (op > 4) return 1;
    const auto it = table_.find(static_cast<unsigned>(in.check_region_i));
    if (it == table_.end()) return 2;
    const In& region = it->second;
    const unsigned bit[5] = {0, 1, 2, 2, 3};
    if (!(region.write_perms_i >> bit[op] & 1)) return 3;
    if (op == 4) return 0;
    const bool atomic = op >= 2;
    if (atomic ? size != 8 : size == 0 || size > 4096) return 4;
    if (atomic && ((region.write_base_i + in.check_offset_i) & 7) != 0) return 5;
    const std::uint64_t length = region.write_length_i;
    return size > length || in.check_offset_i > length - size ? 6 : 0;
  }

  std::map<unsigned, In> table_;
  Out out_;
};

TEST(RegionTableRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Table, NaiveTable<16>, RegionTableStimulus<16>>(150'000, 5000);
}

TEST(RegionTableRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<RegionTable<4096>, NaiveTable<4096>, RegionTableStimulus<4096>>(60'000, 5000);
}

TEST(RegionTableRandom, TheComparisonNoticesAWrongOffset) {
  expect_fault_noticed<Table, NaiveTable<16>, RegionTableStimulus<16>>(
      [](In& in) { in.check_offset_i = in.check_offset_i ^ 1; });
}

}  // namespace
}  // namespace tinsim
