// SPDX-License-Identifier: Apache-2.0
// Cell switch as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/common/dpi.h"

TIN_DPI(cell_switch_4, tinsim::CellSwitch<4, 4, 64>)
TIN_DPI(cell_switch_50, tinsim::CellSwitch<50, 32, 512>)
