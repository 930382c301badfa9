// SPDX-License-Identifier: Apache-2.0
// Sorting of received words as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/link_rx/link_rx.h"

TIN_DPI(link_rx_4, tinsim::LinkRx<4>)
TIN_DPI(link_rx_32, tinsim::LinkRx<32>)
