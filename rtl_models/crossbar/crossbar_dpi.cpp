// SPDX-License-Identifier: Apache-2.0
// Crossbar as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/crossbar/crossbar.h"

TIN_DPI(crossbar_4, tinsim::Crossbar<4>)
TIN_DPI(crossbar_50, tinsim::Crossbar<50>)
