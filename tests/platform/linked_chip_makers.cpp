// SPDX-License-Identifier: Apache-2.0
// Chips of a test network that are tin_switch: RTL with a planted bug.
#include "tests/platform/linked_chip_makers.h"

#include <memory>
#include <utility>

#include "platform/build/linked_chip.h"
#ifdef TINSIM_RTL
#include "Vtin_switch_chosen.h"
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {
namespace {

unsigned chosen_bug = 0;

#ifdef TINSIM_RTL
/// The model's ports, and the choice of a bug as the register of a back door.
struct Choosing : LinkedModel {
  struct Preset {
    Bits<8> chosen_mutant;
    TIN_FIELDS(chosen_mutant)
  };
  void preset(const Preset&) {}
};

std::unique_ptr<SwitchEngine> make_bug(bool lockstep, const SwitchParams& params, RouteUnit route,
                                       unsigned ring_cycles) {
  auto chip = std::make_unique<Rtl<Choosing, Vtin_switch_chosen>>(params.name);
  chip->preset({chosen_bug});
  return put_on_pins(std::move(chip), lockstep, params, std::move(route), ring_cycles);
}
#else
constexpr LinkedSwitchMaker make_bug = nullptr;
#endif

}  // namespace

const LinkedSwitchMaker kLinkedBug = make_bug;
void choose_bug(unsigned number) { chosen_bug = number; }

}  // namespace tinsim
