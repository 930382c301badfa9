// SPDX-License-Identifier: Apache-2.0
// Flow-control sender as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/fc_sender/fc_sender.h"

TIN_DPI(fc_sender_1, tinsim::FcSender<1>)
TIN_DPI(fc_sender_4, tinsim::FcSender<4>)
TIN_DPI(fc_sender_32, tinsim::FcSender<32>)
