// SPDX-License-Identifier: Apache-2.0
// ECN and CTD as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"

TIN_DPI(ecn_ctd, tinsim::EcnCtd)
