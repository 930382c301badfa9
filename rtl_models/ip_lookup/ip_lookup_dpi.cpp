// SPDX-License-Identifier: Apache-2.0
// Address lookup as a golden reference over DPI-C, in the shape that is verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/ip_lookup/ip_lookup.h"

TIN_DPI(ip_lookup_64, tinsim::IpLookup<64, 64>)
