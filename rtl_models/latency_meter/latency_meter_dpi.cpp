// SPDX-License-Identifier: Apache-2.0
// Measurement of a link's delay as a golden reference over DPI-C.
#include "rtl_models/common/dpi.h"
#include "rtl_models/latency_meter/latency_meter.h"

TIN_DPI(latency_meter, tinsim::LatencyMeter)
