// SPDX-License-Identifier: Apache-2.0
// Configuration file and overrides to a validated PlatformConfig.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/config/reader.h"

namespace tinsim {

/// Reads a file, applies the overrides, makes the names of files absolute (from the file: relative
/// to its folder; from an override: to the current one) and validates. Throws ConfigError.
PlatformConfig load_config(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides = {});

/// A configuration for a run: valid, with defaults for unused values, and with origins. Throws
/// ConfigError.
PlatformConfig valid_config(const ParsedConfig& parsed);

}  // namespace tinsim
