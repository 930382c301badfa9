// SPDX-License-Identifier: Apache-2.0
// Request codec as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/request_codec/request_codec.h"

TIN_DPI(request_codec, tinsim::RequestCodec)
