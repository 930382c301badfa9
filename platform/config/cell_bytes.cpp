// SPDX-License-Identifier: Apache-2.0
// Cell sizes in YAML: one value, a uniform range, or a weighted list.
#include "platform/config/cell_bytes.h"

#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

struct SizeRange {
  unsigned min = 0;
  unsigned max = 0;
  unsigned step = kRangeStep;
  TIN_FIELDS(min, max, step)

  bool is_valid() const {
    return is_cell_size(min) && is_cell_size(max) && is_cell_size(step) && min <= max &&
           (max - min) % step == 0;
  }
};

bool has_errors_since(const StrictYaml& yaml, size_t before) {
  return yaml.error_count() != before;
}

void read_range(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
                CellBytes& value) {
  const size_t before = yaml.error_count();
  SizeRange range;
  yaml.read(node, path, range);
  if (has_errors_since(yaml, before)) return;
  if (!range.is_valid()) {
    return yaml.fail(node, path,
                     "is no range of cell sizes; expected min, max and step, multiples of 4 up to "
                     "4096, with max a whole number of steps above min; a step that is not given "
                     "is 8");
  }
  value.items.clear();
  for (unsigned bytes = range.min; bytes <= range.max; bytes += range.step) {
    value.items.push_back({bytes, 1});
  }
}

/// The step of the range that expands to these items; 0: none does, or a list is as short.
unsigned step_of(const std::vector<CellBytes::Item>& items) {
  if (items.size() < 2 || items[1].bytes <= items[0].bytes) return 0;
  const unsigned step = items[1].bytes - items[0].bytes;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].weight != 1 || items[i].bytes != items[0].bytes + step * i) return 0;
  }
  return step == kRangeStep || items.size() > 2 ? step : 0;
}

}  // namespace

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               CellBytes& value) {
  if (node.IsMap()) return read_range(yaml, node, path, value);
  if (node.IsSequence()) return yaml.read(node, path, value.items);
  if (!node.IsScalar()) {
    return yaml.fail(node, path,
                     "is empty; expected a size in bytes, {min: …, max: …, step: …}, or a list of "
                     "{bytes: …, weight: …}");
  }
  CellBytes::Item item;
  yaml.read(node, path, item.bytes);
  value.items = {item};
}

void print_yaml(YAML::Emitter& out, const CellBytes& value) {
  const auto& items = value.items;
  if (items.size() == 1 && items[0].weight == 1) {
    out << items[0].bytes;
    return;
  }
  out << YAML::Flow;
  if (const unsigned step = step_of(items); step != 0) {
    out << YAML::BeginMap << YAML::Key << "min" << YAML::Value << items.front().bytes  //
        << YAML::Key << "max" << YAML::Value << items.back().bytes;
    if (step != kRangeStep) out << YAML::Key << "step" << YAML::Value << step;
    out << YAML::EndMap;
    return;
  }
  out << YAML::BeginSeq;
  for (const CellBytes::Item& item : items) {
    out << YAML::BeginMap << YAML::Key << "bytes" << YAML::Value << item.bytes  //
        << YAML::Key << "weight" << YAML::Value << item.weight << YAML::EndMap;
  }
  out << YAML::EndSeq;
}

}  // namespace tinsim
