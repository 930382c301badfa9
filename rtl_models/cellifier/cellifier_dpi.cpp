// SPDX-License-Identifier: Apache-2.0
// Cellifier as a golden reference over DPI-C.
#include "rtl_models/cellifier/cellifier.h"
#include "rtl_models/common/dpi.h"

TIN_DPI(cellifier, tinsim::Cellifier)
