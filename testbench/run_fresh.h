// SPDX-License-Identifier: Apache-2.0
// Runs one simulation in a fresh SystemC kernel, so that a test can compare several.
#pragma once

#include "platform/run/run.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"

namespace tinsim {

/// In a kernel of its own.
inline RunResult run_fresh(const PlatformConfig& config, const RunOptions& options = {}) {
  validate(config);
  fresh_kernel();
  return run_simulation(config, options);
}

}  // namespace tinsim
