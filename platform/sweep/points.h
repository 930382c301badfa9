// SPDX-License-Identifier: Apache-2.0
// Points of a sweep: every combination of values, with its configuration's name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "platform/sweep/spec.h"

namespace tinsim {

struct SweepPoint {
  std::vector<SweepValue> values;  ///< by parameter
  std::string label;               ///< of its row of the list; empty: none
  std::string name;                ///< hash of the effective configuration
  uint64_t seed = 0;
  std::string start;  ///< hash of the configuration of its start, if it may be shared; else empty
  std::string error;  ///< rules that the configuration breaks; empty: none
  std::set<std::string> unused;  ///< keys that its value of another parameter does not use
};

/// A sweep file with all that follows from it.
struct Sweep {
  std::string name;
  std::filesystem::path file;           ///< the sweep file, absolute
  std::filesystem::path folder;         ///< of the sweep file; files in values are relative to it
  std::filesystem::path base;           ///< the configuration, absolute
  std::vector<SweepSetting> set;        ///< for all points
  std::vector<std::string> parameters;  ///< paths: of list, random, grid
  std::vector<SweepPoint> points;       ///< in the order of docs/reference/sweeps.md
  size_t labelled = 0;                  ///< the first parameters, for which labels stand
  // How tables and report show the points, as in SweepSpec.
  std::string x;
  std::vector<std::string> y;
  ParetoSpec pareto;

  /// Arguments of `--set` that make a point of the base, without unused keys.
  std::vector<std::string> overrides(const SweepPoint& point) const;
};

/// The paths that points differ in, and the values of each point.
struct Expansion {
  std::vector<std::string> parameters;
  std::vector<std::vector<SweepValue>> rows;
};

/// All combinations in order. Throws ConfigError when there are more than 100 000.
Expansion expand(const SweepSpec& spec);

/// Reads a sweep file and its base, expands it, and validates each point. Throws ConfigError for
/// errors of the file, also for paths and types that the configuration does not have.
Sweep load_points(const std::filesystem::path& file);

/// The configuration of a point that breaks no rule.
PlatformConfig config_of(const Sweep& sweep, const SweepPoint& point);

/// FNV-1a, 64 bits, as 16 hexadecimal digits (Fowler, Noll, Vo; offset cbf29ce484222325).
std::string fnv1a(const std::string& text);

}  // namespace tinsim
