// SPDX-License-Identifier: Apache-2.0
// ExaNet's credits: takes, reports, threshold, health, lost and damaged credit words.
#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/exanet_credit_manager_stimulus.h"

namespace tinsim {
namespace {

/// CRC-8/ROHC bit by bit: polynomial 0x07 reflected, initial value 0xFF.
std::uint64_t slow_word(std::uint64_t body) {
  unsigned crc = 0xff;
  for (unsigned i = 0; i < 48; ++i) {
    const bool bit = (crc ^ (body >> i)) & 1;
    crc = crc >> 1 ^ (bit ? 0xe0u : 0u);
  }
  return body | std::uint64_t{crc} << 48 | 0xC7ull << 56;
}

class ExanetCreditManagerTest : public ::testing::Test {
 protected:
  using Manager = ExanetCreditManager;

  static Manager::In straps() {
    Manager::In in;
    in.header_words_i = {128, 128};
    in.payload_words_i = {1024, 64};
    in.tred_i = 32;
    return in;
  }
  void take(bool vc, unsigned words) {
    bench_.in.take_valid_i = true;
    bench_.in.take_vc_i = vc;
    bench_.in.take_words_i = words;
  }
  void receive(std::uint64_t word) {
    bench_.in.rx_valid_i = true;
    bench_.in.rx_word_i = word;
  }
  unsigned payload(unsigned vc) const { return unsigned(bench_.out().payload_credit_o[vc]); }
  unsigned header(unsigned vc) const { return unsigned(bench_.out().header_credit_o[vc]); }

  Bench<Manager> bench_{straps()};
};

TEST_F(ExanetCreditManagerTest, AfterResetTheCreditIsTheSizeAndNothingIsPending) {
  EXPECT_EQ(header(0), 128u);
  EXPECT_EQ(payload(0), 1024u);
  EXPECT_EQ(payload(1), 64u);
  EXPECT_FALSE(bench_.out().suspended_o[0] || bench_.out().suspended_o[1]);
  EXPECT_FALSE(bench_.out().pending_o);
  EXPECT_EQ(bench_.out().word_o, slow_word(0));
}

TEST_F(ExanetCreditManagerTest, ThresholdSuspendsAndAReportResumes) {
  take(true, 32);
  bench_.clock();
  EXPECT_FALSE(bench_.out().suspended_o[1]);  // 32 words are left, the threshold
  take(true, 1);
  bench_.clock();
  EXPECT_EQ(payload(1), 31u);
  EXPECT_TRUE(bench_.out().suspended_o[1]);
  EXPECT_FALSE(bench_.out().suspended_o[0]);
  receive(slow_word(2ull << 20 | 1ull << 28));  // channel 1: 2 header words, 1 payload word
  EXPECT_TRUE(bench_.out().suspended_o[1]);
  bench_.clock();
  EXPECT_FALSE(bench_.out().suspended_o[1]);
  EXPECT_EQ(header(1), 126u);
  EXPECT_EQ(payload(1), 32u);
}

TEST_F(ExanetCreditManagerTest, AThresholdThatChangesCountsInTheNextCycle) {
  bench_.in.tred_i = 1025;
  EXPECT_FALSE(bench_.out().suspended_o[0]);
  bench_.clock();
  EXPECT_TRUE(bench_.out().suspended_o[0]);
  bench_.clock();
  EXPECT_FALSE(bench_.out().suspended_o[0]);
}

TEST_F(ExanetCreditManagerTest, ALostWordIsMadeGoodByTheNext) {
  for (unsigned n = 1; n <= 3; ++n) {
    take(false, 10);
    bench_.clock();
  }
  receive(slow_word(6 | 30ull << 8));  // those of 2 and 4 header words were lost
  bench_.clock();
  EXPECT_EQ(header(0), 128u);
  EXPECT_EQ(payload(0), 1024u);
}

TEST_F(ExanetCreditManagerTest, EveryDamagedWordIsRefused) {
  take(false, 10);
  bench_.clock();
  const std::uint64_t word = slow_word(2 | 10ull << 8);
  for (unsigned bit = 0; bit < 64; ++bit) {
    receive(word ^ std::uint64_t{1} << bit);
    bench_.clock();
    EXPECT_TRUE(bench_.out().error_o) << bit;
    EXPECT_EQ(payload(0), 1014u) << bit;
  }
  receive(word);
  bench_.clock();
  EXPECT_FALSE(bench_.out().error_o);
  EXPECT_EQ(payload(0), 1024u);
}

TEST_F(ExanetCreditManagerTest, ACountBeyondTheSizeIsRefused) {
  take(false, 10);
  bench_.clock();
  receive(slow_word(2 | 11ull << 8));
  take(false, 5);  // of the same cycle: does not count for the test
  bench_.clock();
  EXPECT_TRUE(bench_.out().error_o);
  EXPECT_EQ(payload(0), 1009u);
}

TEST_F(ExanetCreditManagerTest, ACountThatGoesBackMayNotTakeTheCreditOfAPacketThatBegins) {
  take(true, 32);
  bench_.clock();
  take(true, 30);
  bench_.clock();
  const std::uint64_t back = 4ull << 20 | 4094ull << 28;  // channel 1: two payload words fewer
  receive(slow_word(back));
  take(true, 1);
  bench_.clock();
  EXPECT_TRUE(bench_.out().error_o);
  EXPECT_EQ(payload(1), 1u);
  receive(slow_word(back | 1ull << 28));  // one fewer: the packet has the last word of credit
  bench_.clock();
  EXPECT_FALSE(bench_.out().error_o);
  EXPECT_EQ(payload(1), 0u);
}

TEST_F(ExanetCreditManagerTest, HealthRidesInTheCreditsOfBothDirections) {
  bench_.in.health_i = 0x5a;
  bench_.clock();
  EXPECT_EQ(bench_.out().word_o, slow_word(0x5aull << 40));
  EXPECT_TRUE(bench_.out().pending_o);
  receive(slow_word(0xa5ull << 40));
  bench_.clock();
  EXPECT_EQ(bench_.out().neighbour_health_o, 0xa5u);
}

TEST_F(ExanetCreditManagerTest, ReleasesAreCountedAndPendingUntilSent) {
  bench_.in.freed_header_i = {2, 1};
  bench_.in.freed_payload_i = {3, 0};
  bench_.clock();
  const std::uint64_t word = slow_word(2 | 3ull << 8 | 1ull << 20);
  EXPECT_EQ(bench_.out().word_o, word);
  EXPECT_TRUE(bench_.out().pending_o);
  bench_.clock();
  bench_.in.sent_i = true;  // the word of the cycle before
  EXPECT_TRUE(bench_.out().pending_o);
  bench_.clock();
  EXPECT_FALSE(bench_.out().pending_o);
}

TEST_F(ExanetCreditManagerTest, AReleaseBesideSentStaysPending) {
  bench_.in.freed_header_i[0] = 1;
  bench_.clock();
  bench_.in.freed_header_i[0] = 1;  // the word of this cycle has the first release only
  bench_.clock();
  bench_.in.sent_i = true;
  bench_.clock();
  EXPECT_TRUE(bench_.out().pending_o);
}

TEST_F(ExanetCreditManagerTest, CountsWrap) {
  unsigned header = 0, payload = 0;
  for (unsigned n = 0; n < 2000; ++n) {
    bench_.in.freed_header_i[1] = 3;
    bench_.in.freed_payload_i[1] = 3;
    bench_.clock();
    header = (header + 3) % 256;
    payload = (payload + 3) % 4096;
    ASSERT_EQ(bench_.out().word_o,
              slow_word(std::uint64_t{header} << 20 | std::uint64_t{payload} << 28));
  }
  unsigned sent = 0;
  for (unsigned n = 0; n < 300; ++n) {  // 9600 words: twice around
    take(true, 32);
    bench_.clock();
    sent += 32;
    receive(slow_word(std::uint64_t{sent / 16 % 256} << 20 | std::uint64_t{sent % 4096} << 28));
    bench_.clock();
    ASSERT_EQ(this->payload(1), 64u) << n;
    ASSERT_EQ(this->header(1), 128u) << n;
  }
}

TEST_F(ExanetCreditManagerTest, ARefreshComesTheGivenCyclesAfterTheLastWord) {
  unsigned pending_at = 0;
  for (unsigned cycle = 0; cycle < 20 && pending_at == 0; ++cycle) {
    bench_.in.refresh_i = 9;
    bench_.clock();
    if (bench_.out().pending_o) pending_at = static_cast<unsigned>(bench_.cycle());
  }
  EXPECT_EQ(pending_at, 8u);  // nine after the cycle before the first
  bench_.in.refresh_i = 9;
  bench_.in.sent_i = true;  // in cycle 8
  bench_.clock();
  EXPECT_FALSE(bench_.out().pending_o);
  for (unsigned cycle = 10; cycle <= 17; ++cycle) {
    bench_.in.refresh_i = 9;
    bench_.clock();
    EXPECT_EQ(bench_.out().pending_o, cycle == 17) << cycle;
  }
  bench_.clock();  // refresh_i is 0 again
  EXPECT_FALSE(bench_.out().pending_o);
}

TEST_F(ExanetCreditManagerTest, RulesAreChecked) {
  take(true, 33);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "WordsAreLegal");
  bench_.reset();
  for (unsigned n = 0; n < 2; ++n) {
    take(true, 32);
    bench_.clock();
  }
  take(true, 1);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "TakeWithinCredit");
  Manager::In in = straps();
  in.payload_words_i[1] = 31;
  EXPECT_EQ(broken_rule([&] { Manager().reset(in); }), "SizesAreLegal");
  in.payload_words_i[1] = 2048;
  EXPECT_EQ(broken_rule([&] { Manager().reset(in); }), "SizesAreLegal");
  in = straps();
  in.header_words_i[0] = 129;
  EXPECT_EQ(broken_rule([&] { Manager().reset(in); }), "SizesAreLegal");
}

TEST(ExanetCreditManagerRandom, TheStimulusKeepsTheRules) {
  ExanetCreditManager manager;
  ExanetCreditManagerStimulus stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(manager, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
