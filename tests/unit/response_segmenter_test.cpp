// SPDX-License-Identifier: Apache-2.0
// response_segmenter: cuts, contexts, errors, back-pressure, and random reads against the README.
#include "rtl_models/response_segmenter/response_segmenter.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/response_segmenter_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Segmenter = ResponseSegmenter<4>;
using In = Segmenter::In;
using Out = Segmenter::Out;

In open(unsigned slot, unsigned size, In in = {}) {
  in.open_valid_i = true;
  in.open_slot_i = slot;
  in.open_size_i = size;
  return in;
}
In completion(unsigned context, unsigned offset, unsigned length, In in = {}) {
  in.cpl_valid_i = true;
  in.cpl_context_i = context;
  in.cpl_offset_i = offset;
  in.cpl_length_i = length;
  return in;
}
In failure(unsigned context, unsigned offset) {
  In in = completion(context, offset, 99);
  in.cpl_error_i = true;
  return in;
}
In take(In in = {}) {
  in.seg_ready_i = true;
  return in;
}

class ResponseSegmenterTest : public ::testing::Test {
 protected:
  ResponseSegmenterTest() { restart(128); }
  void restart(unsigned max_data) {
    In straps;
    straps.max_data_i = max_data;
    block_.reset(straps);
  }
  /// The cell on the pins; takes it.
  void expect_cell(unsigned slot, unsigned offset, unsigned length, unsigned words, bool last) {
    const Out out = block_.out();
    EXPECT_TRUE(out.seg_valid_o);
    EXPECT_FALSE(out.cpl_ready_o);
    EXPECT_EQ(out.seg_slot_o, slot);
    EXPECT_EQ(out.seg_offset_o, offset);
    EXPECT_EQ(out.seg_length_o, length);
    EXPECT_EQ(out.seg_words_o, words);
    EXPECT_EQ(out.seg_status_o, 0u);
    EXPECT_EQ(out.seg_counter_o, ++cells_);
    EXPECT_EQ(out.seg_last_o, last);
    block_.tick(take());
  }

  Segmenter block_;
  unsigned cells_ = 0;
};

TEST_F(ResponseSegmenterTest, SendsACompletionAsACell) {
  EXPECT_TRUE(block_.out().open_ok_o);
  EXPECT_EQ(block_.out().open_context_o, 0u);
  EXPECT_TRUE(block_.out().cpl_ready_o);
  block_.tick(open(0xABCD, 100));
  EXPECT_EQ(block_.out().contexts_o, 1u);
  EXPECT_EQ(block_.out().open_context_o, 1u);
  block_.tick(completion(0, 0, 100));
  EXPECT_EQ(block_.out().seg_context_o, 0u);
  expect_cell(0xABCD, 0, 100, 1 + 3 + 13, true);
  EXPECT_EQ(block_.out().contexts_o, 0u);
  EXPECT_EQ(block_.out().open_context_o, 0u);
  EXPECT_TRUE(block_.out().cpl_ready_o);
  EXPECT_FALSE(block_.out().seg_valid_o);
  EXPECT_EQ(block_.out().seg_counter_o, 0u);
}

TEST_F(ResponseSegmenterTest, CutsFromTheFirstByteOn) {
  for (unsigned max_data : {64, 128}) {
    restart(max_data);
    cells_ = 0;
    block_.tick(open(1, 1000));
    block_.tick(completion(0, 37, 256));
    for (unsigned done = 0; done < 256; done += max_data)
      expect_cell(1, 37 + done, max_data, 4 + max_data / 8, false);
    block_.tick(completion(0, 293, max_data + 1));
    expect_cell(1, 293, max_data, 4 + max_data / 8, false);
    expect_cell(1, 293 + max_data, 1, 5, false);
  }
}

TEST_F(ResponseSegmenterTest, KeepsACellUntilItIsTaken) {
  block_.tick(open(1, 200));
  block_.tick(completion(0, 0, 200));
  for (int n = 0; n < 3; ++n) {
    block_.tick(completion(0, 5, 5));  // not ready: nothing
    EXPECT_EQ(block_.out().seg_length_o, 128u);
  }
  expect_cell(1, 0, 128, 20, false);
  expect_cell(1, 128, 72, 13, true);
}

TEST_F(ResponseSegmenterTest, CountsLengthsWhateverTheOrder) {
  block_.tick(open(7, 128));
  block_.tick(open(8, 64));
  block_.tick(completion(0, 64, 64));
  expect_cell(7, 64, 64, 12, false);
  block_.tick(completion(1, 0, 64));
  expect_cell(8, 0, 64, 12, true);
  block_.tick(completion(0, 0, 64));
  expect_cell(7, 0, 64, 12, true);
  EXPECT_EQ(block_.out().contexts_o, 0u);
}

TEST_F(ResponseSegmenterTest, EndsAReadWithAnError) {
  block_.tick(open(7, 4096));
  block_.tick(failure(0, 4000));
  const Out out = block_.out();
  EXPECT_TRUE(out.seg_valid_o);
  EXPECT_EQ(out.seg_status_o, 1u);
  EXPECT_EQ(out.seg_length_o, 0u);
  EXPECT_EQ(out.seg_offset_o, 4000u);
  EXPECT_EQ(out.seg_words_o, 4u);
  EXPECT_TRUE(out.seg_last_o);
  block_.tick(take());
  EXPECT_EQ(block_.out().contexts_o, 0u);
  EXPECT_TRUE(block_.out().cpl_ready_o);
}

TEST_F(ResponseSegmenterTest, GivesTheLowestContextOfTheCycle) {
  for (unsigned n = 0; n < 4; ++n) block_.tick(open(n, 8));
  EXPECT_FALSE(block_.out().open_ok_o);
  EXPECT_EQ(block_.out().open_context_o, 0u);
  block_.tick(open(9, 8));  // does nothing
  EXPECT_EQ(block_.out().contexts_o, 4u);
  block_.tick(completion(2, 0, 8));
  block_.tick(take(open(9, 8)));  // freed in this cycle: not yet
  EXPECT_EQ(block_.out().contexts_o, 3u);
  EXPECT_EQ(block_.out().open_context_o, 2u);
}

TEST_F(ResponseSegmenterTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Segmenter block;
    In straps;
    straps.max_data_i = 128;
    block.reset(straps);
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of({open(0, 0)}), "OpenSize");
  EXPECT_EQ(rule_of({open(0, 4096)}), "");
  EXPECT_EQ(rule_of({open(0, 4097)}), "OpenSize");
  EXPECT_EQ(rule_of({completion(0, 0, 1)}), "ContextIsOpen");
  EXPECT_EQ(rule_of({open(0, 1, completion(0, 0, 1))}), "ContextIsOpen");
  EXPECT_EQ(rule_of({open(0, 1), completion(4, 0, 1)}), "ContextIsOpen");
  EXPECT_EQ(rule_of({open(0, 1), failure(1, 0)}), "ContextIsOpen");
  EXPECT_EQ(rule_of({open(0, 999), completion(0, 0, 0)}), "CompletionLength");
  EXPECT_EQ(rule_of({open(0, 999), completion(0, 0, 256)}), "");
  EXPECT_EQ(rule_of({open(0, 999), completion(0, 0, 257)}), "CompletionLength");
  EXPECT_EQ(rule_of({open(0, 9), completion(0, 0, 8), take(), completion(0, 0, 2)}),
            "BytesAreLeft");
  EXPECT_EQ(rule_of({open(0, 9), completion(0, 2, 8)}), "InsideRead");
  EXPECT_EQ(rule_of({open(0, 9), completion(0, 1, 8), completion(3, 9, 9)}), "");  // not taken
}

/// The README with the cells of a completion as a list that is made when it is taken.
template <unsigned kContexts>
class NaiveSegmenter {
 public:
  using In = typename ResponseSegmenter<kContexts>::In;
  using Out = typename ResponseSegmenter<kContexts>::Out;

  Corners corners{{"all open", 0},
                  {"freed and opened", 0},
                  {"one cell of a completion", 0},
                  {"several cells", 0},
                  {"error early", 0},
                  {"interleaved", 0},
                  {"short tail", 0},
                  {"waits", 0},
                  {"backwards", 0}};

  const Out& out() const { return out_; }
  void reset(const In& straps) {
    max_data_ = static_cast<unsigned>(straps.max_data_i);
    reads_.clear();
    cells_.clear();
    count_ = 0;
    last_context_ = kContexts;
    show();
  }
  void tick(const In& in) {
    const Out shown = out_;
    const bool takes = shown.seg_valid_o && in.seg_ready_i;
    corners["waits"] += shown.seg_valid_o && !in.seg_ready_i;
    if (takes) {
      if (cells_.front().seg_last_o) reads_.erase(cells_.front().seg_context_o);
      corners["freed and opened"] +=
          cells_.front().seg_last_o && in.open_valid_i && shown.open_ok_o;
      cells_.pop_front();
    }
    if (in.cpl_valid_i && shown.cpl_ready_o) cut(in);
    if (in.open_valid_i && shown.open_ok_o) reads_[shown.open_context_o] = {in, 0};
    show();
  }

 private:
  struct Read {
    In in;
    unsigned done = 0;
  };
  void cut(const In& in) {
    const auto context = static_cast<unsigned>(in.cpl_context_i);
    Read& read = reads_[context];
    const auto size = static_cast<unsigned>(read.in.open_size_i);
    corners["interleaved"] += last_context_ != context && read.done != 0;
    corners["backwards"] += !in.cpl_error_i && read.done == 0 && in.cpl_offset_i != 0;
    last_context_ = context;
    Out cell;
    cell.seg_valid_o = true;
    cell.seg_context_o = context;
    cell.seg_slot_o = read.in.open_slot_i;
    if (in.cpl_error_i) {
      corners["error early"] += read.done + 64 < size;
      cell.seg_offset_o = in.cpl_offset_i;
      cell.seg_words_o = 4;
      cell.seg_status_o = 1;
      cell.seg_counter_o = ++count_;
      cell.seg_last_o = true;
      cells_.push_back(cell);
      return;
    }
    const auto length = static_cast<unsigned>(in.cpl_length_i);
    for (unsigned at = 0; at < length; at += max_data_) {
      const unsigned bytes = length - at < max_data_ ? length - at : max_data_;
      read.done += bytes;
      corners["short tail"] += at != 0 && bytes < max_data_;
      cell.seg_offset_o = in.cpl_offset_i + at;
      cell.seg_length_o = bytes;
      cell.seg_words_o = 4 + bytes / 8 + (bytes % 8 != 0);
      cell.seg_counter_o = ++count_;
      cell.seg_last_o = read.done == size;
      cells_.push_back(cell);
    }
    ++corners[length > max_data_ ? "several cells" : "one cell of a completion"];
  }
  void show() {
    out_ = cells_.empty() ? Out() : cells_.front();
    out_.cpl_ready_o = cells_.empty();
    out_.contexts_o = reads_.size();
    out_.open_ok_o = reads_.size() < kContexts;
    corners["all open"] += !out_.open_ok_o;
    unsigned free = 0;
    while (reads_.count(free) != 0) ++free;
    if (out_.open_ok_o) out_.open_context_o = free;
  }

  unsigned max_data_ = 0, last_context_ = 0;
  std::map<std::uint64_t, Read> reads_;
  std::deque<Out> cells_;
  std::uint64_t count_ = 0;
  Out out_;
};

TEST(ResponseSegmenterRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Segmenter, NaiveSegmenter<4>, ResponseSegmenterStimulus<4>>(150'000, 5000);
}

TEST(ResponseSegmenterRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<ResponseSegmenter<64>, NaiveSegmenter<64>, ResponseSegmenterStimulus<64>>(150'000,
                                                                                            20'000);
}

TEST(ResponseSegmenterRandom, TheComparisonNoticesAWrongSlot) {
  expect_fault_noticed<Segmenter, NaiveSegmenter<4>, ResponseSegmenterStimulus<4>>(
      [](In& in) { in.open_slot_i = in.open_slot_i ^ 0x8000; });
}

}  // namespace
}  // namespace tinsim
