// SPDX-License-Identifier: Apache-2.0
// Sweep file: reading and the rules within it.
#include "platform/sweep/spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/errors.h"
#include "base/printable.h"
#include "platform/config/reader.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxSteps = 100'000;
constexpr double kMaxExactInteger = 0x1p53 - 1;

std::string quoted(const std::string& text) {
  YAML::Emitter out;
  out << YAML::DoubleQuoted << text;
  return out.c_str();
}

/// Within a list or mapping in one line a comma or bracket would end a plain word.
std::string scalar_text(const YAML::Node& node, bool nested) {
  const std::string& text = node.Scalar();
  const bool plain = node.Tag() != "!" && text.find('\n') == text.npos &&
                     (!nested || text.find_first_of(",[]{}:#&*!|>'\"%@`") == text.npos);
  return plain ? text : quoted(text);
}

/// Writes a value in one line. An alias may stand for a list that has the alias in it, or for so
/// many entries that each line of a file doubles them, so both depth and length have limits.
class FlowText {
 public:
  /// Nothing beyond the limits.
  static std::optional<std::string> of(const YAML::Node& node) {
    FlowText flow;
    flow.add(node, 0);
    if (flow.too_much_) return std::nullopt;
    return std::move(flow.text_);
  }

 private:
  static constexpr unsigned kMaxDepth = 20;
  static constexpr size_t kMaxOctets = 100'000;

  void add(const YAML::Node& node, unsigned depth) {
    too_much_ = too_much_ || depth > kMaxDepth || text_.size() > kMaxOctets;
    if (too_much_) return;
    if (node.IsSequence()) {
      add_all(node, "[", "]", [&](const auto& item) { add(item, depth + 1); });
    } else if (node.IsMap()) {
      add_all(node, "{", "}", [&](const auto& entry) {
        add(entry.first, depth + 1);
        text_ += ": ";
        add(entry.second, depth + 1);
      });
    } else {
      text_ += node.IsScalar() ? scalar_text(node, depth != 0) : "null";
    }
  }

  template <class Add>
  void add_all(const YAML::Node& node, const char* open, const char* close, const Add& add_entry) {
    text_ += open;
    const char* separator = "";
    for (const auto& entry : node) {
      if (too_much_) return;
      text_ += separator;
      add_entry(entry);
      separator = ", ";
    }
    text_ += close;
  }

  std::string text_;
  bool too_much_ = false;
};

/// The place of `owner` is that of an empty value, which has none of its own.
SweepValue value_of(StrictYaml& yaml, const YAML::Node& node, const YAML::Node& owner,
                    const std::string& where) {
  const std::optional<std::string> flow = FlowText::of(node);
  if (!flow)
    yaml.fail(node, where, "is too large for a value; expected 100 KB and 20 levels or less");
  const std::string text = flow.value_or("");
  return {text, yaml.place(node.IsNull() ? owner : node), node.IsScalar() ? node.Scalar() : text};
}

/// Calls fn(path, value) for each entry of a mapping whose keys are configuration paths.
template <class Fn>
void for_each_path(StrictYaml& yaml, const YAML::Node& node, const std::string& where,
                   const Fn& fn) {
  if (!node.IsMap() || node.size() == 0) {
    return yaml.fail(node, where,
                     node.IsMap() ? "is an empty mapping; expected at least one PATH: … entry"
                                  : "is no mapping of parameters; expected PATH: … entries");
  }
  std::map<std::string, int> first_line;
  for (const auto& entry : node) {
    const YAML::Node key = entry.first;
    if (!key.IsScalar() || key.Scalar().empty() || key.Scalar().find('=') != std::string::npos) {
      yaml.fail(key, where, "a key is no path; expected a path as --set takes it");
      continue;
    }
    const auto [seen, is_new] = first_line.emplace(key.Scalar(), key.Mark().line + 1);
    if (!is_new) {
      yaml.fail(key, where,
                fmt::format("key '{}' is given twice, first on line {}; expected it once",
                            key.Scalar(), seen->second));
      continue;
    }
    fn(key, entry.second);
  }
}

void read_values(StrictYaml& yaml, const YAML::Node& node, const std::string& where,
                 SweepAxis& axis) {
  std::set<std::string> seen;
  for (const auto& item : node) {
    axis.values.push_back(value_of(yaml, item, item, where));
    if (!seen.insert(axis.values.back().text).second) {
      yaml.fail(
          item, where,
          fmt::format("{} stands in the list twice; expected it once", axis.values.back().text));
    }
  }
  if (axis.values.empty()) {
    yaml.fail(node, where, "is an empty list; expected at least one value");
  }
}

void check_range(StrictYaml& yaml, const YAML::Node& node, const std::string& where,
                 const SweepRange& range) {
  const auto expect = [&](bool holds, const std::string& text) {
    if (!holds) yaml.fail(node, where, text);
  };
  if (!range.from || !range.to) {
    return expect(false, "has one end only; expected from and to");
  }
  expect(*range.from < *range.to,
         fmt::format("from {} is not below to {}; expected from < to", *range.from, *range.to));
  expect(range.scale == "linear" || range.scale == "log",
         fmt::format("scale is '{}'; expected linear or log", range.scale));
  expect(range.scale != "log" || *range.from > 0,
         fmt::format("from {} has no logarithm; expected more than 0", *range.from));
  if (!range.integer) return;
  for (const double end : {*range.from, *range.to}) {
    // Behind this the text of an integer and the number that was read from it may differ.
    expect(
        std::abs(end) <= kMaxExactInteger,
        fmt::format("the end {:.17g} is too large for a range of integers; expected at most {:.0f} "
                    "in size, or a list of values",
                    end, kMaxExactInteger));
    expect(end == std::floor(end),
           fmt::format("the end {} is no integer; expected integers, as integer is true", end));
  }
}

void read_axis(StrictYaml& yaml, const YAML::Node& node, const std::string& where,
               SweepAxis& axis) {
  if (node.IsSequence()) return read_values(yaml, node, where, axis);
  if (!node.IsMap()) {
    return yaml.fail(node, where, "has no values; expected a list of values, or {from: …, to: …}");
  }
  const size_t before = yaml.error_count();
  axis.range.emplace();
  yaml.read(node, where, *axis.range);
  if (yaml.error_count() == before) check_range(yaml, node, where, *axis.range);
}

/// Rules between keys.
class Rules {
 public:
  Rules(const SweepSpec& spec, const Origins& origins) : spec_(spec), origins_(origins) {}

  std::vector<std::string> errors() {
    expect(!spec_.base.empty(), "base", "is missing; expected the name of a configuration");
    expect(!spec_.grid.entries.empty() || !spec_.list.empty() || spec_.random, "",
           "has no parameters; expected at least one of grid, list, random");
    check_steps();
    check_rows();
    check_labels();
    check_random();
    check_paths();
    check_view();
    return errors_.lines();
  }

 private:
  void expect(bool holds, const std::string& path, const std::string& text) {
    if (!holds) fail_at(origins_.where(path), path, text);
  }

  void check_steps() {
    for (const SweepAxis& axis : spec_.grid.entries) {
      if (!axis.range) continue;
      const std::optional<unsigned>& steps = axis.range->steps;
      expect_at(
          steps && *steps >= 2 && *steps <= kMaxSteps, axis.place, "grid." + axis.path,
          fmt::format("{}; expected steps, 2 to {}",
                      steps ? fmt::format("has {} values", *steps) : "has no number of values",
                      kMaxSteps));
    }
  }

  void check_rows() {
    for (size_t i = 1; i < spec_.list.size(); ++i) {
      const auto& first = spec_.list[0].entries;
      const auto& row = spec_.list[i].entries;
      bool same = row.size() == first.size();
      for (size_t k = 0; same && k < row.size(); ++k) same = row[k].path == first[k].path;
      expect(same, fmt::format("list.{}", i),
             "has other parameters than the first row; expected the same in the same order");
    }
  }

  void check_labels() {
    std::map<std::string, std::string> place_of;
    for (size_t i = 0; i < spec_.list.size(); ++i) {
      const SweepRow& row = spec_.list[i];
      const std::string path = fmt::format("list.{}", i);
      expect_at(row.label.empty() != spec_.has_labels(), row.place, path,
                fmt::format("has {} label; expected one in all rows, or in none",
                            row.label.empty() ? "no" : "a"));
      const auto [seen, is_new] = place_of.emplace(row.label, row.place);
      expect_at(is_new || row.label.empty(), row.place, path + ".label",
                fmt::format("'{}' is the label of {}, too; expected another one",
                            printable(row.label, 80), seen->second));
    }
  }

  /// Whether a path is one of the parameters that a label stands for.
  bool is_labelled(const std::string& path) const {
    const auto has_path = [&](const SweepSetting& each) { return each.path == path; };
    return spec_.has_labels() &&
           std::any_of(spec_.list[0].entries.begin(), spec_.list[0].entries.end(), has_path);
  }

  void check_view() {
    expect(!is_labelled(spec_.x), "x",
           "is set by rows that have labels; expected `label`, a parameter of grid or random, or a "
           "figure of summary.json");
    expect(spec_.x != kLabel || spec_.has_labels(), "x",
           "is label, and no row of a list has one; expected a parameter or a figure");
    for (size_t i = 0; i < spec_.y.size(); ++i) {
      const auto here = spec_.y.begin() + static_cast<std::ptrdiff_t>(i);
      expect(!here->empty() && std::find(spec_.y.begin(), here, *here) == here,
             fmt::format("y.{}", i), "is empty or given twice; expected figures, each once");
    }
    if (!spec_.pareto) return;
    expect(!spec_.pareto->cost.empty() && !spec_.pareto->gain.empty(), "pareto",
           "lacks a figure; expected {cost: …, gain: …}");
    const std::string& sense = spec_.pareto->gain_is;
    expect(sense.empty() || sense == "higher" || sense == "lower", "pareto.gain_is",
           fmt::format("is '{}'; expected higher or lower, which is better", printable(sense, 80)));
  }

  void check_random() {
    if (!spec_.random) return;
    expect(spec_.random->points >= 1 && spec_.random->points <= kMaxSteps, "random.points",
           fmt::format("{} is out of range; expected 1 to {}", spec_.random->points, kMaxSteps));
    expect(!spec_.random->ranges.entries.empty(), "random.ranges",
           "is missing; expected PATH: {from: …, to: …} entries");
    for (const SweepAxis& axis : spec_.random->ranges.entries) {
      expect_at(!axis.range || !axis.range->steps, axis.place, "random.ranges." + axis.path,
                "has steps; expected none, as random.points says how many");
    }
  }

  void check_paths() {
    for (const SweepSetting& each : spec_.set.entries) once("set", each.path, each.value.place);
    if (!spec_.list.empty()) {
      for (const SweepSetting& each : spec_.list[0].entries) {
        once("list", each.path, each.value.place);
      }
    }
    if (spec_.random) {
      for (const SweepAxis& axis : spec_.random->ranges.entries) {
        once("random.ranges", axis.path, axis.place);
      }
    }
    for (const SweepAxis& axis : spec_.grid.entries) once("grid", axis.path, axis.place);
  }

  /// Settings are made in the order of the calls: a whole would undo its part.
  void once(const std::string& where, const std::string& path, const std::string& place) {
    const auto [seen, is_new] = first_.emplace(path, where);
    if (!is_new) {
      return fail_at(place, where + "." + path,
                     fmt::format("stands in {} too; expected it in one place", seen->second));
    }
    const std::string part = path + ".";
    for (auto at = first_.lower_bound(part);
         at != first_.end() && at->first.compare(0, part.size(), part) == 0; ++at) {
      fail_at(place, where + "." + path,
              fmt::format("replaces {} of {}, which is part of it; expected the part after it",
                          at->first, at->second));
    }
  }

  void expect_at(bool holds, const std::string& place, const std::string& path,
                 const std::string& text) {
    if (!holds) fail_at(place, path, text);
  }

  void fail_at(const std::string& place, const std::string& path, const std::string& text) {
    errors_.add(error_line(place, path, text));
  }

  const SweepSpec& spec_;
  const Origins& origins_;
  ErrorLines errors_;
  std::map<std::string, std::string> first_;  ///< path -> section that has it
};

}  // namespace

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               SweepSettings& value) {
  for_each_path(yaml, node, path, [&](const YAML::Node& key, const YAML::Node& child) {
    value.entries.push_back({key.Scalar(), value_of(yaml, child, key, path)});
  });
}

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, SweepRow& value) {
  value.place = yaml.place(node);
  for_each_path(yaml, node, path, [&](const YAML::Node& key, const YAML::Node& child) {
    if (key.Scalar() != kLabel)
      return value.entries.push_back({key.Scalar(), value_of(yaml, child, key, path)});
    if (!child.IsScalar() || child.Scalar().empty())
      return yaml.fail(child, join_path(path, kLabel), "is no word; expected a name of the row");
    value.label = child.Scalar();
    value.place = yaml.place(child);
  });
  if (value.entries.empty() && node.IsMap() && node.size() != 0)
    yaml.fail(node, path, "has a label only; expected PATH: … entries, too");
}

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               SweepAxes& value) {
  for_each_path(yaml, node, path, [&](const YAML::Node& key, const YAML::Node& child) {
    SweepAxis axis;
    axis.path = key.Scalar();
    axis.place = yaml.place(key);
    read_axis(yaml, child, join_path(path, axis.path), axis);
    value.entries.push_back(std::move(axis));
  });
}

SweepSpec parse_sweep(const std::string& text, const std::string& name) {
  StrictYaml yaml(name);
  SweepSpec spec;
  spec.file = name;
  spec.name = std::filesystem::path(name).stem().string();
  yaml.read_document(text, spec);
  std::vector<std::string> errors = yaml.errors();
  if (errors.empty()) errors = Rules(spec, yaml.origins()).errors();
  if (!errors.empty()) throw ConfigError(fmt::format("{}", fmt::join(errors, "\n")));
  return spec;
}

SweepSpec load_sweep(const std::filesystem::path& file) {
  return parse_sweep(read_text_file(file), file.string());
}

}  // namespace tinsim
