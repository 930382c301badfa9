// SPDX-License-Identifier: Apache-2.0
// GoogleTest inside sc_main; each test should elaborate its own modules once (ctest runs each
// alone).
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
