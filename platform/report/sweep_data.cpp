// SPDX-License-Identifier: Apache-2.0
// What a report shows of a sweep, from sweep.json and the result folders of its points.
#include "platform/report/sweep_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>

#include "platform/errors.h"
#include "platform/printable.h"
#include "platform/report/run_data.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Rows of ports, over all points, that a report holds: 10 points of a full Clique.
constexpr std::size_t kMaxPortRows = 300'000;

/// A point's name is that of a folder below points/ and must not lead elsewhere.
std::string folder_name(const std::string& name) {
  const bool good =
      !name.empty() && name.size() <= 64 &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (!good) {
    throw ConfigError(
        fmt::format("sweep.json: points: '{}' is no name of a point; expected "
                    "letters and digits",
                    printable(name, 80)));
  }
  return name;
}

Json read_point(const fs::path& folder, const Json& entry, const Json& parameters,
                Networks& networks, std::size_t& rows) {
  Json point = {{"number", entry.at("number")},
                {"point", entry.at("point")},
                {"status", entry.at("status")},
                {"error", entry.value("error", "")},
                {"values", Json::array()}};
  // As in summary.json, JavaScript would round a large seed.
  const Json seed = entry.value("seed", Json());
  point["seed"] = seed.is_number() ? Json(seed.dump()) : seed;
  for (const Json& path : parameters)
    point["values"].push_back(entry.at("parameters").value(path.get<std::string>(), Json()));
  if (entry.at("status") != "done") return point;
  const fs::path result = folder / "points" / folder_name(entry.at("point").get<std::string>());
  point["summary"] = read_summary(result);
  if (rows >= kMaxPortRows) return point;
  Json run = read_run(result, networks);
  rows += run["ports"].size();
  run.erase("summary");
  if (rows <= kMaxPortRows) point["run"] = std::move(run);
  return point;
}

}  // namespace

Json read_sweep(const fs::path& folder, Networks& networks) {
  const fs::path path = folder / "sweep.json";
  std::ifstream file(path);
  if (!file) throw ConfigError(fmt::format("{}: cannot be read", path.string()));
  try {
    const Json index = Json::parse(file);
    Json sweep = {{"name", index.value("name", "")},
                  {"parameters", index.at("parameters")},
                  {"points", Json::array()}};
    std::size_t rows = 0;
    for (const Json& entry : index.at("points"))
      sweep["points"].push_back(read_point(folder, entry, sweep["parameters"], networks, rows));
    return sweep;
  } catch (const Json::exception& error) {
    throw ConfigError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace tinsim
