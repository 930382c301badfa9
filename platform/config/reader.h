// SPDX-License-Identifier: Apache-2.0
// Configuration reader and printer: YAML and `--set` overrides to PlatformConfig, and back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

constexpr size_t kMaxConfigMb = 16;  ///< more is another file

struct ParsedConfig {
  PlatformConfig config;
  Origins origins;  ///< for validate(), so that a broken rule names file, line and column
};

/// The whole text of a file. Throws ConfigError: unreadable, no regular file, more than 16 MB.
std::string read_text_file(const std::filesystem::path& file);

/// The values that were read, and all errors.
struct ReadConfig {
  ParsedConfig parsed;
  std::vector<std::string> errors;
};

/// As parse_config(), but errors are returned.
ReadConfig read_all(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides);
/// Throws ConfigError with all of them, one per line.
void throw_if_any(const std::vector<std::string>& errors);

/// Reads YAML text, after the files that it starts from by `base:`, then applies the overrides
/// (`path=value`) in order. `name` stands for the file in errors. Throws ConfigError with every
/// unknown or repeated key, wrong type and wrong shape; ranges and rules between fields are
/// validate()'s.
ParsedConfig parse_config(const std::string& text, const std::string& name,
                          const std::vector<std::string>& overrides = {});

/// One override and where it stands, for errors.
struct Override {
  std::string assignment;  ///< path=value
  std::string place;       ///< file:line:col
};

/// Steps of load_config() (load.h), for one file with many sets of overrides; valid_config() ends
/// them.
/// Reads a file as parse_config() does, except for the overrides. Throws ConfigError.
ParsedConfig read_config(const std::filesystem::path& file);
/// Applies the overrides in order; returns unknown paths, wrong types and wrong shapes.
std::vector<std::string> apply_overrides(ParsedConfig& parsed,
                                         const std::vector<Override>& overrides);
/// Makes names of files absolute: from a file: relative to its folder; from an override: to
/// `override_folder`.
void make_files_absolute(ParsedConfig& parsed, const std::filesystem::path& override_folder);

/// The effective configuration as YAML, every key written out except unset optional ones and those
/// that nothing uses (key_uses.h). Reading it back gives an equal configuration.
std::string print_config(const PlatformConfig& config);

}  // namespace tinsim
