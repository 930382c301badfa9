// SPDX-License-Identifier: Apache-2.0
// Are the files of a result those that tinsim wrote?
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace tinsim {

/// Compares the files of `folder` with its manifest. Throws ConfigError, naming the file and what
/// differs, if one has changed, or one of `shown` is there and not listed. Files that are missing
/// are no change. False: there is no manifest, so nobody knows.
bool check_files(const std::filesystem::path& folder, const std::set<std::string>& shown);

}  // namespace tinsim
