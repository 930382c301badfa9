// SPDX-License-Identifier: Apache-2.0
// Records: how fields of each kind merge and travel, and that a member without a kind is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "base/fields/field_bytes.h"
#include "base/fields/field_json.h"
#include "tests/unit/record_sample.h"

namespace tinsim {
namespace {

struct ForgotAMember {
  TIN_RECORD(ForgotAMember);
  TIN_FIELD(Sum, listed, "counted");
  uint64_t forgotten = 0;
};
struct ForgotItsBase : SampleBase {
  TIN_RECORD(ForgotItsBase);
  TIN_FIELD(Sum, listed, "counted");
};
struct Inherits {
  uint64_t from = 0;
};
struct ListsInherited : Inherits {
  TIN_RECORD(ListsInherited);
  TIN_FIELD(Sum, own, "counted");
  TIN_LISTED(Sum, from, "counted by the base");
};
// The last member of a base ends in padding, where members of a derived record are placed.
struct NarrowEnd {
  TIN_RECORD(NarrowEnd);
  TIN_FIELD(Sum, count, "counted");
  TIN_FIELD(RowKey<uint8_t>, port, "of the row");
};
struct InPaddingOfBase : NarrowEnd {
  TIN_RECORD(InPaddingOfBase);
  TIN_BASE(NarrowEnd);
  TIN_FIELD(RowKey<uint8_t>, vc, "of the row");
  TIN_FIELD(RowKey<uint32_t>, chip, "of the row");
};
static_assert(sizeof(InPaddingOfBase) == sizeof(NarrowEnd), "the case that is tested");
static_assert(kListsAllMembers<NarrowEnd> && kListsAllMembers<InPaddingOfBase>);
struct ForgotInPadding {
  TIN_RECORD(ForgotInPadding);
  TIN_FIELD(Sum, count, "counted");
  TIN_FIELD(RowKey<uint8_t>, port, "of the row");
  uint8_t forgotten = 0;
};
struct ForgotInPaddingOfBase : NarrowEnd {
  TIN_RECORD(ForgotInPaddingOfBase);
  TIN_BASE(NarrowEnd);
  TIN_FIELD(RowKey<uint8_t>, vc, "of the row");
  uint8_t forgotten = 0;
};
static_assert(!kListsAllMembers<ForgotInPadding>, "the size alone is that of the list");
static_assert(!kListsAllMembers<ForgotInPaddingOfBase>);
static_assert(kListsAllMembers<Sample> && kListsAllMembers<ListsInherited>);
static_assert(!kListsAllMembers<ForgotAMember>, "merge_fields() would lose a member");
static_assert(!kListsAllMembers<ForgotItsBase>, "merge_fields() would lose the base");
static_assert(!kListsAllMembers<Inherits> && !kIsRecord<Inherits>);

/// Rank `n` of a run: all its numbers differ from those of the others.
Sample share(unsigned n) {
  Sample s;
  s.chip = n;
  s.sum = 10 + n;
  s.peak = n == 1 ? 90 : 20 + n;
  s.ranks = 3;
  s.path = "rank " + std::to_string(n);
  s.slowest = 100 * n;
  s.seconds = 0.5;
  s.lost = {{"all", 1}, {n == 0 ? "first" : "later", 5}};
  s.faults[Fault::kLate] = n + 1;
  s.wait.add(1000 + n);
  s.hidden = n;
  s.part.sum = 1, s.part.peak = n;
  s.line.up = 2, s.line.down = n;
  s.section.emplace().sum = 7;
  s.top = {n == 0 ? 4u : 5u, "rank " + std::to_string(n)};
  s.rows = {sample_row(n, 1)};
  s.by_key = {sample_row(2 * n, 1), sample_row(10, 1 + n)};
  s.by_place.assign(n + 1, sample_row(0, 1));
  s.table = {sample_row(n, n)};
  return s;
}

Sample all_ranks() {
  Sample all = share(0);
  for (unsigned rank : {1u, 2u}) merge_fields(all, share(rank));
  return all;
}

TEST(RecordFields, NumbersOfRanksAddUpOrTheHighestStays) {
  const Sample all = all_ranks();
  EXPECT_EQ(all.sum, 10u + 11 + 12);
  EXPECT_EQ(all.peak, 90u);
  EXPECT_EQ(all.slowest, 200u);
  EXPECT_EQ(all.seconds, 1.5);
  EXPECT_EQ(all.hidden, 0u + 1 + 2);
  EXPECT_EQ(all.line.up, 6u);
  EXPECT_EQ(all.line.down, 0u + 1 + 2);
}

TEST(RecordFields, WhatAllRanksKnowOrTheFirstOneStaysAsItIs) {
  const Sample all = all_ranks();
  EXPECT_EQ(all.chip, 0u);
  EXPECT_EQ(all.ranks, 3u);
  EXPECT_EQ(all.path, "rank 0");
  EXPECT_TRUE(std::isnan(all.share));
}

TEST(RecordFields, CausesAddUpByNameAndByEnumeration) {
  const Sample all = all_ranks();
  EXPECT_EQ(all.lost, (Causes::Type{{"all", 3}, {"first", 5}, {"later", 10}}));
  EXPECT_EQ(all.faults[Fault::kLate], 1u + 2 + 3);
  EXPECT_EQ(all.faults.by_name(), (Causes::Type{{"early", 0}, {"late", 6}}));
}

TEST(RecordFields, CauseCountsRefuseNamesThatNoCauseHas) {
  const CauseCounts<Fault> counts = {{"late", 2}, {"early", 3}, {"late", 1}};
  EXPECT_EQ(counts.at("late"), 3u);
  EXPECT_EQ(counts[Fault::kEarly], 3u);
  EXPECT_THROW(counts.at("lost"), std::out_of_range);
  EXPECT_THROW((CauseCounts<Fault>{{"lost", 1}}), std::out_of_range);
}

TEST(RecordFields, DistributionsMerge) {
  const Histogram wait = all_ranks().wait;
  EXPECT_EQ(wait.count(), 3u);
  EXPECT_EQ(wait.sum(), 1000u + 1001 + 1002);
  EXPECT_EQ(wait.min(), 1000u);
  EXPECT_EQ(wait.max(), 1002u);
}

TEST(RecordFields, RecordsInsideMergeAndSectionsStayAbsentWhereTheyAre) {
  const Sample all = all_ranks();
  EXPECT_EQ(all.part.sum, 3u);
  EXPECT_EQ(all.part.peak, 2u);
  ASSERT_TRUE(all.section);
  EXPECT_EQ(all.section->sum, 21u);
  EXPECT_FALSE(all.maybe);
}

TEST(RecordFields, OfEqualPeaksTheFirstPlaceStays) {
  EXPECT_EQ(all_ranks().top.height, 5u);
  EXPECT_EQ(all_ranks().top.place, "rank 1");
}

std::vector<std::pair<unsigned, uint64_t>> plain(const std::vector<SampleRow>& rows) {
  std::vector<std::pair<unsigned, uint64_t>> list;
  for (const SampleRow& row : rows) list.emplace_back(row.number, row.count);
  return list;
}

TEST(RecordFields, RowsFollowEachOtherOrMergeByKeyOrByPlace) {
  using List = std::vector<std::pair<unsigned, uint64_t>>;
  const Sample all = all_ranks();
  EXPECT_EQ(plain(all.rows), (List{{0, 1}, {1, 1}, {2, 1}}));
  EXPECT_EQ(plain(all.table), (List{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(plain(all.by_key), (List{{0, 1}, {2, 1}, {4, 1}, {10, 1 + 2 + 3}}));
  EXPECT_EQ(plain(all.by_place), (List{{0, 3}, {0, 2}, {0, 1}}));
}

TEST(RecordFields, BytesBringEveryFieldButThoseOfTheFirstRank) {
  Sample sent = share(2);
  sent.maybe.emplace().peak = 8;
  Bytes bytes;
  put_fields(bytes, sent);
  ByteReader from(bytes);
  Sample taken;
  take_fields(from, taken);
  EXPECT_TRUE(from.at_end());
  EXPECT_EQ(taken.path, "");
  // Merged into nothing, both give the same; bytes of the same record are equal.
  taken.path = sent.path;
  Bytes again;
  put_fields(again, taken);
  EXPECT_EQ(again, bytes);
  EXPECT_EQ(taken.lost, sent.lost);
  EXPECT_EQ(taken.wait, sent.wait);
  EXPECT_EQ(taken.top.place, "rank 2");
  EXPECT_EQ(taken.maybe.value().peak, 8u);
  EXPECT_EQ(plain(taken.by_key), plain(sent.by_key));
}

TEST(RecordFields, SharesThatTravelMergeAsThoseThatDoNot) {
  Sample all = share(0);
  for (unsigned rank : {1u, 2u}) {
    Bytes bytes;
    put_fields(bytes, share(rank));
    ByteReader from(bytes);
    Sample more;
    take_fields(from, more);
    merge_fields(all, more);
  }
  const Sample direct = all_ranks();
  EXPECT_EQ(fields_json(all, 400), fields_json(direct, 400));
  EXPECT_EQ(all.hidden, direct.hidden);
  EXPECT_EQ(plain(all.table), plain(direct.table));
}

}  // namespace
}  // namespace tinsim
