// SPDX-License-Identifier: Apache-2.0
// Chip core and block model of the variant switch, with faster crossbars, round-robin matching and
// shared words: every match, credit and cell start on the same cycle.
#include "rtl_models/variant_switch/variant_switch.h"
#include "tests/lockstep/core_loop.h"

namespace tinsim {
namespace {

constexpr auto kVariants = LoopedSetup::Variants::on_pins;

TEST(CoreVariantLockstep, AgreesWithTheBlockModelOfFourPorts) {
  const CoreLoopPlan plan{200000 * soak_factor(), 2500, 1, kVariants};
  EXPECT_GT((run_core_loops<VariantSwitch<4, 4, 256>, 4, 4>(plan)), 100000u);
}

TEST(CoreVariantLockstep, AgreesWithTheBlockModelOfFiftyPorts) {
  const CoreLoopPlan plan{20000 * soak_factor(), 2500, 1, kVariants};
  EXPECT_GT((run_core_loops<VariantSwitch<50, 32, 16384>, 50, 32>(plan)), 20000u);
}

}  // namespace
}  // namespace tinsim
