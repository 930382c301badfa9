// SPDX-License-Identifier: Apache-2.0
// Configuration reader and printer: YAML and `--set` overrides to PlatformConfig, and back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

struct ParsedConfig {
  PlatformConfig config;
  Origins origins;  ///< for validate(), so that a broken rule names file, line and column
};

/// Reads YAML text, then applies the overrides (`path=value`) in order. `name` stands for the file
/// in errors. Throws ConfigError with every unknown or repeated key, wrong type and wrong shape;
/// ranges and rules between fields are validate()'s.
ParsedConfig parse_config(const std::string& text, const std::string& name,
                          const std::vector<std::string>& overrides = {});

/// Reads a file, applies the overrides, makes the names of files absolute (from the file: relative
/// to its folder; from an override: to the current one) and validates. Throws ConfigError.
PlatformConfig load_config(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides = {});

/// The effective configuration as YAML, every key written out except unset optional ones.
/// Reading it back gives an equal configuration.
std::string print_config(const PlatformConfig& config);

}  // namespace tinsim
