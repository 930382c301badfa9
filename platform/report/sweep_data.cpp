// SPDX-License-Identifier: Apache-2.0
// Data of a sweep in a report, from sweep.json and the result folders of its points.
#include "platform/report/sweep_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

#include "base/errors.h"
#include "base/json_file.h"
#include "base/printable.h"
#include "platform/curves/pareto.h"
#include "platform/curves/saturation.h"
#include "platform/report/check_files.h"
#include "platform/report/run_data.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// JSON of points in detail that a report holds, so that it has less than 2 MB: a third of it is
/// left when it is compressed. The first point has its details in any case.
constexpr std::size_t kMaxDetailBytes = 2'000'000;

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

/// sweep.json, whose parameters and points are of the right types.
struct Index {
  fs::path path;
  Json json;
  std::size_t labelled = 0;  ///< so many parameters have labels
  Json parameters;           ///< with `label` for these

  explicit Index(const fs::path& folder) : path(folder / "sweep.json") {
    using Type = nlohmann::json::value_t;
    constexpr std::size_t kMaxIndexMb = 256;  // 100,000 points
    check_files(folder, {path.filename().string()});
    json = read_json(path, kMaxIndexMb);
    const JsonObject index = whole();
    const Json& paths = index.member("parameters", Type::array);
    for (const Json& each : paths)
      if (!each.is_string()) index.fail("parameters", "one is no string; expected paths");
    labelled =
        static_cast<std::size_t>(index.integer("labelled", 0, static_cast<int>(paths.size()), 0));
    parameters = Json::array();
    if (labelled != 0) parameters.push_back(kLabel);
    for (std::size_t i = labelled; i < paths.size(); ++i) parameters.push_back(paths[i]);
    for (std::size_t i = 0; i < points().size(); ++i)
      if (!points()[i].is_object()) index.fail(place(i), "is no object; expected one");
  }
  JsonObject whole() const { return {path.string(), "", json}; }
  const Json& points() const { return whole().member("points", nlohmann::json::value_t::array); }
  static std::string place(std::size_t i) { return fmt::format("points.{}", i); }

  /// The values of `parameters` at a point.
  Json values(std::size_t i) const {
    const JsonObject entry{path.string(), place(i), points()[i]};
    const Json& settings = entry.member("parameters", nlohmann::json::value_t::object);
    Json values = Json::array();
    for (const Json& path_of : parameters) {
      const bool is_label = labelled != 0 && values.empty();
      values.push_back(is_label ? Json(entry.text(kLabel, ""))
                                : settings.value(path_of.get<std::string>(), Json()));
    }
    return values;
  }
};

Json read_point(const fs::path& folder, const Index& index, std::size_t i, Networks& networks,
                const ResultSections& sections, std::size_t& details) {
  using Type = nlohmann::json::value_t;
  const JsonObject entry{index.path.string(), Index::place(i), index.points()[i]};
  const std::string status = entry.member("status", Type::string);
  const std::string name = entry.member("point", Type::string);
  Json point = {{"number", entry.member("number", Type::number_unsigned)},
                {"point", name},
                {"status", status},
                {"error", entry.text("error", "")}};
  // As in summary.json, JavaScript would round a large seed.
  const Json seed = entry.json.value("seed", Json());
  point["values"] = index.values(i);
  point["seed"] = seed.is_number() ? Json(seed.dump()) : seed;
  if (status != "done") return point;
  const fs::path result = folder / "points" / folder_name(name);
  if (details >= kMaxDetailBytes) {
    check_files(result, {"summary.json"});
    point["summary"] = read_summary(result);
    return point;
  }
  Json run = read_run(result, networks, sections);
  point["summary"] = std::move(run["summary"]);
  run.erase("summary");
  const bool is_first = details == 0;
  details += run.dump().size();
  if (is_first || details <= kMaxDetailBytes) point["run"] = std::move(run);
  return point;
}

/// Each label with the values that it stands for.
Json labels_of(const Index& index) {
  Json labels = Json::array();
  std::set<std::string> seen;
  for (std::size_t i = 0; index.labelled != 0 && i < index.points().size(); ++i) {
    const Json& entry = index.points()[i];
    const auto label = index.values(i)[0].get<std::string>();
    if (!seen.insert(label).second) continue;
    Json values = Json::object();
    for (std::size_t k = 0; k < index.labelled; ++k) {
      const auto path = index.json["parameters"][k].get<std::string>();
      values[path] = entry["parameters"].value(path, Json());
    }
    labels.push_back({label, std::move(values)});
  }
  return labels;
}

Json figures_at(const std::vector<CurvePoint>& points, const std::string& name) {
  Json values = Json::array();
  for (const CurvePoint& point : points) {
    const std::optional<double> value = number_in(point.figures, name);
    values.push_back(value ? Json(*value) : Json());
  }
  return values;
}

Json pareto_json(const Pareto& pareto) {
  Json rows = Json::array();
  for (const ParetoRow& row : pareto.rows)
    rows.push_back({{"name", row.name},
                    {"number", row.number ? Json(*row.number) : Json()},
                    {"cost", row.at.cost},
                    {"gain", row.at.gain},
                    {"best", row.is_best}});
  return {{"cost", pareto.spec.cost},
          {"gain", pareto.spec.gain},
          {"gain_is", pareto.spec.more_is_better() ? "higher" : "lower"},
          {"rows", std::move(rows)}};
}

/// That of the sweep file.
ParetoSpec pareto_spec(const Index& index) {
  if (!index.json.contains("pareto")) return {};
  const Json& json = index.whole().member("pareto", nlohmann::json::value_t::object);
  const JsonObject of{index.path.string(), "pareto", json};
  return {of.text("cost", ""), of.text("gain", ""), of.text("gain_is", "")};
}

/// Axis, curves and figures, over the points that are done.
void add_curves(const Index& index, Json& sweep) {
  const auto parameters = index.parameters.get<std::vector<std::string>>();
  std::vector<CurvePoint> points;
  for (const Json& point : sweep["points"]) {
    if (!point.contains("summary")) continue;
    points.push_back({point["number"].get<std::size_t>(), point["values"].get<std::vector<Json>>(),
                      flatten(point["summary"])});
  }
  const Axis axis = choose_axis(parameters, points, index.whole().text("x", ""));
  sweep["axis"] = {{"name", axis.name},
                   {"is_metric", axis.is_metric},
                   {"is_load", axis.is_load},
                   {"parameter", axis.parameter ? Json(*axis.parameter) : Json()},
                   {"along", axis.along}};
  sweep["x"] = axis.is_metric ? figures_at(points, axis.name) : Json();
  sweep["y"] = Json::array();
  if (index.json.contains("y")) {
    for (const Json& name : index.whole().member("y", nlohmann::json::value_t::array)) {
      if (!name.is_string()) index.whole().fail("y", "one is no string; expected names of figures");
      sweep["y"].push_back({name, figures_at(points, name)});
    }
  }
  sweep["saturation"] = Json::array();
  for (const CurveSaturation& of : saturations_of(parameters, points, axis))
    sweep["saturation"].push_back({{"curve", of.curve},
                                   {"seeds", of.seeds},
                                   {"mean", of.mean},
                                   {"min", of.min},
                                   {"max", of.max},
                                   {"peak", of.peak},
                                   {"kind", name_of(of.kind)}});
  sweep["pareto"] = pareto_json(pareto_of(parameters, points, axis, pareto_spec(index)));
}

}  // namespace

Json read_sweep(const fs::path& folder, Networks& networks, const ResultSections& sections) {
  const Index index(folder);
  Json sweep = {{"name", index.whole().text("name", "")},
                {"parameters", index.parameters},
                {"labels", labels_of(index)},
                {"points", Json::array()}};
  std::size_t details = 0;
  for (std::size_t i = 0; i < index.points().size(); ++i)
    sweep["points"].push_back(read_point(folder, index, i, networks, sections, details));
  add_curves(index, sweep);
  return sweep;
}

std::vector<DonePoint> done_points(const fs::path& folder) {
  using Type = nlohmann::json::value_t;
  const Index index(folder);
  std::vector<DonePoint> points;
  for (std::size_t i = 0; i < index.points().size(); ++i) {
    const JsonObject entry{index.path.string(), Index::place(i), index.points()[i]};
    if (entry.member("status", Type::string) != "done") continue;
    const Json values = index.values(i);
    std::string settings;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto path = index.parameters[k].get<std::string>();
      if (path == "run.seed") continue;
      settings +=
          fmt::format("{}{} = {}", settings.empty() ? "" : ", ", path,
                      values[k].is_string() ? values[k].get<std::string>() : values[k].dump());
    }
    points.push_back(
        {folder / "points" / folder_name(entry.member("point", Type::string)), settings});
  }
  return points;
}

}  // namespace tinsim
