// SPDX-License-Identifier: Apache-2.0
// Address lookup: model and RTL in lockstep.
#include "Vip_lookup_64.h"
#include "rtl_models/ip_lookup/ip_lookup.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/ip_lookup_stimulus.h"

namespace tinsim {
namespace {

TEST(IpLookupLockstep, OnlyShape) {
  expect_lockstep<IpLookup<64, 64>, Vip_lookup_64, IpLookupStimulus<64, 64>>(
      {"Vip_lookup_64", 1000000});
}

}  // namespace
}  // namespace tinsim
