// SPDX-License-Identifier: Apache-2.0
// Points of a sweep: configurations and names.
#include "platform/sweep/points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/errors.h"
#include "platform/config/error_lines.h"
#include "platform/config/key_uses.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

/// Lines of an error text, each once, in order: points share most of their settings, and a wrong
/// path is wrong with each of its values.
class DistinctLines {
 public:
  void add(const std::string& line) {
    const size_t place_end = line.find(": ");
    if (seen_.insert(line.substr(std::min(place_end, line.size()))).second) lines_.add(line);
  }
  void throw_if_any() const {
    if (lines_.count() != 0) throw ConfigError(fmt::format("{}", fmt::join(lines_.lines(), "\n")));
  }

 private:
  std::set<std::string> seen_;
  ErrorLines lines_;
};

/// All settings of a point but those of its unused keys.
std::vector<Override> placed_overrides(const Sweep& sweep, const SweepPoint& point) {
  std::vector<Override> all;
  const auto add = [&](const std::string& path, const SweepValue& value) {
    const bool is_used =
        std::none_of(point.unused.begin(), point.unused.end(),
                     [&](const std::string& unused) { return is_at_or_below(path, unused); });
    if (is_used) all.push_back({path + "=" + value.text, value.place});
  };
  for (const SweepSetting& each : sweep.set) add(each.path, each.value);
  for (size_t i = 0; i < sweep.parameters.size(); ++i) add(sweep.parameters[i], point.values[i]);
  return all;
}

/// Keys that the configuration does not use because of a parameter of the sweep.
std::set<std::string> unused_by_parameters(const Sweep& sweep, const PlatformConfig& config) {
  std::set<std::string> paths;
  for (const UnusedKey& key : unused_keys(config)) {
    const auto is_varied = [&](const std::string& selector) {
      return std::any_of(
          sweep.parameters.begin(), sweep.parameters.end(),
          [&](const std::string& parameter) { return is_at_or_below(selector, parameter); });
    };
    if (std::any_of(key.selectors.begin(), key.selectors.end(), is_varied)) paths.insert(key.path);
  }
  return paths;
}

/// The state of runs until they change to their own loads. Traces are files that cannot be shared.
std::string start_of(PlatformConfig config) {
  if (!config.run.start_us || config.writes_traces()) return "";
  for (TrafficConfig& entry : config.traffic) entry.load.reset();
  for (IpTrafficConfig& entry : config.ip_traffic) entry.gbps = 0;
  for (RmaTrafficConfig& entry : config.rma_traffic) entry.gbps.reset();
  return fnv1a(print_config(config));
}

/// Fills in figures that follow from the point's values.
void resolve(const Sweep& sweep, const ParsedConfig& base, bool warm_start, SweepPoint& point,
             DistinctLines& errors) {
  ParsedConfig parsed = base;
  for (const std::string& line : apply_overrides(parsed, placed_overrides(sweep, point))) {
    errors.add(line);
  }
  point.unused = unused_by_parameters(sweep, parsed.config);
  if (!point.unused.empty()) {
    parsed = base;
    apply_overrides(parsed, placed_overrides(sweep, point));
  }
  make_files_absolute(parsed, sweep.folder);
  point.name = fnv1a(print_config(parsed.config));
  point.seed = parsed.config.run.seed;
  try {
    const PlatformConfig config = valid_config(parsed);
    if (warm_start) point.start = start_of(config);
  } catch (const ConfigError& error) {
    point.error = error.what();
  }
}

}  // namespace

std::vector<std::string> Sweep::overrides(const SweepPoint& point) const {
  std::vector<std::string> all;
  for (const Override& each : placed_overrides(*this, point)) all.push_back(each.assignment);
  return all;
}

Sweep load_points(const std::filesystem::path& file) {
  const SweepSpec spec = load_sweep(file);
  Expansion expansion = expand(spec);
  Sweep sweep;
  sweep.name = spec.name;
  sweep.file = std::filesystem::canonical(file);
  sweep.folder = sweep.file.parent_path();
  sweep.base = (sweep.folder / spec.base).lexically_normal();
  sweep.set = spec.set.entries;
  sweep.parameters = std::move(expansion.parameters);
  sweep.labelled = spec.has_labels() ? spec.list[0].entries.size() : 0;
  sweep.x = spec.x;
  sweep.y = spec.y;
  sweep.pareto = spec.pareto.value_or(ParetoSpec());
  const ParsedConfig base = read_config(sweep.base);
  DistinctLines errors;
  for (size_t i = 0; i < expansion.rows.size(); ++i) {
    SweepPoint point;
    point.values = std::move(expansion.rows[i]);
    // Rows of the list are outermost.
    if (sweep.labelled != 0)
      point.label = spec.list[i * spec.list.size() / expansion.rows.size()].label;
    resolve(sweep, base, spec.warm_start, point, errors);
    sweep.points.push_back(std::move(point));
  }
  errors.throw_if_any();
  const auto starts = [](const SweepPoint& point) { return !point.start.empty(); };
  if (spec.warm_start && std::none_of(sweep.points.begin(), sweep.points.end(), starts)) {
    throw ConfigError(error_line(
        spec.file, "warm_start",
        "no point has a start to share; expected run.start_us and run.start_load, and no traces"));
  }
  return sweep;
}

PlatformConfig config_of(const Sweep& sweep, const SweepPoint& point) {
  ParsedConfig parsed = read_config(sweep.base);
  apply_overrides(parsed, placed_overrides(sweep, point));
  make_files_absolute(parsed, sweep.folder);
  return valid_config(parsed);
}

}  // namespace tinsim
