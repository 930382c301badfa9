// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"

TIN_DPI(islip_arbiter_4, tinsim::IslipArbiter<4, 4>)
TIN_DPI(islip_arbiter_50, tinsim::IslipArbiter<50, 32>)
