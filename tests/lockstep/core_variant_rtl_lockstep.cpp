// SPDX-License-Identifier: Apache-2.0
// Chip core and RTL of the variant switch: every match, credit and cell start on the same cycle.
#include "Vvariant_switch_4.h"
#include "Vvariant_switch_50.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/variant_switch/variant_switch.h"
#include "tests/lockstep/core_loop.h"

namespace tinsim {
namespace {

constexpr auto kVariants = LoopedSetup::Variants::on_pins;

TEST(CoreVariantLockstep, AgreesWithTheRtlOfFourPorts) {
  using Block = Rtl<VariantSwitch<4, 4, 256>, Vvariant_switch_4>;
  const CoreLoopPlan plan{200000 * soak_factor(), 2500, 1, kVariants};
  EXPECT_GT((run_core_loops<Block, 4, 4>(plan)), 100000u);
}

TEST(CoreVariantLockstep, AgreesWithTheRtlOfFiftyPorts) {
  using Block = Rtl<VariantSwitch<50, 32, 16384>, Vvariant_switch_50>;
  const CoreLoopPlan plan{10000 * soak_factor(), 2500, 1, kVariants};
  EXPECT_GT((run_core_loops<Block, 50, 32>(plan)), 10000u);
}

}  // namespace
}  // namespace tinsim
