// SPDX-License-Identifier: Apache-2.0
// When writes arrive under every amount of credit: as a list of those that are out says, whether
// the sender counts its credit or knows that it never runs out.
#include <gtest/gtest.h>

#include <random>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

/// Of writes that all wait from cycle 0 on. Time in 1 / rate.num of a cycle.
std::vector<Cycle> expected(const PcieParams& params, const std::vector<uint32_t>& sizes) {
  const uint64_t unit = params.rate.num;
  std::vector<Cycle> arrivals;
  std::size_t oldest_out = 0;
  uint32_t headers = 0, data = 0;
  uint64_t free = 0;
  const auto credits = [&](std::size_t n) { return (sizes[n] + 15) / 16; };
  for (std::size_t n = 0; n < sizes.size(); ++n) {
    uint64_t start = free;
    const auto take_back = [&](uint64_t cycle) {
      for (; oldest_out < n && arrivals[oldest_out] + params.credit_cycles <= cycle; ++oldest_out) {
        --headers;
        data -= credits(oldest_out);
      }
    };
    take_back(start / unit);
    while (headers + 1 > params.of_host.ph || data + credits(n) > params.of_host.pd) {
      const uint64_t cycle = arrivals[oldest_out] + params.credit_cycles;
      start = cycle * unit;
      take_back(cycle);
    }
    ++headers;
    data += credits(n);
    free = start + (24 + sizes[n]) * params.rate.den;
    arrivals.push_back(static_cast<Cycle>((free + unit - 1) / unit));
  }
  return arrivals;
}

std::vector<Cycle> simulated(const PcieParams& params, const std::vector<uint32_t>& sizes) {
  TlpSender sender(params, params.of_host, TlpSender::Way::kUp);
  std::vector<Cycle> arrivals;
  for (const uint32_t size : sizes) {
    Tlp tlp;
    tlp.bytes = size;
    sender.add(tlp);
  }
  constexpr Cycle kEnd = 1'000'000;
  sender.send(
      0, kEnd, kEnd, 0, false, [](Tlp&) {}, [&](const Tlp&, Cycle at) { arrivals.push_back(at); });
  EXPECT_FALSE(sender.credit_is_whole());
  sender.take_last_updates(sender.credit_back());
  EXPECT_TRUE(sender.credit_is_whole());
  return arrivals;
}

void expect_as_expected(uint32_t ph, uint32_t pd, const std::vector<uint32_t>& sizes) {
  PcieParams params = bench_params();
  params.carried = false;
  params.of_host = {};
  params.of_host.ph = ph;
  params.of_host.pd = pd;
  EXPECT_EQ(simulated(params, sizes), expected(params, sizes)) << ph << " headers, " << pd;
}

TEST(PcieCreditTime, OfTheShortestWritesByHeaders) {
  const std::vector<uint32_t> sizes(300, 4);
  for (uint32_t ph = 1; ph <= 100; ++ph) expect_as_expected(ph, 2047, sizes);
}

TEST(PcieCreditTime, OfTheLongestWritesByData) {
  const std::vector<uint32_t> sizes(300, 256);
  for (uint32_t pd = 16; pd <= 300; ++pd) expect_as_expected(127, pd, sizes);
}

TEST(PcieCreditTime, OfAnyWrites) {
  std::mt19937 random(1);
  for (unsigned n = 0; n < 200; ++n) {
    std::vector<uint32_t> sizes;
    const uint32_t most = 1 + random() % 64;
    for (unsigned i = 0; i < 200; ++i) sizes.push_back(4 * (1 + random() % most));
    expect_as_expected(1 + random() % 127, 16 + random() % 300, sizes);
  }
}

}  // namespace
}  // namespace tinsim
