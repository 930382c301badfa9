// SPDX-License-Identifier: Apache-2.0
// Runs one simulation in a fresh SystemC kernel, so that a test can compare several.
#pragma once

#include <systemc>

#include "platform/config/validate.h"
#include "platform/run.h"

namespace tinsim {

/// SystemC allows one elaboration per kernel context; each run gets its own. The old one is leaked
/// on purpose: modules of the last run may still point to it.
inline RunResult run_fresh(const PlatformConfig& config, const RunOptions& options = {}) {
  validate(config);
  sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = new sc_core::sc_simcontext;
  return run_simulation(config, options);
}

}  // namespace tinsim
