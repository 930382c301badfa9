// SPDX-License-Identifier: Apache-2.0
// Receive gearbox as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"

TIN_DPI(rx_gearbox, tinsim::RxGearbox)
