// SPDX-License-Identifier: Apache-2.0
// Command slots: model and RTL in lockstep.
#include "Vcommand_slots_256.h"
#include "Vcommand_slots_8.h"
#include "rtl_models/command_slots/command_slots.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/command_slots_stimulus.h"

namespace tinsim {
namespace {

TEST(CommandSlotsLockstep, SmallShape) {
  expect_lockstep<CommandSlots<8>, Vcommand_slots_8, CommandSlotsStimulus<8>>(
      {"Vcommand_slots_8", 1000000});
}

TEST(CommandSlotsLockstep, FullShape) {
  expect_lockstep<CommandSlots<256>, Vcommand_slots_256, CommandSlotsStimulus<256>>(
      {"Vcommand_slots_256", 1000000});
}

}  // namespace
}  // namespace tinsim
