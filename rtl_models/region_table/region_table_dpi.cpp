// SPDX-License-Identifier: Apache-2.0
// Region table as a golden reference over DPI-C, in the shapes that are verilated.
#include "rtl_models/common/dpi.h"
#include "rtl_models/region_table/region_table.h"

TIN_DPI(region_table_16, tinsim::RegionTable<16>)
TIN_DPI(region_table_4096, tinsim::RegionTable<4096>)
