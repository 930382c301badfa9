// SPDX-License-Identifier: Apache-2.0
// Sweep file: which configuration at which values (docs/reference/sweeps.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/strict_yaml.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// One value as YAML in one line, and its place (`file:line:col`).
struct SweepValue {
  std::string text;
  std::string place;
  std::string shown;  ///< as tables have it: words without the quotes of YAML
};

/// `path: value`.
struct SweepSetting {
  std::string path;
  SweepValue value;
};

/// A mapping of paths to values, in the order written.
struct SweepSettings {
  std::vector<SweepSetting> entries;
};

/// Numbers between two ends.
struct SweepRange {
  std::optional<double> from;
  std::optional<double> to;
  std::optional<unsigned> steps;  ///< in a grid only
  std::string scale = "linear";   ///< linear | log
  bool integer = false;
  TIN_FIELDS(from, to, steps, scale, integer)
};

/// A parameter and its values: a list, or a range.
struct SweepAxis {
  std::string path;
  std::string place;
  std::vector<SweepValue> values;
  std::optional<SweepRange> range;
};

/// A mapping of paths to lists or ranges, in the order written.
struct SweepAxes {
  std::vector<SweepAxis> entries;
};

struct RandomSpec {
  unsigned points = 0;
  uint64_t seed = 1;
  SweepAxes ranges;
  TIN_FIELDS(points, seed, ranges)
};

struct SweepSpec {
  std::string file;  ///< as the user named it; no key
  std::string name;  ///< default: the file's name without extension
  std::string base;  ///< configuration, relative to the sweep file
  SweepSettings set;
  SweepAxes grid;
  std::vector<SweepSettings> list;
  std::optional<RandomSpec> random;
  bool warm_start = false;  ///< points that differ in loads only share their start
  TIN_FIELDS(name, base, set, grid, list, random, warm_start)
};

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               SweepSettings& value);
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, SweepAxes& value);

/// Reads sweep text; `name` is the file in errors. Throws ConfigError with every error but those of
/// paths and values, which depend on the configuration.
SweepSpec parse_sweep(const std::string& text, const std::string& name);

/// The same from a file.
SweepSpec load_sweep(const std::filesystem::path& file);

}  // namespace tinsim
