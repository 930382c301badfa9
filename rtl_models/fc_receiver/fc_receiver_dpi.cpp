// SPDX-License-Identifier: Apache-2.0
// Receiver of flow-control sets as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/fc_receiver/fc_receiver.h"

TIN_DPI(fc_receiver_4, tinsim::FcReceiver<4>)
TIN_DPI(fc_receiver_32, tinsim::FcReceiver<32>)
