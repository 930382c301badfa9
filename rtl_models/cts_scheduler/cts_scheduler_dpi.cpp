// SPDX-License-Identifier: Apache-2.0
// CTS scheduler as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"

TIN_DPI(cts_scheduler, tinsim::CtsScheduler)
