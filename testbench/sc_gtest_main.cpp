// SPDX-License-Identifier: Apache-2.0
// GoogleTest inside sc_main. A SystemC kernel elaborates once, so each test gets one of its own.
#include <gtest/gtest.h>

#include <systemc>

#include "testbench/fresh_kernel.h"

namespace {

class FreshKernels : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo&) override { tinsim::fresh_kernel(); }
};

}  // namespace

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::UnitTest::GetInstance()->listeners().Append(new FreshKernels);  // which owns it
  return RUN_ALL_TESTS();
}
