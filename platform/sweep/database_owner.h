// SPDX-License-Identifier: Apache-2.0
// Whose database `sweep.sqlite` is.
#pragma once

#include <filesystem>
#include <string>

namespace tinsim {

/// `PRAGMA application_id` of the databases that sweeps make: "tins".
constexpr int kSweepApplicationId = 0x74696e73;

/// Why a sweep must not write into this database: another program made it, or its table `points` is
/// not a sweep's. Empty: it may, there is none, or `is_listed` in the manifest of its folder and
/// damaged since. One that somebody has locked is judged by its application_id alone.
std::string why_not_own_database(const std::filesystem::path& file, bool is_listed);

/// Gives a damaged database, with its journal, a free name beside it, for nobody knows what it
/// held. Returns that name.
std::filesystem::path set_aside(const std::filesystem::path& file);

}  // namespace tinsim
