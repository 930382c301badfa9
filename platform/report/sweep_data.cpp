// SPDX-License-Identifier: Apache-2.0
// Data of a sweep in a report, from sweep.json and the result folders of its points.
#include "platform/report/sweep_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "base/errors.h"
#include "base/json_file.h"
#include "base/printable.h"
#include "platform/report/check_files.h"
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

Json read_point(const fs::path& folder, const JsonObject& entry, const Json& parameters,
                Networks& networks, const ResultSections& sections, std::size_t& rows) {
  using Type = nlohmann::json::value_t;
  const std::string status = entry.member("status", Type::string);
  const std::string name = entry.member("point", Type::string);
  Json point = {{"number", entry.member("number", Type::number_unsigned)},
                {"point", name},
                {"status", status},
                {"error", entry.text("error", "")},
                {"values", Json::array()}};
  // As in summary.json, JavaScript would round a large seed.
  const Json seed = entry.json.value("seed", Json());
  point["seed"] = seed.is_number() ? Json(seed.dump()) : seed;
  const Json& values = entry.member("parameters", Type::object);
  for (const Json& path : parameters)
    point["values"].push_back(values.value(path.get<std::string>(), Json()));
  if (status != "done") return point;
  const fs::path result = folder / "points" / folder_name(name);
  if (rows >= kMaxPortRows) {
    check_files(result, {"summary.json"});
    point["summary"] = read_summary(result);
    return point;
  }
  Json run = read_run(result, networks, sections);
  rows += run["ports"].size();
  point["summary"] = std::move(run["summary"]);
  run.erase("summary");
  if (rows <= kMaxPortRows) point["run"] = std::move(run);
  return point;
}

}  // namespace

Json read_sweep(const fs::path& folder, Networks& networks, const ResultSections& sections) {
  using Type = nlohmann::json::value_t;
  constexpr std::size_t kMaxMb = 256;  // 100,000 points
  const fs::path path = folder / "sweep.json";
  check_files(folder, {path.filename().string()});
  const Json json = read_json(path, kMaxMb);
  const JsonObject index{path.string(), "", json};
  Json sweep = {{"name", index.text("name", "")},
                {"parameters", index.member("parameters", Type::array)},
                {"points", Json::array()}};
  for (const Json& parameter : sweep["parameters"])
    if (!parameter.is_string()) index.fail("parameters", "one is no string; expected paths");
  const Json& points = index.member("points", Type::array);
  std::size_t rows = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string place = fmt::format("points.{}", i);
    if (!points[i].is_object()) index.fail(place, "is no object; expected one");
    sweep["points"].push_back(read_point(folder, {index.file, place, points[i]},
                                         sweep["parameters"], networks, sections, rows));
  }
  return sweep;
}

}  // namespace tinsim
