// SPDX-License-Identifier: Apache-2.0
// The file of a report, which replaces nothing but a report.
#pragma once

#include <filesystem>
#include <string>

namespace tinsim {

/// Throws UsageError, which names the option, if a report must not be written to `path`.
void require_replaceable(const std::string& option, const std::filesystem::path& path);

/// Writes the whole page; in a result folder it is listed in the manifest.
void write_report(const std::filesystem::path& path, const std::string& page);

}  // namespace tinsim
