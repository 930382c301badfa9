// SPDX-License-Identifier: Apache-2.0
// Command slots as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/command_slots/command_slots.h"
#include "rtl_models/common/dpi.h"

TIN_DPI(command_slots_8, tinsim::CommandSlots<8>)
TIN_DPI(command_slots_256, tinsim::CommandSlots<256>)
