// SPDX-License-Identifier: Apache-2.0
// Output queue as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/output_queue/output_queue.h"

TIN_DPI(output_queue_4, tinsim::OutputQueue<4>)
TIN_DPI(output_queue_32, tinsim::OutputQueue<32>)
