// SPDX-License-Identifier: Apache-2.0
// Transmit physical coding sublayer as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/pcs_tx/pcs_tx.h"

TIN_DPI(pcs_tx, tinsim::PcsTx)
