// SPDX-License-Identifier: Apache-2.0
// Comparison of the files of a result with those that tinsim wrote.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace tinsim {

/// Compares the files of `folder` with its manifest. Throws ConfigError, naming the file and the
/// difference, if one has changed, or if one of `shown` exists and is not listed. Missing files are
/// no change. False: there is no manifest, so nothing was compared.
bool check_files(const std::filesystem::path& folder, const std::set<std::string>& shown);

}  // namespace tinsim
