// SPDX-License-Identifier: Apache-2.0
// A result folder as `tinsim compare` sees it.
#include "platform/compare/compared_run.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "base/json_file.h"
#include "base/usage_error.h"
#include "base/yaml_document.h"
#include "platform/config/reader.h"
#include "platform/report/check_files.h"
#include "platform/report/result_table.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxMb = 16;
constexpr unsigned kMaxLevels = 20;  ///< an alias may stand for what it is in

std::string one_line(const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar();
  YAML::Emitter text;
  text << YAML::Flow << node;
  return text.c_str();
}

void add_settings(const YAML::Node& node, const std::string& path, unsigned level, Settings& to) {
  if (level > kMaxLevels)
    throw ConfigError(fmt::format("{}: has more than {} levels", path, kMaxLevels));
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  const bool is_list_of_mappings =
      node.IsSequence() && node.size() != 0 &&
      std::all_of(node.begin(), node.end(), [](const YAML::Node& item) { return item.IsMap(); });
  if (node.IsMap() && node.size() != 0) {
    for (const auto& entry : node)
      add_settings(entry.second, below(entry.first.as<std::string>()), level + 1, to);
  } else if (is_list_of_mappings) {
    for (std::size_t i = 0; i < node.size(); ++i)
      add_settings(node[i], below(std::to_string(i)), level + 1, to);
  } else {
    to.emplace_back(path, one_line(node));
  }
}

void add_batches(const fs::path& path, ComparedRun& run) {
  if (!fs::exists(path) || !(run.core_mhz > 0)) return;
  ResultTable table(path);
  const std::size_t phase = table.column("phase"), cycles = table.column("cycles"),
                    cells = table.column("cells"), mean = table.column("latency_mean_ns"),
                    offered = table.column("offered_gbps_per_tin"),
                    accepted = table.column("accepted_gbps_per_tin");
  while (table.next()) {
    if (table.text(phase) != "measure") continue;
    Batch batch;
    batch.cycles = table.count(cycles);
    // Cells without a latency of their own have no mean.
    if (!table.is_empty(mean)) {
      batch.delivered_cells = table.count(cells);
      batch.latency_sum_cycles = static_cast<uint64_t>(std::llround(
          table.number(mean) * run.core_mhz / 1000 * static_cast<double>(batch.delivered_cells)));
    }
    run.batches.push_back(batch);
    run.offered.push_back(table.number(offered));
    run.accepted.push_back(table.number(accepted));
  }
}

}  // namespace

Settings settings_in(const std::string& yaml) {
  Settings settings;
  add_settings(load_only_document(yaml), "", 0, settings);
  return settings;
}

ComparedRun read_compared_run(const fs::path& folder) {
  if (!fs::exists(folder / "summary.json")) {
    throw UsageError(fmt::format(
        "compare {}: holds neither summary.json nor sweep.json; expected the folder of a run or of "
        "a sweep",
        folder.string()));
  }
  check_files(folder, {"summary.json", "config.yaml", "batches.csv"});
  const nlohmann::ordered_json summary = read_json(folder / "summary.json", kMaxMb);
  ComparedRun run;
  run.folder = folder;
  run.figures = flatten(summary);
  if (summary.contains("seed")) run.seed = summary["seed"].dump();
  run.core_mhz = number_in(run.figures, "core_mhz").value_or(0);
  const fs::path config = folder / "config.yaml";
  try {
    run.config = settings_in(read_text_file(config));
  } catch (const YAML::Exception& error) {
    throw ConfigError(
        fmt::format("{}: {}; expected an effective configuration", config.string(), error.what()));
  }
  add_batches(folder / "batches.csv", run);
  return run;
}

}  // namespace tinsim
