// SPDX-License-Identifier: Apache-2.0
// Receive physical coding sublayer as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/pcs_rx/pcs_rx.h"

TIN_DPI(pcs_rx, tinsim::PcsRx)
