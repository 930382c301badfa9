// SPDX-License-Identifier: Apache-2.0
// Route selection as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/route_select/route_select.h"

TIN_DPI(route_select_4, tinsim::RouteSelect<4>)
TIN_DPI(route_select_50, tinsim::RouteSelect<50>)
