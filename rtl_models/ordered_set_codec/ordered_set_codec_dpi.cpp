// SPDX-License-Identifier: Apache-2.0
// Ordered set codec as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"

TIN_DPI(ordered_set_codec, tinsim::OrderedSetCodec)
