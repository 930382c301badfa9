// SPDX-License-Identifier: Apache-2.0
// Reorder queue as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/reorder_queue/reorder_queue.h"

TIN_DPI(reorder_queue_16, tinsim::ReorderQueue<16>)
TIN_DPI(reorder_queue_64, tinsim::ReorderQueue<64>)
