// SPDX-License-Identifier: Apache-2.0
// Solicitation as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/solicitation/solicitation.h"

TIN_DPI(solicitation_4, tinsim::Solicitation<4>)
TIN_DPI(solicitation_256, tinsim::Solicitation<256>)
