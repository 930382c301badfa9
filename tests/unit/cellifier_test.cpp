// SPDX-License-Identifier: Apache-2.0
// cellifier: words by hand, timing from both sides, and random packets byte by byte.
#include "rtl_models/cellifier/cellifier.h"

#include <vector>

#include "rtl_models/common/check.h"
#include "rtl_models/parts/cell_header.h"
#include "testbench/stimulus/cellifier_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using In = Cellifier::In;
using Out = Cellifier::Out;

In job(unsigned bytes) {
  In in;
  in.job_valid_i = true;
  in.job_bytes_i = bytes;
  in.job_eptr_i = 0xE123;
  in.job_dst_i = 0xD456;
  in.job_src_i = 0x5789;
  in.job_vc_i = 17;
  return in;
}
/// Word k of a packet whose byte n is n modulo 251.
std::uint64_t payload(unsigned k) {
  std::uint64_t word = 0;
  for (unsigned n = 0; n < 8; ++n) word |= std::uint64_t{(8 * k + n) % 251} << 8 * n;
  return word;
}
In data(unsigned k) {
  In in;
  in.data_valid_i = true;
  in.data_i = payload(k);
  return in;
}
In start_ok(In in = {}) {
  in.start_ok_i = true;
  return in;
}

class CellifierTest : public ::testing::Test {
 protected:
  CellifierTest() { block_.reset({}); }
  /// Feeds a packet as fast as it is taken; the words on the pins until a cycle after the last.
  std::vector<Out> send(unsigned bytes) { return send(job(bytes)); }
  std::vector<Out> send(const In& offered) {
    std::vector<Out> words;
    block_.tick(offered);
    for (unsigned k = 0; words.empty() || !words.back().last_o;) {
      block_.tick(start_ok(block_.out().data_ready_o ? data(k++) : In()));
      if (block_.out().cell_valid_o) words.push_back(block_.out());
    }
    EXPECT_FALSE(block_.out().job_ready_o);
    block_.tick({});
    EXPECT_TRUE(block_.out().job_ready_o);
    return words;
  }

  Cellifier block_;
};

TEST_F(CellifierTest, SendsOneByteInTwoWords) {
  const auto words = send(1);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_TRUE(words[0].cell_sop_o);
  EXPECT_FALSE(words[0].cell_eop_o);
  const CellHeader header = decode_header(words[0].cell_data_o);
  EXPECT_FALSE(check_header(words[0].cell_data_o).any());
  EXPECT_EQ(header.dst, 0xD456);
  EXPECT_EQ(header.src, 0x5789);
  EXPECT_EQ(header.len, 2);
  EXPECT_EQ(header.cell_type, 3);
  EXPECT_EQ(header.vc, 17);
  EXPECT_EQ(header.hop, 12);
  EXPECT_FALSE(header.trace);
  // eptr, idx 0, vbytes 1, byte 0 of the packet, which is 0; bytes 1.. of data_i are not sent.
  EXPECT_EQ(words[1].cell_data_o, 0x00000000'01'00'E123u);
  EXPECT_TRUE(words[1].cell_eop_o);
  EXPECT_TRUE(words[1].last_o);
}

TEST_F(CellifierTest, SetsTheTraceBitInAllCellsOfThePacketAlone) {
  for (const bool traced : {true, false, true}) {
    In in = job(2 * 148 + 1);
    in.job_trace_i = traced;
    unsigned cells = 0;
    for (const Out& out : send(in)) {
      if (!out.cell_sop_o) continue;
      ++cells;
      EXPECT_EQ(decode_header(out.cell_data_o).trace, traced);
      EXPECT_FALSE(check_header(out.cell_data_o).any());
    }
    EXPECT_EQ(cells, 3u);
  }
}

TEST_F(CellifierTest, PutsBytesWhereTheReadmeSays) {
  const auto words = send(148 + 7);
  ASSERT_EQ(words.size(), 20u + 3);
  EXPECT_EQ(words[1].cell_data_o, 0x03020100'94'00'E123u);  // 148 = 0x94
  EXPECT_EQ(words[2].cell_data_o, 0x0B0A090807060504u);     // bytes 4..11
  EXPECT_EQ(words[19].cell_data_o, 0x939291908F8E8D8Cu);    // bytes 140..147
  EXPECT_TRUE(words[19].cell_eop_o);
  EXPECT_FALSE(words[19].last_o);
  EXPECT_EQ(words[21].cell_data_o, 0x97969594'07'01'E123u);  // bytes 148..151
  EXPECT_EQ(words[22].cell_data_o, 0x0000000000'9A9998u);    // bytes 152..154
  EXPECT_TRUE(words[22].last_o);
}

TEST_F(CellifierTest, BeginsACellInTheCycleAfterItsLastWordIsTaken) {
  block_.tick(job(24));  // 4 + 24 bytes: 5 words of cell, 3 of payload
  block_.tick(start_ok(data(0)));
  block_.tick(start_ok(data(1)));
  block_.tick(start_ok());
  EXPECT_FALSE(block_.out().cell_valid_o);
  block_.tick(start_ok(data(2)));
  EXPECT_TRUE(block_.out().cell_sop_o);
}

TEST_F(CellifierTest, BeginsACellOnlyWhenItMay) {
  block_.tick(job(8));
  block_.tick(data(0));
  for (int n = 0; n < 10; ++n) {
    block_.tick({});
    ASSERT_FALSE(block_.out().cell_valid_o);
  }
  block_.tick(start_ok());
  EXPECT_TRUE(block_.out().cell_sop_o);
  for (int n = 0; n < 2; ++n) {  // once begun, nothing stops it
    block_.tick({});
    EXPECT_TRUE(block_.out().cell_valid_o);
  }
  EXPECT_TRUE(block_.out().last_o);
}

TEST_F(CellifierTest, LeavesNoGapBetweenCellsWhosePayloadIsThere) {
  block_.tick(job(296));
  unsigned k = 0;
  while (block_.out().data_ready_o) block_.tick(data(k++));
  EXPECT_EQ(k, 32u);  // the FIFO is full
  // Word j of the cells shows after the tick with j before it; its payload has left by then.
  for (unsigned j = 0; j < 40; ++j) {
    block_.tick(start_ok(block_.out().data_ready_o ? data(k++) : In()));
    ASSERT_TRUE(block_.out().cell_valid_o) << j;
    ASSERT_EQ(block_.out().cell_sop_o, j % 20 == 0) << j;
    ASSERT_EQ(block_.out().data_ready_o, k < 37 && j >= 1) << j;
  }
  EXPECT_EQ(k, 37u);
  EXPECT_TRUE(block_.out().last_o);
}

TEST_F(CellifierTest, TakesTheNextJobInTheCycleAfterTheLastWord) {
  send(10);
  block_.tick(job(3));
  EXPECT_FALSE(block_.out().job_ready_o);
  EXPECT_TRUE(block_.out().data_ready_o);
  block_.tick(start_ok(data(0)));
  EXPECT_FALSE(block_.out().data_ready_o);
  EXPECT_TRUE(block_.out().cell_sop_o);
}

// 16383 = 110 * 148 + 103; 4 + 103 bytes are 14 words, and the header.
TEST_F(CellifierTest, SendsTheLongestPacket) { EXPECT_EQ(send(16383).size(), 110u * 20 + 15); }

TEST_F(CellifierTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Cellifier block;
    block.reset({});
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of({job(0)}), "JobHasBytes");
  EXPECT_EQ(rule_of({job(1), job(1)}), "JobNeedsReady");
  EXPECT_EQ(rule_of({data(0)}), "DataNeedsReady");
  EXPECT_EQ(rule_of({job(8), data(0), data(1)}), "DataNeedsReady");
}

/// The README on bytes: a cell is built whole when it begins, and the FIFO is a count of words.
class NaiveCellifier {
 public:
  Corners corners{
      {"FIFO full", 0},      {"cell follows at once", 0},  {"word just in time", 0},
      {"no permission", 0},  {"odd last cell", 0},         {"odd cell, register alone", 0},
      {"even last cell", 0}, {"packet of whole cells", 0}, {"longest packet", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    job_ = {};
    bytes_.clear();
    cell_.clear();
    used_ = idx_ = 0;
    out_ = {};
    out_.job_ready_o = true;
  }
  void tick(const In& in) {
    const bool job_ends = out_.last_o;
    const bool begins = may_begin(in);
    corners["cell follows at once"] += begins && out_.cell_eop_o;
    if (in.data_valid_i)
      for (unsigned n = 0; n < 8; ++n)
        bytes_.push_back(static_cast<unsigned>(in.data_i >> 8 * n) & 0xFF);
    if (begins) build();
    out_ = {};
    if (!cell_.empty()) show();
    if (job_ends) job_ = {};
    if (in.job_valid_i) {
      job_ = in;
      bytes_.clear();
      used_ = idx_ = 0;
      corners["longest packet"] += in.job_bytes_i == 16383;
      corners["packet of whole cells"] += in.job_bytes_i % 148 == 0;
    }
    out_.job_ready_o = job_.job_bytes_i == 0;
    const unsigned taken = static_cast<unsigned>(bytes_.size()) / 8;
    const bool full = taken - (used_ + 7) / 8 >= 32;
    out_.data_ready_o = taken < (job_.job_bytes_i + 7) / 8 && !full;
    corners["FIFO full"] += full;
  }

 private:
  /// Where cell `idx_` of the packet ends.
  std::size_t end() const {
    return std::min<std::size_t>(job_.job_bytes_i, 148 * (std::size_t{idx_} + 1));
  }
  bool may_begin(const In& in) {
    const bool more = 148 * idx_ < job_.job_bytes_i;
    if (!more || !cell_.empty()) return false;
    const std::size_t there = bytes_.size() + (in.data_valid_i ? 8 : 0);
    if (there < end()) return false;
    corners["no permission"] += !in.start_ok_i;
    corners["word just in time"] += in.start_ok_i && bytes_.size() < end();
    return in.start_ok_i;
  }
  void build() {
    const std::size_t from = 148 * std::size_t{idx_}, vbytes = end() - from;
    std::vector<unsigned> all = {unsigned(job_.job_eptr_i) & 0xFF, unsigned(job_.job_eptr_i) >> 8,
                                 idx_, static_cast<unsigned>(vbytes)};
    all.insert(all.end(), bytes_.begin() + static_cast<long>(from),
               bytes_.begin() + static_cast<long>(end()));
    while (all.size() % 8) all.push_back(0);
    CellHeader header;
    header.dst = static_cast<std::uint16_t>(job_.job_dst_i);
    header.src = static_cast<std::uint16_t>(job_.job_src_i);
    header.len = static_cast<std::uint8_t>(1 + all.size() / 8);
    header.cell_type = 3;
    header.trace = job_.job_trace_i;
    header.vc = static_cast<std::uint8_t>(job_.job_vc_i);
    header.hop = 12;
    cell_ = {encode_header(header)};
    for (std::size_t n = 0; n < all.size(); n += 8) {
      std::uint64_t word = 0;
      for (unsigned b = 0; b < 8; ++b) word |= std::uint64_t{all[n + b]} << 8 * b;
      cell_.push_back(word);
    }
    at_ = 0;
    const bool last = end() == job_.job_bytes_i;
    corners["odd last cell"] += last && idx_ % 2 && vbytes > 4;
    corners["odd cell, register alone"] += last && idx_ % 2 && vbytes <= 4;
    corners["even last cell"] += last && idx_ % 2 == 0;
  }
  void show() {
    out_.cell_valid_o = true;
    out_.cell_sop_o = at_ == 0;
    out_.cell_data_o = cell_[at_];
    // Bytes of the packet that this word and those before it have used.
    if (at_ > 0) used_ = std::min<std::size_t>(148 * idx_ + 4 + 8 * (at_ - 1), end());
    if (++at_ < cell_.size()) return;
    out_.cell_eop_o = true;
    out_.last_o = end() == job_.job_bytes_i;
    cell_.clear();
    ++idx_;
  }

  In job_;
  std::vector<unsigned> bytes_;
  std::size_t used_ = 0, at_ = 0;
  unsigned idx_ = 0;
  std::vector<std::uint64_t> cell_;
  Out out_;
};

TEST(CellifierRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<Cellifier, NaiveCellifier, CellifierStimulus>(600'000, 50'000);
}

TEST(CellifierRandom, TheComparisonNoticesAWrongByte) {
  expect_fault_noticed<Cellifier, NaiveCellifier, CellifierStimulus>(
      [](In& in) { in.data_i = in.data_i ^ 1; });
}

}  // namespace
}  // namespace tinsim
