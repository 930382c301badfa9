// SPDX-License-Identifier: Apache-2.0
// Results of `tinsim wan` as JSON, CSV, and data of a page.
#include <fmt/format.h>

#include <algorithm>

#include "base/fields/field_json.h"
#include "base/program_version.h"
#include "platform/config/strict_yaml.h"
#include "platform/wan/wan_result.h"
#include "tlm/wan/pause_times.h"
#include "tlm/wan/stepped_model.h"

namespace tinsim {
namespace {

/// No figure is in cycles.
constexpr unsigned kNoClock = 1;

template <class T>
Json value_json(const T& value) {
  if constexpr (IsOptional<T>::value) {
    return value ? Json(*value) : Json();
  } else if constexpr (HasFields<T>::value) {
    Json json = Json::object();
    T::walk(value, [&](const char* name, const auto& field) { json[name] = value_json(field); });
    return json;
  } else if constexpr (IsNamedEnum<T>::value) {
    return word_of(value);
  } else {
    return value;
  }
}

Json printed_json(const PrintedValue& value) {
  return {{"printed", value.printed}, {"right", value.is_right}};
}

Json pause_json() {
  Json rows = Json::array();
  for (const PauseRow& row : pause_rows())
    rows.push_back({{"gbps", row.gbps},
                    {"quantum_ns", row.quantum_ns},
                    {"max_pause_ms", row.max_pause_ms},
                    {"slide_quantum_ns", printed_json(row.slide_quantum_ns)},
                    {"slide_max_pause_ms", printed_json(row.slide_max_pause_ms)}});
  return rows;
}

Json credit_json() {
  Json rows = Json::array();
  for (const CreditRow& row : credit_rows())
    rows.push_back({{"name", row.name},
                    {"gbps", row.gbps},
                    {"block_ns", row.block_ns},
                    {"max_send_us", row.max_send_us},
                    {"credits_per_s", row.per_second},
                    {"slide_block_ns", printed_json(row.slide_block_ns)},
                    {"slide_max_send_us", printed_json(row.slide_max_send_us)}});
  return rows;
}

template <class R>
void add_figures(const R& record, Json& to) {
  const Json values = fields_json(record, kNoClock);
  for_each_field<R>([&](auto field) {
    to.push_back({{"name", field.name}, {"text", field.text}, {"value", values[field.name]}});
  });
}

constexpr std::size_t kMaxRows = 1000;

Json series_json(const std::vector<WanStep>& steps) {
  Json rows = Json::array();
  const std::size_t width = (steps.size() + kMaxRows - 1) / kMaxRows;
  for (std::size_t begin = 0; begin < steps.size(); begin += width) {
    const std::size_t end = std::min(begin + width, steps.size());
    const auto n = static_cast<double>(end - begin);
    WanStep mean{};
    double low = steps[begin].occupancy, high = low;
    for (std::size_t i = begin; i < end; ++i) {
      mean.occupancy += steps[i].occupancy / n;
      mean.pause += steps[i].pause / n;
      mean.sink_pause += steps[i].sink_pause / n;
      low = std::min(low, steps[i].occupancy);
      high = std::max(high, steps[i].occupancy);
    }
    rows.push_back({{"step", begin},
                    {"occupancy", mean.occupancy},
                    {"low", low},
                    {"high", high},
                    {"pause", mean.pause},
                    {"sink_pause", mean.sink_pause}});
  }
  return rows;
}

Json model_json(const char* name, const WanSeries& series, const WanFrameFigures* frames) {
  Json figures = Json::array();
  add_figures(series.figures, figures);
  if (frames != nullptr) add_figures(*frames, figures);
  return {{"name", name}, {"figures", std::move(figures)}, {"series", series_json(series.steps)}};
}

void add_rows(const char* name, const WanSeries& series, std::string& csv) {
  for (std::size_t i = 0; i < series.steps.size(); ++i) {
    const WanStep& step = series.steps[i];
    csv += fmt::format("{},{},{},{},{}\n", name, i, step.occupancy, step.pause, step.sink_pause);
  }
}

}  // namespace

Json wan_json(const WanResult& result) {
  Json json = {{"wan", value_json(result.config)}};
  if (result.steps) json["steps"] = fields_json(result.steps->figures, kNoClock);
  if (result.frames) {
    json["frames"] = fields_json(result.frames->series.figures, kNoClock);
    json["frames"].update(fields_json(result.frames->frames, kNoClock));
  }
  json["pause_times"] = pause_json();
  json["send_times"] = credit_json();
  return json;
}

std::string wan_csv(const WanResult& result) {
  std::string csv = "model,step,occupancy,pause,sink_pause\n";
  if (result.steps) add_rows("steps", *result.steps, csv);
  if (result.frames) add_rows("frames", result.frames->series, csv);
  return csv;
}

std::vector<DepthPoint> depth_over_constant(const WanConfig& config) {
  std::vector<DepthPoint> points;
  if (config.algorithm != WanAlgorithm::time_based) return points;
  const double bound = config.height - 2 * config.rtt_steps * config.source_rate / std::acos(-1);
  constexpr unsigned kPoints = 24;
  for (unsigned i = 0; i <= kPoints; ++i) {
    WanConfig at = config;
    at.constant = std::max(bound, config.height / 4) * 1.2 * i / kPoints;
    if (at.constant >= at.height) break;
    const WanFigures f = run_steps(at).figures;
    const double mu = config.sink_rate / 2 / config.source_rate;
    points.push_back({at.constant, f.occupancy_mean, f.occupancy_min, f.occupancy_max,
                      (1 - mu) * (at.height - at.constant)});
  }
  return points;
}

Json wan_report_data(const WanResult& result) {
  Json models = Json::array(), depth = Json::array();
  if (result.steps) models.push_back(model_json("steps", *result.steps, nullptr));
  if (result.frames)
    models.push_back(model_json("frames", result.frames->series, &result.frames->frames));
  if (result.steps) {
    for (const DepthPoint& point : depth_over_constant(result.config))
      depth.push_back({{"constant", point.constant},
                       {"mean", point.mean},
                       {"low", point.min},
                       {"high", point.max},
                       {"balanced", point.balanced}});
  }
  return {{"program", program_version()},
          {"folder", ""},
          {"kind", "wan"},
          {"networks", Json::array()},
          {"wan",
           {{"config", value_json(result.config)},
            {"models", std::move(models)},
            {"depth", std::move(depth)},
            {"pause_times", pause_json()},
            {"send_times", credit_json()}}}};
}

}  // namespace tinsim
