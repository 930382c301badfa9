// SPDX-License-Identifier: Apache-2.0
// Files of a configuration: one file, and those that it starts from by `base:`.
#pragma once

#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

class StrictYaml;

/// Reads the text of a file after that of its `base:`, and so on; a value of a later file replaces
/// that of an earlier one. A file in `base:` is relative to the file in which it is written.
void read_file_chain(StrictYaml& yaml, const std::string& text, const std::string& file,
                     PlatformConfig& config);

}  // namespace tinsim
