// SPDX-License-Identifier: Apache-2.0
// Folders that a user names as the place for results.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace tinsim {

/// The folder itself: absolute, without `.`, `..`, trailing slash or symbolic links, so that its
/// parent folder exists. Throws std::filesystem::filesystem_error.
std::filesystem::path resolve_folder(const std::filesystem::path& requested);

/// The message that the name of a resolved folder, or of a folder above, is a broken symbolic link;
/// empty: none is.
std::string broken_link(const std::filesystem::path& folder);

/// `name`, or, where that exists, the first of `name-2`, `name-3`, … that does not.
std::filesystem::path free_name(const std::string& name);

/// Whether the error comes from a full or broken disk and not from the request of the user.
bool is_disk_failure(const std::error_code& error);

}  // namespace tinsim
