// SPDX-License-Identifier: Apache-2.0
// VC FIFO as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/vc_fifo/vc_fifo.h"

TIN_DPI(vc_fifo_4, tinsim::VcFifo<4, 64>)
TIN_DPI(vc_fifo_32, tinsim::VcFifo<32, 512>)
