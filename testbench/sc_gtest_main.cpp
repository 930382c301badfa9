// SPDX-License-Identifier: Apache-2.0
// GoogleTest inside sc_main. A SystemC kernel elaborates once, so each test gets one of its own.
#include <gtest/gtest.h>

#include <systemc>

namespace {

class FreshKernels : public ::testing::EmptyTestEventListener {
  // The old one is leaked on purpose: what the last test left behind may still point to it.
  void OnTestStart(const ::testing::TestInfo&) override {
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = new sc_core::sc_simcontext;
  }
};

}  // namespace

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::UnitTest::GetInstance()->listeners().Append(new FreshKernels);  // which owns it
  return RUN_ALL_TESTS();
}
