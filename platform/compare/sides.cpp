// SPDX-License-Identifier: Apache-2.0
// Sides of a comparison: runs, repeated runs, and sweeps.
#include "platform/compare/sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/errors.h"
#include "base/printable.h"
#include "base/usage_error.h"
#include "platform/report/sweep_data.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSeedKey = "run.seed";

std::vector<std::string> folders_in(const std::string& argument) {
  if (fs::exists(argument)) return {argument};  // a name may hold commas
  std::vector<std::string> folders;
  std::istringstream list(argument);
  for (std::string folder; std::getline(list, folder, ',');) folders.push_back(folder);
  return folders;
}

/// A key that differs; empty: none.
std::string first_difference(Settings a, Settings b) {
  const auto drop_seed = [](Settings& of) {
    of.erase(std::remove_if(of.begin(), of.end(),
                            [](const auto& each) { return each.first == kSeedKey; }),
             of.end());
  };
  drop_seed(a);
  drop_seed(b);
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at != a.end()) return at->first;
  return other != b.end() ? other->first : "";
}

void check_group(const RunGroup& group) {
  for (std::size_t i = 1; i < group.runs.size(); ++i) {
    const ComparedRun &first = group.runs[0], &run = group.runs[i];
    const std::string key = first_difference(first.config, run.config);
    if (!key.empty()) {
      throw ConfigError(fmt::format(
          "{}: {} is not that of {}; expected runs of one side to differ in run.seed alone",
          run.folder.string(), key, first.folder.string()));
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (group.runs[k].seed != run.seed) continue;
      throw ConfigError(fmt::format(
          "{}: run.seed {} is that of {}, too; expected runs of one side to have different seeds",
          run.folder.string(), run.seed, group.runs[k].folder.string()));
    }
  }
}

std::vector<RunGroup> groups_of_sweep(const fs::path& folder) {
  std::vector<RunGroup> groups;
  for (const DonePoint& point : done_points(folder)) {
    const auto same = [&](const RunGroup& group) { return group.point == point.settings; };
    auto at = std::find_if(groups.begin(), groups.end(), same);
    if (at == groups.end()) at = groups.insert(at, {point.settings, {}});
    const auto is_here = [&](const ComparedRun& run) { return run.folder == point.folder; };
    if (std::any_of(at->runs.begin(), at->runs.end(), is_here)) continue;  // equal points run once
    at->runs.push_back(read_compared_run(point.folder));
  }
  return groups;
}

}  // namespace

Side read_side(const std::string& argument) {
  Side side{argument, {}};
  const std::vector<std::string> folders = folders_in(argument);
  if (folders.empty()) throw UsageError("compare: a folder has no name; expected one");
  if (folders.size() == 1 && fs::exists(fs::path(folders[0]) / "sweep.json")) {
    side.groups = groups_of_sweep(folders[0]);
    if (side.groups.empty()) {
      throw UsageError(fmt::format("compare {}: no point of the sweep is done; expected one",
                                   printable(argument)));
    }
  } else {
    side.groups.resize(1);
    for (const std::string& folder : folders)
      side.groups[0].runs.push_back(read_compared_run(folder));
  }
  for (const RunGroup& group : side.groups) check_group(group);
  return side;
}

}  // namespace tinsim
