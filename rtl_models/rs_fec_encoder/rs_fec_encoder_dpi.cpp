// SPDX-License-Identifier: Apache-2.0
// RS(70,66) encoder as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"

TIN_DPI(rs_fec_encoder, tinsim::RsFecEncoder)
