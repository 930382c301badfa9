// SPDX-License-Identifier: Apache-2.0
// The cell switch whose blocks may be RTL, in the shape of a network.
#include "rtl_models/cell_switch/cell_switch.cpp"  // the definitions
#include "rtl_models/cell_switch/shapes.h"

namespace tinsim {

template class CellSwitch<full_shape::kPorts, full_shape::kVcs, full_shape::kFifoWords, BlockSlot>;

}  // namespace tinsim
