// SPDX-License-Identifier: Apache-2.0
// The files that a lockstep program writes, checked before a run.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "base/errors.h"
#include "base/printable.h"
#include "testbench/dut/dut_options.h"

namespace tinsim {

/// The file that `option` names, links resolved; its content is unchanged, and no file is left
/// where there was none. Throws ConfigError: no regular file, or it cannot be written.
inline std::string dut_output(const std::string& option, const std::string& path) {
  namespace fs = std::filesystem;
  const auto fault = [&](const std::string& what) -> ConfigError {
    return ConfigError(fmt::format("{}: {}; expected a file", option, what));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool exists = fs::exists(status);
  if (exists && !fs::is_regular_file(status)) throw fault(printable(path) + " is no regular file");
  if (!exists && fs::is_symlink(fs::symlink_status(path, error)))
    throw fault(printable(path) + " is a link to no file");
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr)
    throw fault(fmt::format("cannot write '{}': {}", printable(path), std::strerror(errno)));
  std::fclose(file);
  if (!exists) std::remove(path.c_str());
  return fs::is_symlink(fs::symlink_status(path)) ? fs::canonical(path).string() : path;
}

/// Of waves, which have GTKWave's save file in the same folder.
inline std::string dut_waves_output(const std::string& option, const std::string& path) {
  const std::filesystem::path file = dut_output(option, path);
  if (file.extension() == ".gtkw")
    throw ConfigError(
        fmt::format("{}: {} is the name of GTKWave's save file; expected a name that "
                    "ends with .fst",
                    option, printable(path)));
  dut_output(option, std::filesystem::path(file).replace_extension(".gtkw").string());
  return file.string();
}

/// Throws ConfigError for a file that cannot be written, before the run.
inline void resolve_outputs(DutOptions& options) {
  if (!options.waves.empty()) options.waves = dut_waves_output("--waves", options.waves);
  if (!options.minimal.empty()) options.minimal = dut_output("--minimal", options.minimal);
  if (!options.coverage.empty()) options.coverage = dut_output("--coverage", options.coverage);
}

}  // namespace tinsim
