// SPDX-License-Identifier: Apache-2.0
// Transmit gearbox as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"

TIN_DPI(tx_gearbox, tinsim::TxGearbox)
