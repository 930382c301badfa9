// SPDX-License-Identifier: Apache-2.0
// Are ICMP errors limited to a burst and a rate?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr Mac kAsker = {0x02, 0xaa, 0, 0, 0, 5};
constexpr unsigned kPackets = 1000;

/// UDP without data, with a time to live of 1.
Bytes expired_v4() {
  Bytes ip = {0x45, 0, 0, 28, 0, 1, 0, 0, 1, 17, 0, 0, 10, 0, 10, 5, 10, 3, 2, 1};
  write16(ip, 10, internet_checksum(ip.data(), ip.size()));
  append(ip, {0xc3, 0x50, 0x82, 0x9b, 0, 8, 0, 0});
  return ip;
}
Bytes expired_v6() {
  Bytes ip = {0x60, 0, 0, 0, 0, 8, 17, 1};
  append(ip, {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5});
  append(ip, {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 1});
  append(ip, {0xc3, 0x50, 0x82, 0x9b, 0, 8, 0, 0});
  return ip;
}

class FirmwareAnswerLimit : public testing::Test {
 protected:
  FirmwareAnswerLimit() : chip(bench.add_chip(true)) {
    constexpr std::uint32_t kTrap2 = 0x080440;
    chip.registers[kTrap2] = 0xfd000000;
    chip.registers[kTrap2 + 12] = 3;
    chip.registers[kTrap2 + 20] = 3 | 128u << 8 | 7u << 16;
  }
  void start(std::uint32_t per_s, std::uint32_t burst) {
    chip.icmp_per_s = per_s;
    chip.icmp_burst = burst;
    bench.boot();
    ASSERT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, 1000000));
  }
  struct Answers {
    std::size_t v4 = 0, v6 = 0;
    double seconds = 0;  ///< from before the first packet until all are taken
    std::size_t all() const { return v4 + v6; }
  };
  /// To expired packets of both versions in turn, one each `every_us`.
  Answers flood(unsigned every_us) {
    Answers out;
    const std::uint64_t begin = bench.now;
    bench.frames.clear();
    bench.icmp_packets = 0;
    for (unsigned n = 0; n < kPackets; ++n) {
      const bool v6 = n % 2 != 0;
      chip.frame_arrives(
          ECP_INTERFACE_NIC1,
          make_frame(chip.mac(), kAsker, v6 ? kIpv6 : kIpv4, v6 ? expired_v6() : expired_v4()),
          ECP_TRAP_EXPIRED);
      if (every_us != 0) bench.run_for(every_us);
    }
    EXPECT_TRUE(bench.run_until([&] { return chip.waiting_frames() == 0; }, 100'000));
    out.seconds = static_cast<double>(bench.now - begin) / 1e6;
    bench.run_for(1);
    out.v4 = bench.icmp_packets;
    out.v6 = bench.frames.size();
    return out;
  }

  Bench bench;
  FakeChip& chip;
};

TEST_F(FirmwareAnswerLimit, AThousandPacketsAtOnceGetTheBurst) {
  start(1000, 10);
  for (int round = 0; round < 2; ++round) {
    const Answers answers = flood(0);
    EXPECT_GE(answers.all(), 10u);
    EXPECT_LE(static_cast<double>(answers.all()), 10 + 1000 * answers.seconds) << answers.seconds;
    EXPECT_EQ(answers.v4, answers.v6);  // one bucket for both
    bench.run_for(1'000'000);           // a hundred bursts' time fills it no further
  }
}

// From both sides: the bucket of 10 never overflows while it is used.
TEST_F(FirmwareAnswerLimit, AStreamGetsTheBurstAndThenTheRate) {
  start(1000, 10);
  for (const std::uint32_t per_s : {1000u, 777u, 5000u}) {
    chip.icmp_per_s = per_s;
    chip.boot(ECP_RESET_REBOOT);  // reads the rate, and fills the bucket
    const Answers answers = flood(100);
    const double allowed = 10 + per_s * answers.seconds;
    EXPECT_LE(static_cast<double>(answers.all()), allowed);
    EXPECT_GT(static_cast<double>(answers.all()), allowed - 2);
    EXPECT_GT(answers.v4, 0u);
    EXPECT_GT(answers.v6, 0u);
  }
}

TEST_F(FirmwareAnswerLimit, WithoutARateTheBurstIsAll) {
  start(0, 3);
  EXPECT_EQ(flood(100).all(), 3u);
  EXPECT_EQ(flood(100).all(), 0u);
}

TEST_F(FirmwareAnswerLimit, SlowPacketsAreAllAnswered) {
  start(1000, 1);
  EXPECT_EQ(flood(1000).all(), kPackets);
}

}  // namespace
}  // namespace tinsim::firmware_test
