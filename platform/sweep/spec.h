// SPDX-License-Identifier: Apache-2.0
// Sweep file: which configuration at which values (docs/reference/sweeps.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/strict_yaml.h"
#include "platform/curves/pareto.h"
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

/// A row of a list, which may have a name.
struct SweepRow : SweepSettings {
  std::string label;  ///< empty: none
  std::string place;  ///< of the label, or of the row
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
  std::vector<SweepRow> list;
  std::optional<RandomSpec> random;
  bool warm_start = false;  ///< points that differ in loads only share their start
  // How tables and report show the points; names are paths of parameters or of figures.
  std::string x;               ///< the axis of curves; empty: chosen by choose_axis()
  std::vector<std::string> y;  ///< a chart each; empty: latency and throughput
  std::optional<ParetoSpec> pareto;
  TIN_FIELDS(name, base, set, grid, list, random, warm_start, x, y, pareto)

  bool has_labels() const { return !list.empty() && !list[0].label.empty(); }
};

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               SweepSettings& value);
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, SweepRow& value);
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, SweepAxes& value);

/// Reads sweep text; `name` is the file in errors. Throws ConfigError with every error but those of
/// paths and values, which depend on the configuration.
SweepSpec parse_sweep(const std::string& text, const std::string& name);

/// The same from a file.
SweepSpec load_sweep(const std::filesystem::path& file);

}  // namespace tinsim
