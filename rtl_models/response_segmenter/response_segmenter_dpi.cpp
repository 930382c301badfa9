// SPDX-License-Identifier: Apache-2.0
// Response segmenter as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/response_segmenter/response_segmenter.h"

TIN_DPI(response_segmenter_4, tinsim::ResponseSegmenter<4>)
TIN_DPI(response_segmenter_64, tinsim::ResponseSegmenter<64>)
