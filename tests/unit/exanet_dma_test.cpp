// SPDX-License-Identifier: Apache-2.0
// DMA of ExaNet: remote writes and reads with completions, lost packets, time-outs.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "testbench/bench_random.h"
#include "tests/unit/exanet_lattices.h"
#include "tlm/exanet/dma_engine.h"

namespace tinsim {
namespace {

constexpr std::size_t kMemory = 1 << 16;
constexpr std::uint64_t kTimeout = 20000;

class ExanetDmaTest : public ::testing::Test {
 protected:
  ExanetDmaTest() {
    for (std::size_t i = 0; i < kMemory; ++i)
      near_.memory()[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
  }
  ExanetDone run_until_done() {
    while (near_.done().empty()) {
      network_.step();
      near_.step(network_.cycle());
      far_.step(network_.cycle());
      if (network_.cycle() > 200000) throw std::runtime_error("no end");
    }
    const ExanetDone done = near_.done().front();
    near_.done().pop_front();
    return done;
  }
  bool equal(std::size_t near_at, std::size_t far_at, std::size_t bytes) {
    const auto a = near_.memory().begin() + static_cast<std::ptrdiff_t>(near_at);
    const auto b = far_.memory().begin() + static_cast<std::ptrdiff_t>(far_at);
    return std::equal(a, a + static_cast<std::ptrdiff_t>(bytes), b);
  }
  /// Damages the payload of packet `number` of those that node 0 sends.
  void damage(unsigned number) {
    network_.set_line_fault([this, number](unsigned node, unsigned, std::uint64_t& word) {
      if (node != 0) return;
      if (word == 0x4558414E45544D47) {
        ++magics_;
        since_ = 0;
      }
      if (++since_ == 6 && magics_ == number + 1) word ^= 1;
    });
  }

  static constexpr ExanetPlace kFar{2, 1, 0};
  ExanetNetwork<ExanetPaperRouter> network_{exanet_lattice(4, 4, 1, true)};
  ExanetDmaEngine near_{network_.port(0, 1), kMemory, kTimeout};
  ExanetDmaEngine far_{network_.port(network_.node_at(kFar), 1), kMemory, kTimeout};
  unsigned magics_ = 0, since_ = 0;
};

TEST_F(ExanetDmaTest, AWriteOfAnySizeAndAlignmentArrivesAndCompletes) {
  Random random(1);
  for (unsigned bytes : {1u, 15u, 16u, 17u, 511u, 512u, 513u, 1024u, 5000u, 20000u}) {
    const unsigned from = random.below(40000), to = random.below(40000);
    const std::uint16_t tag = near_.write(kFar, 1, from, to, bytes, network_.cycle());
    const ExanetDone done = run_until_done();
    EXPECT_EQ(done.tag, tag);
    EXPECT_TRUE(done.good);
    EXPECT_TRUE(equal(from, to, bytes)) << bytes;
  }
  EXPECT_EQ(near_.stats().good, 10u);
}

TEST_F(ExanetDmaTest, AReadBringsTheBytes) {
  for (std::size_t i = 0; i < kMemory; ++i)
    far_.memory()[i] = static_cast<std::uint8_t>(i * 13 + 5);
  for (unsigned bytes : {1u, 16u, 700u, 9000u}) {
    near_.read(kFar, 1, 1001, 77, bytes, network_.cycle());
    EXPECT_TRUE(run_until_done().good);
    EXPECT_TRUE(equal(1001, 77, bytes)) << bytes;
  }
  EXPECT_FALSE(near_.busy());
}

TEST_F(ExanetDmaTest, ADamagedPacketIsNotWrittenAndTheCompletionSaysSo) {
  damage(1);
  near_.write(kFar, 1, 0, 0, 2048, network_.cycle());
  EXPECT_FALSE(run_until_done().good);
  EXPECT_TRUE(equal(0, 0, 512));
  EXPECT_EQ(far_.memory()[512], 0u);
  EXPECT_EQ(far_.memory()[1023], 0u);
  EXPECT_TRUE(equal(1024, 1024, 1024));
  EXPECT_EQ(network_.stats().ports.crc_errors, 1u);
  near_.write(kFar, 1, 0, 0, 2048, network_.cycle());
  EXPECT_TRUE(run_until_done().good);
  EXPECT_TRUE(equal(0, 0, 2048));
}

TEST_F(ExanetDmaTest, WithoutItsLastPacketAWriteEndsByTheTimeout) {
  damage(3);
  const std::uint64_t start = network_.cycle();
  near_.write(kFar, 1, 0, 0, 2048, start);
  EXPECT_FALSE(run_until_done().good);
  EXPECT_EQ(network_.cycle() - start, kTimeout + 1);
  // The next message of the same length is not mistaken for the rest of this one.
  near_.write(kFar, 1, 100, 100, 2048, network_.cycle());
  EXPECT_TRUE(run_until_done().good);
}

TEST_F(ExanetDmaTest, MemoryOutsideIsRefused) {
  EXPECT_THROW(near_.write(kFar, 1, kMemory - 10, 0, 11, 0), InvariantError);
  EXPECT_THROW(near_.read(kFar, 1, kMemory + 1, 0, 0, 0), InvariantError);
  near_.write(kFar, 1, 0, kMemory - 100, 1000, network_.cycle());
  EXPECT_FALSE(run_until_done().good);
  EXPECT_EQ(far_.stats().refused, 2u);
}

}  // namespace
}  // namespace tinsim
