// SPDX-License-Identifier: Apache-2.0
// A user's initiator that breaks the TLM-2.0 base protocol at a host port.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/elaborate.h"
#include "testbench/nonconforming_initiator.h"
#include "testbench/pcie_tlm_bench.h"

namespace tinsim {

class PcieMisuse : public ::testing::Test {
 protected:
  PcieMisuse()
      : memory_(4096),
        plain_(memory_),
        link_(bench_params(), plain_),
        runner_("runner", link_, chip_, PcieTlmBench::kPs),
        port_("port", link_, runner_),
        user_("user"),
        checker_("checker") {
    link_.attach(static_cast<MmioTarget&>(chip_));
    user_.socket.bind(checker_.target);
    checker_.initiator.bind(port_.socket);
    elaborate();
  }

  void run() { sc_core::sc_start(sc_core::sc_time(5000, sc_core::SC_NS)); }
  /// After all that, a well-behaved load works, and nothing is left.
  void expect_alive() {
    user_.holds_back = false;
    user_.responses.clear();
    auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 0, 8);
    user_.send(trans, tlm::BEGIN_REQ);
    run();
    EXPECT_EQ(user_.responses, std::vector{tlm::TLM_OK_RESPONSE});
    EXPECT_EQ(port_.in_progress(), 0u);
    EXPECT_TRUE(link_.idle());
    trans.release();
  }
  static ::testing::Matcher<const std::vector<std::string>&> says(const std::string& text) {
    return ::testing::Contains(::testing::HasSubstr(text));
  }

  KeptReports reports_;
  HostMemory memory_;
  PlainDmaMemory plain_;
  RegisterFile chip_;
  PcieLink link_;
  PcieLinkRunner runner_;
  PcieHostPort port_;
  NonconformingInitiator user_;
  TlmChecker checker_;
};

}  // namespace tinsim
