// SPDX-License-Identifier: Apache-2.0
// Errors that come up after validate(), in files that the configuration names or when the network
// is made: they begin with the place of the value at fault, as all others do.
#pragma once

#include <string>
#include <utility>

#include "base/errors.h"
#include "platform/config/platform_config.h"

namespace tinsim {

/// Throws ConfigError `file:line:col: path: text`; `text` is `what is wrong; expected …`.
[[noreturn]] inline void fail_at(const PlatformConfig& config, const std::string& path,
                                 const std::string& text) {
  throw ConfigError(error_line(config.origins.where(path), path, text));
}

/// Result of `read` for the file that `path` names; its ConfigErrors are located at the path.
template <class Read>
decltype(auto) read_named(const PlatformConfig& config, const std::string& path, Read&& read) try {
  return std::forward<Read>(read)();
} catch (const ConfigError& error) {
  fail_at(config, path, error.what());
}

}  // namespace tinsim
