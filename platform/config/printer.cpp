// SPDX-License-Identifier: Apache-2.0
// Configuration printer: any aggregate with a field list as YAML that reads back equal.
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "platform/config/cell_bytes.h"
#include "platform/config/reader.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

template <class T>
void print(YAML::Emitter& out, const T& value);

void print_scalar(YAML::Emitter& out, bool value) { out << value; }
// fmt prints the shortest text that reads back as the same double; the emitter would round it.
void print_scalar(YAML::Emitter& out, double value) { out << fmt::format("{}", value); }
void print_scalar(YAML::Emitter& out, uint64_t value) { out << value; }
void print_scalar(YAML::Emitter& out, unsigned value) { out << value; }
void print_scalar(YAML::Emitter& out, const std::string& value) { out << value; }
void print_scalar(YAML::Emitter& out, const CellBytes& value) { print_yaml(out, value); }

template <class T>
void print_list(YAML::Emitter& out, const std::vector<T>& list) {
  if (!HasFields<T>::value || list.empty()) out << YAML::Flow;
  out << YAML::BeginSeq;
  for (const T& item : list) print(out, item);
  out << YAML::EndSeq;
}

template <class T>
void print_field(YAML::Emitter& out, const char* name, const T& value) {
  if constexpr (IsOptional<T>::value) {
    if (value) print_field(out, name, *value);
  } else {
    out << YAML::Key << yaml_key(name) << YAML::Value;
    print(out, value);
  }
}

template <class T>
void print(YAML::Emitter& out, const T& value) {
  if constexpr (IsVector<T>::value) {
    print_list(out, value);
  } else if constexpr (HasFields<T>::value) {
    out << YAML::BeginMap;
    T::walk(value, [&](const char* name, const auto& field) { print_field(out, name, field); });
    out << YAML::EndMap;
  } else {
    print_scalar(out, value);
  }
}

}  // namespace

std::string print_config(const PlatformConfig& config) {
  YAML::Emitter out;
  print(out, config);
  return std::string(out.c_str()) + "\n";
}

}  // namespace tinsim
