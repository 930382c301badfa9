// SPDX-License-Identifier: Apache-2.0
// Chips of a test network that are tin_switch: RTL with a planted bug.
#pragma once

#include "platform/build/impl.h"

namespace tinsim {

/// With the bug that choose_bug() has chosen (rtl_models/tin_switch/mutants.cmake), 0: none; null
/// in a build without Verilator.
extern const LinkedSwitchMaker kLinkedBug;
void choose_bug(unsigned number);

}  // namespace tinsim
