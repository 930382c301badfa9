// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"

TIN_DPI(tx_scheduler, tinsim::TxScheduler)
