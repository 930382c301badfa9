// SPDX-License-Identifier: Apache-2.0
// Cell header codec as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/common/dpi.h"

TIN_DPI(cell_header_codec, tinsim::CellHeaderCodec)
