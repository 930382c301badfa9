// SPDX-License-Identifier: Apache-2.0
// Tables of the sections of a result.
#pragma once

#include <filesystem>

#include "platform/statistics/sections.h"

namespace tinsim {

struct RunResult;

/// A CSV file for each table of rows of a section that is there, called as the table, and for named
/// times, called as the section. Throws OutputError when a file cannot be written.
void write_section_tables(const std::filesystem::path& directory, const RunResult& result);

}  // namespace tinsim
