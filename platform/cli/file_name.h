// SPDX-License-Identifier: Apache-2.0
// File names on the command line.
#pragma once

#include <string>

namespace tinsim {

/// Error of an option that names a file, or "". An empty name is most likely a shell variable that
/// is not set.
inline std::string check_file_name(const std::string& text) {
  return text.empty() ? "'' is no name; expected a file" : "";
}

}  // namespace tinsim
