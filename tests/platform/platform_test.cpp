// SPDX-License-Identifier: Apache-2.0
// Platform: an invariant that breaks inside a SystemC process reaches the caller as what it is.
#include "platform/platform.h"

#include <gtest/gtest.h>

#include "platform/errors.h"

namespace tinsim {
namespace {

TEST(Platform, ABrokenInvariantInAProcessReachesTheCaller) {
  PlatformConfig config;
  config.topology.kind = "pair";
  config.topology.hosts_per_tin = 2;
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, {}, 50);
  Cell expired;
  expired.words = 2;
  expired.hop = 0;
  platform.tin(1).cell_switch().mailbox().push_cell(0, 70, expired);
  platform.run_to(50);
  try {
    platform.run_to(100);
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(), "pod 0 tin 1 port 0 vc 0 cycle 70: hop count exhausted");
  }
}

}  // namespace
}  // namespace tinsim
