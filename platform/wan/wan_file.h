// SPDX-License-Identifier: Apache-2.0
// Files of `tinsim wan`: the section `wan` alone.
#pragma once

#include <string>
#include <vector>

#include "tlm/wan/wan_config.h"

namespace tinsim {

/// A whole file.
struct WanFile {
  WanConfig wan;
  TIN_KEYS((wan))
};

/// Reads the file, or only defaults where `file` is empty, and applies the overrides
/// (`wan.KEY=VALUE`) in order. Throws ConfigError with all errors.
WanConfig load_wan(const std::string& file, const std::vector<std::string>& overrides);

}  // namespace tinsim
