// SPDX-License-Identifier: Apache-2.0
// APElink framer: words of the line, 71 cycles for 512 bytes, loopback, faults of the line.
#include "rtl_models/exanet_apelink_framer/exanet_apelink_framer.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/exanet_apelink_framer_stimulus.h"

namespace tinsim {
namespace {

constexpr std::uint64_t kMagic = 0x4558414E45544D47, kCredit = 0xC700000000001234;

class ExanetFramerTest : public ::testing::Test {
 protected:
  using Framer = ExanetApelinkFramer;

  /// Sends `packets` of `words` words of payload without a pause and returns the line, cycle by
  /// cycle, 0 where it has no word.
  std::vector<std::uint64_t> send(unsigned packets, unsigned words, unsigned cycles) {
    std::vector<std::uint64_t> line;
    std::uint64_t sent = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      bench_.in.packet_valid_i = packets > 0;
      bench_.in.packet_vc_i = true;
      bench_.in.packet_words_i = words;
      bench_.in.word_valid_i = true;
      bench_.in.word_i = to_bits<128>({sent, ~sent});
      bench_.in.credit_word_i = kCredit;
      packets -= packets > 0 && bench_.out().packet_ready_o;
      sent += bench_.out().word_ready_o;
      bench_.clock();
      line.push_back(bench_.out().line_valid_o ? std::uint64_t{bench_.out().line_o} : 0);
    }
    return line;
  }
  void line(std::uint64_t word) {
    bench_.in.line_valid_i = true;
    bench_.in.line_i = word;
    bench_.clock();
  }

  Bench<Framer> bench_;
};

TEST_F(ExanetFramerTest, APacketOnTheLine) {
  const std::vector<std::uint64_t> expected = {
      kMagic, 0xFFFFFFBE00000041, 0, ~0ull, 1, ~1ull, 2, ~2ull, kCredit, 0};
  EXPECT_EQ(send(1, 1, 10), expected);
}

TEST_F(ExanetFramerTest, EveryPacketTakesItsWordsAndFive) {
  for (unsigned words = 0; words <= 32; ++words) {
    bench_.reset();
    const unsigned period = 2 + 2 * (words + 2) + 1;
    const std::vector<std::uint64_t> line = send(10, words, 10 * period + 1);
    for (unsigned n = 0; n < 10 * period; ++n)
      ASSERT_EQ(line[n] == kMagic, n % period == 0) << words << " " << n;
    EXPECT_EQ(line.back(), 0u);
  }
}

TEST_F(ExanetFramerTest, TheLinkIsUsedTo90Percent) {
  const std::vector<std::uint64_t> line = send(1000, 32, 71 * 100);
  unsigned packets = 0;
  for (std::uint64_t word : line) packets += word == kMagic;
  EXPECT_EQ(packets, 100u);
  EXPECT_NEAR(64.0 * packets / static_cast<double>(line.size()), 0.901, 0.0005);
}

TEST_F(ExanetFramerTest, ALateWordLeavesTheLineEmpty) {
  bench_.in.packet_valid_i = true;
  bench_.clock();  // Magic
  bench_.clock();  // Start
  for (unsigned n = 0; n < 3; ++n) {
    EXPECT_TRUE(bench_.out().word_ready_o);
    bench_.clock();
    EXPECT_FALSE(bench_.out().line_valid_o);
  }
  bench_.in.word_valid_i = true;
  bench_.in.word_i = to_bits<128>({7, 8});
  bench_.clock();
  EXPECT_EQ(bench_.out().line_o, 7u);
  EXPECT_FALSE(bench_.out().word_ready_o);
  bench_.clock();
  EXPECT_EQ(bench_.out().line_o, 8u);
}

TEST_F(ExanetFramerTest, APendingCreditWordIsSentOnAnIdleLineOnce) {
  const auto clock = [&] {
    bench_.in.credit_pending_i = true;
    bench_.in.credit_word_i = kCredit;
    bench_.clock();
    return bool(bench_.out().line_valid_o && bench_.out().credit_sent_o);
  };
  EXPECT_TRUE(clock());
  EXPECT_FALSE(clock());  // pending still shows in the cycle of credit_sent_o
  EXPECT_TRUE(clock());
}

TEST_F(ExanetFramerTest, AReceivedPacketHasItsKindsAndChannel) {
  line(kMagic);
  line(0xFFFFFFBD00000042);
  for (unsigned word = 0; word < 4; ++word) {
    line(word);
    EXPECT_FALSE(bench_.out().rx_valid_o);
    line(kMagic);  // within a packet it is data
    ASSERT_TRUE(bench_.out().rx_valid_o);
    EXPECT_EQ(bench_.out().rx_kind_o, word == 0 ? 0u : word == 3 ? 2u : 1u);
    EXPECT_TRUE(bench_.out().rx_vc_o);
    EXPECT_EQ(bench_.out().rx_word_o, to_bits<128>({word, kMagic}));
  }
  line(kCredit);
  EXPECT_TRUE(bench_.out().rx_credit_valid_o);
  EXPECT_EQ(bench_.out().rx_credit_o, kCredit);
}

TEST_F(ExanetFramerTest, FaultsOfTheLineAreReported) {
  line(0);
  EXPECT_TRUE(bench_.out().rx_error_o);
  line(kMagic);
  EXPECT_FALSE(bench_.out().rx_error_o);
  line(0xFFFFFFBD00000043);  // not the complement
  EXPECT_TRUE(bench_.out().rx_error_o);
  line(kMagic);
  line(kMagic);
  EXPECT_TRUE(bench_.out().rx_error_o);
  line(0xFFFFFFFF00000000);  // still waiting for Start: a packet without payload
  EXPECT_FALSE(bench_.out().rx_error_o);
  for (unsigned n = 0; n < 4; ++n) line(n);
  EXPECT_EQ(bench_.out().rx_kind_o, 2u);
  line(kMagic);
  line(0xFFFFFFDE00000021);  // 33 words
  EXPECT_TRUE(bench_.out().rx_error_o);
  bench_.clock();
  EXPECT_FALSE(bench_.out().rx_error_o);
}

TEST_F(ExanetFramerTest, WhatIsSentIsReceived) {
  Framer far;
  far.reset({});
  std::vector<std::uint64_t> received;
  std::uint64_t sent = 0;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    Framer::In in;
    in.line_valid_i = bench_.out().line_valid_o;
    in.line_i = bench_.out().line_o;
    bench_.in.packet_valid_i = true;
    bench_.in.packet_words_i = cycle % 33;
    bench_.in.word_valid_i = cycle % 7 != 0;
    bench_.in.word_i = to_bits<128>({sent, sent});
    bench_.in.credit_word_i = kCredit;
    sent += bench_.in.word_valid_i && bench_.out().word_ready_o;
    far.tick(in);
    bench_.clock();
    ASSERT_FALSE(far.out().rx_error_o);
    if (far.out().rx_valid_o) received.push_back(to_word(far.out().rx_word_o).low);
  }
  EXPECT_GE(received.size() + 2, sent);
  for (unsigned n = 0; n < received.size(); ++n) ASSERT_EQ(received[n], n);
}

TEST_F(ExanetFramerTest, APacketHasAtMost32Words) {
  bench_.in.packet_valid_i = true;
  bench_.in.packet_words_i = 33;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "WordsAreLegal");
}

TEST(ExanetApelinkFramerRandom, TheStimulusKeepsTheRules) {
  ExanetApelinkFramer framer;
  ExanetApelinkFramerStimulus stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(framer, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
