// SPDX-License-Identifier: Apache-2.0
// Shared objects of tinsim_add_dut().
#pragma once

#include <string>

#include "rtl_models/common/dut_plugin.h"

namespace tinsim {

/// Loads the shared object in `path`, a name without '/' being a file of the working folder; it
/// stays loaded. Throws ConfigError that begins with "--dut: " if it was not made by
/// tinsim_add_dut(), by another version of it, or is not complete.
const DutPlugin& load_dut(const std::string& path);

}  // namespace tinsim
