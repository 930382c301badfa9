// SPDX-License-Identifier: Apache-2.0
// Credit counter as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/credit_counter/credit_counter.h"

TIN_DPI(credit_counter_4, tinsim::CreditCounter<4>)
TIN_DPI(credit_counter_32, tinsim::CreditCounter<32>)
