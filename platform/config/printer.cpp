// SPDX-License-Identifier: Apache-2.0
// Configuration printer: any aggregate with a field list as YAML that reads back equal.
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "platform/config/cell_bytes.h"
#include "platform/config/key_uses.h"
#include "platform/config/reader.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

void print_scalar(YAML::Emitter& out, bool value) { out << value; }
// fmt prints the shortest text that reads back as the same double; the emitter would round it.
void print_scalar(YAML::Emitter& out, double value) { out << fmt::format("{}", value); }
void print_scalar(YAML::Emitter& out, uint64_t value) { out << value; }
void print_scalar(YAML::Emitter& out, unsigned value) { out << value; }
// The emitter leaves some characters as they are that steer a terminal.
void print_scalar(YAML::Emitter& out, const std::string& value) {
  if (printable(value, value.size()) != value) out << YAML::DoubleQuoted << YAML::EscapeNonAscii;
  out << value;
}
void print_scalar(YAML::Emitter& out, const CellBytes& value) { print_yaml(out, value); }
void print_scalar(YAML::Emitter& out, const AutoOrNumber& value) {
  if (value.number)
    print_scalar(out, *value.number);
  else
    out << "auto";
}
void print_scalar(YAML::Emitter& out, const Percentage& value) { out << text_of(value); }
void print_scalar(YAML::Emitter& out, const Ratio& value) { out << text_of(value); }
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
void print_scalar(YAML::Emitter& out, Enum value) {
  out << std::string(word_of(value));
}

class Printer {
 public:
  explicit Printer(std::set<std::string> unused) : unused_(std::move(unused)) {}

  template <class T>
  void print(const std::string& path, const T& value) {
    if constexpr (IsVector<T>::value) {
      print_list(path, value);
    } else if constexpr (HasFields<T>::value) {
      out_ << YAML::BeginMap;
      T::walk(value, [&](const char* name, const auto& field) {
        print_field(join_path(path, yaml_key(name)), yaml_key(name), field);
      });
      out_ << YAML::EndMap;
    } else {
      print_scalar(out_, value);
    }
  }

  std::string text() const { return std::string(out_.c_str()) + "\n"; }

 private:
  template <class T>
  void print_list(const std::string& path, const std::vector<T>& list) {
    if (!HasFields<T>::value || list.empty()) out_ << YAML::Flow;
    out_ << YAML::BeginSeq;
    for (size_t i = 0; i < list.size(); ++i) print(join_path(path, std::to_string(i)), list[i]);
    out_ << YAML::EndSeq;
  }

  /// A key that is not used would be refused by the reader.
  template <class T>
  void print_field(const std::string& path, const std::string& key, const T& value) {
    if (unused_.count(path) != 0) return;
    if constexpr (IsOptional<T>::value) {
      if (value) print_field(path, key, *value);
    } else {
      out_ << YAML::Key << key << YAML::Value;
      print(path, value);
    }
  }

  YAML::Emitter out_;
  std::set<std::string> unused_;
};

}  // namespace

std::string print_config(const PlatformConfig& config) {
  Printer printer(unused_paths(config));
  printer.print("", config);
  return printer.text();
}

}  // namespace tinsim
