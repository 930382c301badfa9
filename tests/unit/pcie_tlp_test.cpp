// SPDX-License-Identifier: Apache-2.0
// PCIe packets: sizes, cuts by MPS, MRRS, page and RCB, credit counters, and the published rates.
#include "rtl_models/parts/pcie_tlp.h"

#include <gtest/gtest.h>

#include <vector>

#include "rtl_models/parts/pcie_credit.h"
#include "testbench/bench.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

TEST(PcieTlp, PayloadIsWholeDoubleWords) {
  for (uint64_t address = 0; address < 8; ++address) {
    for (uint32_t bytes = 1; bytes <= 64; ++bytes) {
      const uint64_t first = address / 4, last = (address + bytes - 1) / 4;
      EXPECT_EQ(tlp_payload_bytes(address, bytes), 4 * (last - first + 1));
    }
  }
  EXPECT_EQ(pcie_data_credits(0), 0u);
  EXPECT_EQ(pcie_data_credits(16), 1u);
  EXPECT_EQ(pcie_data_credits(20), 2u);
}

/// The rules of the specification for a request, and that no TLP is shorter than it must be.
TEST(PcieTlp, RequestsKeepToTheirLimitAndToPages) {
  Random random(3);
  for (unsigned n = 0; n < 20000; ++n) {
    const uint32_t max = 128u << random.below(6);
    uint64_t address = random.below(3 * kPciePageBytes);
    uint32_t bytes = random.range(1, 2 * kPciePageBytes);
    while (bytes > 0) {
      const uint32_t part = request_part(address, bytes, max);
      ASSERT_GE(part, 1u);
      ASSERT_LE(part, bytes);
      ASSERT_LE(tlp_payload_bytes(address, part), max);
      ASSERT_EQ(address / kPciePageBytes, (address + part - 1) / kPciePageBytes);
      if (part < bytes) {
        const bool at_page = (address + part) % kPciePageBytes == 0;
        ASSERT_TRUE(at_page || tlp_payload_bytes(address, part + 1) > max);
      }
      address += part;
      bytes -= part;
    }
  }
}

TEST(PcieTlp, CompletionsEndAtTheReadCompletionBoundary) {
  Random random(4);
  for (unsigned n = 0; n < 20000; ++n) {
    const uint32_t rcb = random.chance(50) ? 64 : 128;
    const uint32_t max = rcb << random.below(4);
    uint64_t address = random.below(2 * kPciePageBytes);
    uint32_t bytes = random.range(1, 4096);
    while (bytes > 0) {
      const uint32_t part = completion_part(address, bytes, max, rcb);
      ASSERT_GE(part, 1u);
      ASSERT_LE(tlp_payload_bytes(address, part), max);
      if (part < bytes) {
        ASSERT_EQ((address + part) % rcb, 0u);
        ASSERT_GT(part + rcb, max) << "another boundary would have fitted";
      }
      address += part;
      bytes -= part;
    }
    ASSERT_EQ(bytes, 0u);
  }
}

TEST(PcieTlp, AnUnalignedReadHasShortEnds) {
  std::vector<uint32_t> parts;
  uint64_t address = 0x1030;
  for (uint32_t left = 300; left > 0; left -= parts.back(), address += parts.back())
    parts.push_back(completion_part(address, left, 64, 64));
  EXPECT_EQ(parts, (std::vector<uint32_t>{16, 64, 64, 64, 64, 28}));
}

/// Ack latency limits at 8 GT/s as the base specification tabulates them (revision 3.0, 3-9).
TEST(PcieRateTest, DllpIntervalsAreThoseOfTheSpecification) {
  const unsigned lanes[] = {1, 2, 4, 8, 16};
  const unsigned table[][5] = {{333, 224, 169, 163, 144},   {512, 313, 214, 203, 168},
                               {655, 385, 250, 182, 182},   {1167, 641, 378, 246, 246},
                               {2191, 1153, 634, 374, 374}, {4239, 2177, 1146, 630, 630}};
  for (unsigned m = 0; m < 6; ++m)
    for (unsigned l = 0; l < 5; ++l)
      EXPECT_EQ(pcie_dllp_interval(lanes[l], 128u << m), table[m][l]) << lanes[l] << ' ' << m;
}

double gbps(unsigned gigatransfers, unsigned lanes, unsigned mps, unsigned mhz) {
  const PcieRate rate = pcie_rate(gigatransfers, lanes, mps, mhz);
  return static_cast<double>(rate.num) / static_cast<double>(rate.den) * 8 * mhz / 1000;
}

/// pcie-bench's model of Gen3 x16, of Neugebauer et al., SIGCOMM 2018.
TEST(PcieRateTest, IsThePublishedRateOfTlps) {
  EXPECT_NEAR(gbps(8, 16, 128, 400), 111.70, 0.005);
  EXPECT_NEAR(gbps(8, 16, 256, 400), 113.70, 0.005);
  EXPECT_NEAR(gbps(8, 16, 512, 400), 114.62, 0.005);
  EXPECT_NEAR(gbps(8, 16, 256, 333), gbps(8, 16, 256, 400), 1e-9) << "in any clock";
  EXPECT_NEAR(gbps(16, 16, 256, 400), 2 * 113.70, 0.01);
}

TEST(PcieCreditTest, RunningSumsAgreeWithPlainNumbersForEver) {
  constexpr unsigned kSize = 127;
  PcieCredit<kPcieHeaderBits> sender(kSize);
  PcieBuffer<kPcieHeaderBits> receiver(kSize);
  unsigned credit = kSize, outstanding = 0, held = 0;
  Random random(9);
  for (unsigned n = 0; n < 20000; ++n) {
    ASSERT_EQ(sender.left(), credit);
    ASSERT_TRUE(sender.has(credit));
    ASSERT_FALSE(sender.has(credit + 1));
    const unsigned many = random.range(1, 20);
    switch (random.below(3)) {
      case 0:
        if (many > credit) break;
        sender.take(many);
        credit -= many;
        outstanding += many;
        break;
      case 1:
        receiver.fill(outstanding);
        held += outstanding;
        outstanding = 0;
        break;
      default:
        if (many > held) break;
        held -= many;
        const uint32_t update = receiver.free(many);
        if (random.chance(30)) break;  // lost: the next one says it all
        sender.update(update);
        credit = kSize - outstanding - held;
    }
    if (n % 16 == 0) {
      sender.update(receiver.free(0));
      credit = kSize - outstanding - held;
    }
  }
}

TEST(PcieCreditTest, LateUpdatesDoNoHarmAndZeroIsInfinite) {
  PcieCredit<kPcieHeaderBits> sender(10);
  sender.take(8);
  sender.update(18);
  sender.update(14);
  EXPECT_EQ(sender.left(), 10u);
  const PcieCredit<kPcieDataBits> infinite(0);
  EXPECT_TRUE(infinite.has(1000000));
}

TEST(PcieCreditTest, WhatBreaksItIsNamed) {
  EXPECT_EQ(broken_rule([] { PcieCredit<kPcieHeaderBits>(4).take(5); }), "PcieCreditIsThere");
  EXPECT_EQ(broken_rule([] { PcieBuffer<kPcieHeaderBits>(4).fill(5); }), "PcieBufferHolds");
  EXPECT_EQ(broken_rule([] { PcieBuffer<kPcieHeaderBits>(4).free(1); }), "PcieBufferHeld");
}

}  // namespace
}  // namespace tinsim
