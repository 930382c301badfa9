// SPDX-License-Identifier: Apache-2.0
// Life of one end of a link as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/link_state/link_state.h"

TIN_DPI(link_state, tinsim::LinkState)
