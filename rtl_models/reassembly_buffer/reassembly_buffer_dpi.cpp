// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"

TIN_DPI(reassembly_buffer_4, tinsim::ReassemblyBuffer<4, 20>)
TIN_DPI(reassembly_buffer_64, tinsim::ReassemblyBuffer<64, 437>)
