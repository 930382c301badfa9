// SPDX-License-Identifier: Apache-2.0
// Configuration of Swift: section `swift` of a configuration.
#pragma once

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Swift congestion control (Kumar et al., SIGCOMM 2020).
struct SwiftConfig {
  double additive_increase = 1;
  double beta = 0.8;
  double max_decrease = 0.5;
  double base_target_us = 15;
  double hop_target_us = 0;
  unsigned hops = 1;
  double flow_scaling_us = 15;
  double flow_scaling_min = 0.1;
  double flow_scaling_max = 100;
  double endpoint_target_us = 25;
  double endpoint_gain = 0.125;
  double initial_window = 16;
  double min_window = 0.001;
  double max_window = 256;
  unsigned reset_timeouts = 5;
  double min_timeout_us = 200;
  TIN_KEYS((additive_increase, "packets added to a window per round trip", above(0, 1000)),
           (beta, "strength of the decrease", above(0, 1)),
           (max_decrease, "largest share by which a window decreases at once", above(0, 0.99)),
           (base_target_us, "target of the fabric delay, in us", above(0, 1e5)),
           (hop_target_us, "addition to base_target_us for each IP hop, in us", range(0, 1e5)),
           (hops, "IP hops; the whole fabric is one", range(0, 255)),
           (flow_scaling_us, "largest addition to the target for small windows, in us",
            range(0, 1e5)),
           (flow_scaling_min, "window in packets up to which flow_scaling_us is added in full",
            above(0, 1e5)),
           (flow_scaling_max, "window in packets from which on nothing is added", above(0, 1e5)),
           (endpoint_target_us, "target of the delay in both hosts, in us", above(0, 1e5)),
           (endpoint_gain, "weight of a new sample in the filtered endpoint delay", above(0, 1)),
           (initial_window, "window of a new connection in packets", above(0, 1e5)),
           (min_window, "smallest window; one packet per round trip / window", above(0, 1)),
           (max_window, "largest window", range(1, 1e5)),
           (reset_timeouts, "after so many timeouts in a row the window is the smallest",
            range(1, 1000)),
           (min_timeout_us,
            "shortest timeout: without acknowledgements for so long, all outstanding packets count "
            "as lost",
            range(1, 1e6)))
};

}  // namespace tinsim
