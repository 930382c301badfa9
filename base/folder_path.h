// SPDX-License-Identifier: Apache-2.0
// Folders that a user names as the place for results.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace tinsim {

/// The folder itself: absolute, without `.`, `..`, trailing slash or symbolic links, so that there
/// is a folder beside it. Throws std::filesystem::filesystem_error.
std::filesystem::path resolve_folder(const std::filesystem::path& asked);

/// Says, of a resolved folder, that its name or that of a folder above is a symbolic link that
/// leads nowhere; empty: none is.
std::string broken_link(const std::filesystem::path& folder);

/// `name`, or, where that exists, the first of `name-2`, `name-3`, … that does not.
std::filesystem::path free_name(const std::string& name);

/// Whether the disk is at fault, being full or broken, and not what the user asked for.
bool is_disk_failure(const std::error_code& error);

}  // namespace tinsim
