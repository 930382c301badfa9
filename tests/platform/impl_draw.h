// SPDX-License-Identifier: Apache-2.0
// Random small networks with IP paths and 1RMA engines, as configurations.
#pragma once

#include <cstdint>
#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

/// A configuration that validate() accepts, with `impl` on some of its chips; the same one for the
/// same seed. What the chip core and pins both support is in it, at the edges of the ranges as
/// often as not: ports, FIFOs, windows, thresholds, timeouts, noise, failures, all kinds of hosts.
PlatformConfig draw_network(uint64_t seed, const std::string& impl);

}  // namespace tinsim
