// SPDX-License-Identifier: Apache-2.0
// 1RMA moves the right bytes whatever the shape of PCIe and engine: payloads, boundaries, tags,
// credits, contexts, windows, and links that go dark and recover.
#include <gtest/gtest.h>

#include <algorithm>

#include "platform/validate/validate.h"
#include "tests/platform/networks.h"
#include "tests/platform/rma_workload.h"

namespace tinsim {
namespace {

template <class Value>
Value one_of(Random& random, std::initializer_list<Value> values) {
  return values.begin()[random.below(static_cast<unsigned>(values.size()))];
}

void shape_pcie(PcieConfig& pcie, Random& random) {
  pcie.lanes = one_of(random, {8u, 16u});
  pcie.mps = one_of(random, {128u, 256u, 512u, 4096u});
  pcie.mrrs = one_of(random, {128u, 256u, 1024u, 4096u});
  pcie.rcb = one_of(random, {64u, 128u});
  pcie.completion_bytes = std::clamp(one_of(random, {64u, 128u, 256u, 2048u}), pcie.rcb, pcie.mps);
  pcie.interleave = random.chance(50);
  pcie.tags = one_of(random, {1u, 2u, 33u, 256u});
  pcie.credit_ns = one_of(random, {0u, 100u});
  pcie.host_credits.ph = one_of(random, {1u, 2u, 0u, 64u});
  pcie.host_credits.pd = one_of(random, {256u, 257u, 0u});
  pcie.host_credits.nph = one_of(random, {1u, 2u, 0u, 64u});
  pcie.host_credits.npd = one_of(random, {1u, 2u, 0u});
  pcie.chip_credits.cplh = one_of(random, {1u, 2u, 0u});
  pcie.chip_credits.cpld = one_of(random, {128u, 129u, 0u});
}

void shape_engine(RmaConfig& rma, Random& random) {
  rma.payload = Payload::carried;
  rma.cell_bytes = one_of(random, {64u, 128u});
  rma.solicitation_window_bytes = one_of(random, {4096u, 8191u, 65536u});
  rma.pull_window_bytes = one_of(random, {4096u, 65536u});
  rma.read_contexts = one_of(random, {1u, 2u, 64u});
  rma.server_contexts = one_of(random, {1u, 2u, 64u});
  rma.inbound_entries = one_of(random, {1u, 2u, 32u});
  rma.nack_threshold = one_of(random, {0u, 1u, 16u});
  rma.strict_priority = random.chance(50);
  rma.low_class_vcs = random.chance(50) ? RmaLowClass::own : RmaLowClass::shared;
}

PlatformConfig shape(uint64_t seed) {
  Random random(seed);
  PlatformConfig config = of_kind("pair", 2, 2);
  shape_pcie(config.pcie, random);
  shape_engine(config.rma, random);
  if (random.chance(30)) {
    LinkFaultConfig dark;
    dark.at_us = 10;
    dark.for_us = 1;
    dark.times = 20;
    dark.every_us = 15;
    config.link.faults.push_back(dark);
  }
  return config;
}

class RmaShapes : public testing::TestWithParam<unsigned> {};

TEST_P(RmaShapes, BytesAreRight) {
  constexpr uint64_t kOps = 400;
  RmaTestNetwork net(shape(GetParam()));
  EXPECT_TRUE(find_errors(net.config()).empty());
  RmaWorkload work(net, GetParam(), 3, kOps);
  work.run(4'000'000);
  // With one tag a read of 4 KiB takes 22 us: what was given up is read all the same.
  net.run_to(net.platform().now() + 200'000);
  work.compare_all();
  EXPECT_EQ(work.fault(), "");
  EXPECT_EQ(work.total(), kOps);
  EXPECT_TRUE(net.is_quiet());
  EXPECT_EQ(work.count(RmaStatus::kAuthentication), 0u);
  EXPECT_GT(work.count(RmaStatus::kOk), 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RmaShapes, testing::Range(1u, 9u));

}  // namespace
}  // namespace tinsim
