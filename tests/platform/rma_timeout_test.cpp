// SPDX-License-Identifier: Apache-2.0
// An operation that was given up is not executed afterwards.
#include <gtest/gtest.h>

#include <array>

#include "testbench/fresh_kernel.h"
#include "tests/platform/networks.h"
#include "tests/platform/rma_network_fixture.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {
namespace {

struct Outcome {
  RmaStatus status = RmaStatus::kOk;
  uint64_t then = 0, later = 0;  ///< in memory as the initiator is notified of it, and long after
  uint64_t given_up = 0;
};

/// An FAA of 5 to 0 in the memory of a host with one PCIe tag, where so many reads are before it.
Outcome atomic_behind(unsigned reads) {
  fresh_kernel();
  PlatformConfig config = of_kind("pair", 2);
  config.pcie.tags = 1;
  config.rma.payload = Payload::carried;
  RmaTestNetwork net(config);
  constexpr uint64_t kOffset = 4096;
  const auto value = [&] {
    std::array<uint8_t, 8> bytes{};
    net.memory(2).read(RmaTestNetwork::kBase + kOffset, bytes.data(), bytes.size());
    return load_little(bytes.data(), bytes.size());
  };
  std::array<uint8_t, 8> operand{};
  store_little(operand.data(), operand.size(), 5);
  net.memory(0).write(RmaTestNetwork::kBase, operand.data(), operand.size());
  for (unsigned n = 0; n < reads; ++n)
    net.host(3).issue(128 + n, net.command(3, 2, RmaOp::Read, 512, 0, 512 * n), 100);
  Outcome outcome;
  net.host(0).on_end = [&](const RmaCompletion& completion, Cycle) {
    outcome.status = completion.status;
    outcome.then = value();
  };
  net.host(0).issue(0, net.command(0, 2, RmaOp::Faa, 8, kOffset), 100);
  net.run_to(40'000);
  EXPECT_EQ(net.host(0).ended().size(), 1u);
  EXPECT_TRUE(net.is_quiet());
  outcome.later = value();
  outcome.given_up = net.sum(&RmaCounters::given_up);
  return outcome;
}

// A read of 512 octets takes the tag for some 290 cycles; the operation is given up 7600 cycles
// after its PULL.
TEST(RmaTimeout, AnAtomicOperationThatWaitsForPcieIsNotDoneAfterItsEnd) {
  unsigned done = 0, given_up = 0;
  for (unsigned reads = 24; reads <= 34; ++reads) {
    const Outcome outcome = atomic_behind(reads);
    const bool is_given_up = outcome.given_up != 0;
    EXPECT_EQ(outcome.then, is_given_up ? 0u : 5u) << reads << " reads";
    EXPECT_EQ(outcome.later, outcome.then) << reads << " reads";
    if (is_given_up) EXPECT_EQ(outcome.status, RmaStatus::kTimeout) << reads << " reads";
    done += outcome.status == RmaStatus::kOk ? 1 : 0;
    given_up += is_given_up ? 1 : 0;
  }
  EXPECT_GT(done, 0u);
  EXPECT_GT(given_up, 0u);
}

}  // namespace
}  // namespace tinsim
