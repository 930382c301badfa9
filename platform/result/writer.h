// SPDX-License-Identifier: Apache-2.0
// Prints a run's result: files for programs, a table for people. docs/reference/results.md lists
// all keys.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json.hpp>

#include "platform/statistics/result.h"

namespace tinsim {

/// The content of summary.json: key order is fixed, numbers read back to the same bits, and what
/// was not measured is null.
nlohmann::ordered_json make_summary(const RunResult& result);

/// Writes summary.json, config.yaml, ports.csv, links.csv, latency.csv and batches.csv, and the
/// tables of sections, into an existing directory. Throws OutputError when a file cannot be written
/// in full; the caller discards the directory then.
void write_results(const std::filesystem::path& directory, const RunResult& result);

/// The result table, at most 80 columns wide; in colour when `out` is std::cout and a terminal.
void print_table(std::ostream& out, const RunResult& result);
void print_table(std::ostream& out, const RunResult& result, bool colour);

}  // namespace tinsim
