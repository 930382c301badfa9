// SPDX-License-Identifier: Apache-2.0
// Whose database `sweep.sqlite` is.
#pragma once

#include <filesystem>
#include <string>

namespace tinsim {

/// `PRAGMA application_id` of the databases that sweeps make: "tins".
constexpr int kSweepApplicationId = 0x74696e73;

/// Reason why a sweep must not write into this database: another program made it, or its table
/// `points` is not that of a sweep. Empty: the sweep may write, the file is absent, or it
/// `is_listed` in the manifest of its folder and was damaged since. A locked database is judged by
/// its application_id alone.
std::string foreign_database_reason(const std::filesystem::path& file, bool is_listed);

/// Renames a damaged database and its journal to a free name, since its content is unknown. Returns
/// that name.
std::filesystem::path set_aside(const std::filesystem::path& file);

}  // namespace tinsim
