// SPDX-License-Identifier: Apache-2.0
// RS(70,66) decoder as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"

TIN_DPI(rs_fec_decoder, tinsim::RsFecDecoder)
