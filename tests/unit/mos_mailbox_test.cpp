// SPDX-License-Identifier: Apache-2.0
// mos_mailbox: both queues, the counter of dropped words, rules, and random words.
#include "rtl_models/mos_mailbox/mos_mailbox.h"

#include <string>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/mos_mailbox_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Mailbox = MosMailbox<2, 3>;
using In = Mailbox::In;

In send(unsigned sub, std::uint64_t payload, In in = {}) {
  in.send_valid_i = true;
  in.send_sub_i = sub;
  in.send_payload_i = payload;
  return in;
}
In sent(In in = {}) {
  in.sent_i = true;
  return in;
}
/// A set as link_rx shows it: `sub` in bits 3:0 of the body, the payload above.
In received(unsigned code, unsigned sub, std::uint64_t payload, In in = {}) {
  in.set_valid_i = true;
  in.set_code_i = code;
  in.set_body_i = payload << 4 | sub;
  return in;
}
constexpr unsigned kMos = 4;
In mos(std::uint64_t payload, In in = {}) { return received(kMos, 0, payload, in); }
In read(In in = {}) {
  in.read_i = true;
  return in;
}
In clear(In in = {}) {
  in.clear_i = true;
  return in;
}

class MosMailboxTest : public ::testing::Test {
 protected:
  MosMailboxTest() { block_.reset({}); }
  void expect_dropped(unsigned words) {
    EXPECT_EQ(block_.out().dropped_o, words);
    EXPECT_EQ(block_.out().overflow_o, words != 0);
  }

  Mailbox block_;
};

TEST_F(MosMailboxTest, ShowsWordsToTheSchedulerInTheirOrderFromTheNextCycleOn) {
  EXPECT_EQ(block_.out().send_free_o, 2u);
  block_.tick(send(5, 0xABCDEF012345));
  EXPECT_TRUE(block_.out().mos_valid_o);
  EXPECT_EQ(block_.out().mos_sub_o, 5u);
  EXPECT_EQ(block_.out().mos_payload_o, 0xABCDEF012345u);
  EXPECT_EQ(block_.out().send_free_o, 1u);
  block_.tick(send(6, 2));
  EXPECT_EQ(block_.out().mos_sub_o, 5u);
  EXPECT_EQ(block_.out().send_free_o, 0u);
  block_.tick(sent());
  EXPECT_EQ(block_.out().mos_sub_o, 6u);
  EXPECT_EQ(block_.out().send_free_o, 1u);
  block_.tick(sent(send(7, 3)));  // one leaves, one enters
  EXPECT_EQ(block_.out().mos_sub_o, 7u);
  EXPECT_EQ(block_.out().send_free_o, 1u);
  block_.tick(sent());
  EXPECT_FALSE(block_.out().mos_valid_o);
  EXPECT_EQ(block_.out().mos_payload_o, 0u);
}

TEST_F(MosMailboxTest, ReceivesMosSetsAndNoOthers) {
  for (unsigned code = 0; code < 16; ++code) {
    if (code == kMos) continue;
    block_.tick(received(code, 1, 1));
    EXPECT_FALSE(block_.out().read_valid_o) << code;
  }
  In invalid = mos(9);
  invalid.set_valid_i = false;
  block_.tick(invalid);
  EXPECT_FALSE(block_.out().read_valid_o);
  block_.tick(received(kMos, 9, 0x123456789ABC));
  EXPECT_TRUE(block_.out().read_valid_o);
  EXPECT_EQ(block_.out().read_sub_o, 9u);
  EXPECT_EQ(block_.out().read_payload_o, 0x123456789ABCu);
  EXPECT_EQ(block_.out().read_fill_o, 1u);
  block_.tick(read());
  EXPECT_FALSE(block_.out().read_valid_o);
  EXPECT_EQ(block_.out().read_payload_o, 0u);
  expect_dropped(0);
}

TEST_F(MosMailboxTest, DropsTheNewestWordsOfAFullQueue) {
  for (std::uint64_t n = 1; n <= 3; ++n) block_.tick(mos(n));
  EXPECT_EQ(block_.out().read_fill_o, 3u);
  expect_dropped(0);
  block_.tick(mos(4));
  expect_dropped(1);
  block_.tick(mos(5, read()));  // its place is free in the next cycle
  expect_dropped(2);
  EXPECT_EQ(block_.out().read_fill_o, 2u);
  block_.tick(mos(6));
  expect_dropped(2);
  for (std::uint64_t word : {2, 3, 6}) {
    EXPECT_EQ(block_.out().read_payload_o, word);
    block_.tick(read());
  }
  EXPECT_FALSE(block_.out().read_valid_o);
}

TEST_F(MosMailboxTest, CountsDroppedWordsUntilTheyAreCleared) {
  for (unsigned n = 0; n < 3; ++n) block_.tick(mos(n));
  for (unsigned n = 1; n <= 260; ++n) {
    block_.tick(mos(n));
    expect_dropped(std::min(n, 255u));
  }
  block_.tick(clear());
  expect_dropped(0);
  block_.tick(mos(1));
  block_.tick(clear(mos(2)));  // counts after the clear
  expect_dropped(1);
}

TEST_F(MosMailboxTest, ResetEmptiesBothQueues) {
  block_.tick(send(1, 1, mos(1)));
  for (unsigned n = 0; n < 4; ++n) block_.tick(mos(n));
  block_.reset({});
  EXPECT_FALSE(block_.out().mos_valid_o);
  EXPECT_FALSE(block_.out().read_valid_o);
  EXPECT_EQ(block_.out().send_free_o, 2u);
  expect_dropped(0);
}

TEST_F(MosMailboxTest, NamesBrokenRules) {
  const auto rule_of = [](const std::vector<In>& cycles) -> std::string {
    Mailbox block;
    block.reset({});
    try {
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of({send(0, 0), send(0, 0)}), "");
  EXPECT_EQ(rule_of({send(0, 0), send(0, 0), send(0, 0)}), "SendHasSpace");
  EXPECT_EQ(rule_of({send(0, 0), send(0, 0), sent(send(0, 0))}), "SendHasSpace");
  EXPECT_EQ(rule_of({sent()}), "SentHasWord");
  EXPECT_EQ(rule_of({sent(send(0, 0))}), "SentHasWord");
  EXPECT_EQ(rule_of({send(0, 0), sent(), sent()}), "SentHasWord");
  EXPECT_EQ(rule_of({read()}), "ReadHasWord");
  EXPECT_EQ(rule_of({read(mos(1))}), "ReadHasWord");
}

/// The README with words numbered from the reset on: each queue is the range of numbers between
/// what has entered and what has left.
template <unsigned kTxWords, unsigned kRxWords>
class NaiveMailbox {
 public:
  using Block = MosMailbox<kTxWords, kRxWords>;
  using In = typename Block::In;
  using Out = typename Block::Out;

  Corners corners{
      {"transmit full", 0},      {"sent and written", 0},       {"dropped", 0},
      {"dropped while read", 0}, {"dropped as it is clear", 0}, {"counter at its end", 0},
      {"another code", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    written_.clear();
    received_.clear();
    sent_ = read_ = dropped_ = 0;
    show();
  }
  void tick(const In& in) {
    const std::size_t held = received_.size() - read_;
    if (in.clear_i) dropped_ = 0;
    if (in.set_valid_i && in.set_code_i == 4) {
      if (held < kRxWords) {
        received_.push_back(in.set_body_i);
      } else {
        ++dropped_;
        ++corners["dropped"];
        corners["dropped while read"] += in.read_i;
        corners["dropped as it is clear"] += in.clear_i;
      }
    }
    corners["another code"] += in.set_valid_i && in.set_code_i != 4;
    corners["sent and written"] += in.sent_i && in.send_valid_i;
    read_ += in.read_i;
    sent_ += in.sent_i;
    if (in.send_valid_i) {
      written_.push_back(std::uint64_t{in.send_payload_i} << 4 | std::uint64_t{in.send_sub_i});
    }
    show();
  }

 private:
  void show() {
    out_ = {};
    const std::size_t waiting = written_.size() - sent_, held = received_.size() - read_;
    out_.send_free_o = kTxWords - waiting;
    corners["transmit full"] += waiting == kTxWords;
    if (waiting > 0) {
      out_.mos_valid_o = true;
      out_.mos_sub_o = written_[sent_] % 16;
      out_.mos_payload_o = written_[sent_] / 16;
    }
    out_.read_fill_o = held;
    if (held > 0) {
      out_.read_valid_o = true;
      out_.read_sub_o = received_[read_] % 16;
      out_.read_payload_o = received_[read_] / 16;
    }
    out_.overflow_o = dropped_ > 0;
    out_.dropped_o = dropped_ > 255 ? 255 : dropped_;
    corners["counter at its end"] += dropped_ > 255;
  }

  std::vector<std::uint64_t> written_, received_;
  std::size_t sent_ = 0, read_ = 0, dropped_ = 0;
  Out out_;
};

TEST(MosMailboxRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Mailbox, NaiveMailbox<2, 3>, MosMailboxStimulus<2, 3>>(150'000, 5000);
}

TEST(MosMailboxRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<MosMailbox<16, 64>, NaiveMailbox<16, 64>, MosMailboxStimulus<16, 64>>(150'000,
                                                                                        5000);
}

TEST(MosMailboxRandom, TheComparisonNoticesAWrongCode) {
  expect_fault_noticed<Mailbox, NaiveMailbox<2, 3>, MosMailboxStimulus<2, 3>>(
      [](In& in) { in.set_code_i = in.set_code_i ^ 1u; });
}

}  // namespace
}  // namespace tinsim
