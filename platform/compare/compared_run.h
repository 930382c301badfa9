// SPDX-License-Identifier: Apache-2.0
// A result folder as `tinsim compare` sees it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "platform/curves/figures.h"
#include "platform/statistics/steady.h"

namespace tinsim {

/// Keys of an effective configuration with their values, in order: paths of --set.
using Settings = std::vector<std::pair<std::string, std::string>>;

struct ComparedRun {
  std::filesystem::path folder;
  Figures figures;
  Settings config;
  std::string seed;
  std::vector<Batch> batches;  ///< of the measurement, with times in cycles; may be empty
  double core_mhz = 0;
  // Per batch, in Gb/s per TiN.
  std::vector<double> offered, accepted;
};

/// Reads summary.json, config.yaml and, where it is, batches.csv. Throws UsageError if `folder` is
/// no result, ConfigError if a file is damaged or changed.
ComparedRun read_compared_run(const std::filesystem::path& folder);

/// The keys of YAML text: entries of lists of mappings by number, other lists in one line.
Settings settings_in(const std::string& yaml);

}  // namespace tinsim
