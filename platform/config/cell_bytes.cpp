// SPDX-License-Identifier: Apache-2.0
// Cell sizes in YAML: one value, a uniform range, or a weighted list.
#include "platform/config/cell_bytes.h"

#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

struct SizeRange {
  unsigned min = 0;
  unsigned max = 0;
  TIN_FIELDS(min, max)
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
  if (!is_cell_size(range.min) || !is_cell_size(range.max) || range.min > range.max) {
    return yaml.fail(node, path,
                     "is no range of cell sizes; expected min and max, min <= max, both "
                     "multiples of 8 from 16 to 160");
  }
  value.items.clear();
  for (unsigned bytes = range.min; bytes <= range.max; bytes += kCellWordBytes) {
    value.items.push_back({bytes, 1});
  }
}

/// True when the items are what a range of at least two sizes expands to.
bool is_range(const std::vector<CellBytes::Item>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].weight != 1 || items[i].bytes != items[0].bytes + kCellWordBytes * i) return false;
  }
  return items.size() > 1;
}

}  // namespace

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               CellBytes& value) {
  if (node.IsMap()) return read_range(yaml, node, path, value);
  if (node.IsSequence()) return yaml.read(node, path, value.items);
  if (!node.IsScalar()) {
    return yaml.fail(node, path,
                     "is empty; expected a size in bytes, {min: …, max: …}, or a list of "
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
  if (is_range(items)) {
    out << YAML::BeginMap << YAML::Key << "min" << YAML::Value << items.front().bytes  //
        << YAML::Key << "max" << YAML::Value << items.back().bytes << YAML::EndMap;
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
