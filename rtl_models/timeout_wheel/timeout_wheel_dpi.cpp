// SPDX-License-Identifier: Apache-2.0
// Timeout wheel as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"

TIN_DPI(timeout_wheel_8, tinsim::TimeoutWheel<8>)
TIN_DPI(timeout_wheel_256, tinsim::TimeoutWheel<256>)
