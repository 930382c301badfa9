// SPDX-License-Identifier: Apache-2.0
// Configuration of DCTCP: section `ethernet_clos.dctcp` of a configuration.
#pragma once

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Data Center TCP (RFC 8257; Alizadeh et al., SIGCOMM 2010).
struct DctcpConfig {
  double gain = 0.0625;
  double initial_window = 10;
  double max_window = 256;
  double min_timeout_us = 200;
  TIN_KEYS((gain, "weight of a window's share of marks in the estimate alpha", above(0, 1)),
           (initial_window, "window of a new connection in packets", range(1, 1e5)),
           (max_window, "largest window", range(1, 1e5)),
           (min_timeout_us,
            "shortest timeout: without acknowledgements for so long, all outstanding packets count "
            "as lost",
            range(1, 1e6)))
};

}  // namespace tinsim
