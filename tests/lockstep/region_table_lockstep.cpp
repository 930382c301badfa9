// SPDX-License-Identifier: Apache-2.0
// Region table: model and RTL in lockstep.
#include "Vregion_table_16.h"
#include "Vregion_table_4096.h"
#include "rtl_models/region_table/region_table.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/region_table_stimulus.h"

namespace tinsim {
namespace {

TEST(RegionTableLockstep, SmallShape) {
  expect_lockstep<RegionTable<16>, Vregion_table_16, RegionTableStimulus<16>>(
      {"Vregion_table_16", 1000000});
}

TEST(RegionTableLockstep, FullShape) {
  expect_lockstep<RegionTable<4096>, Vregion_table_4096, RegionTableStimulus<4096>>(
      {"Vregion_table_4096", 1000000});
}

}  // namespace
}  // namespace tinsim
