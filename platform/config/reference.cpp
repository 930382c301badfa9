// SPDX-License-Identifier: Apache-2.0
// Reference tables of the configuration in Markdown, from the lists of keys.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "platform/config/cell_bytes.h"
#include "platform/config/platform_config.h"
#include "platform/config/range_text.h"
#include "platform/config/schema.h"
#include "platform/config/strict_yaml.h"
#include "tlm/wan/wan_config.h"

namespace tinsim {
namespace {

std::string default_text(bool value) { return value ? "true" : "false"; }
std::string default_text(const std::string& value) { return value.empty() ? "''" : value; }
std::string default_text(const CellBytes& value) { return std::to_string(value.items[0].bytes); }
template <class T>
std::string default_text(const std::optional<T>&) {
  return "unset";
}
std::string default_text(const AutoOrNumber& value) {
  return value.is_auto() ? "auto" : fmt::format("{}", *value.number);
}
std::string default_text(const Ratio& value) { return text_of(value); }
template <class T>
std::string default_text(const std::vector<T>& value) {
  return fmt::format("{}", value);
}
template <class T>
std::string default_text(const T& value) {
  if constexpr (IsNamedEnum<T>::value)
    return std::string(word_of(value));
  else
    return fmt::format("{}", value);
}

template <class T>
std::string range_of(const KeyRule& rule, const T&) {
  if constexpr (IsOptional<T>::value) return range_of(rule, typename T::value_type{});
  if constexpr (IsNamedEnum<T>::value) return fmt::format("{}", fmt::join(words_of<T>(), ", "));
  const std::string numbers = range_text(rule.range);
  if constexpr (std::is_same_v<T, AutoOrNumber>) return "auto, or " + numbers;
  if constexpr (std::is_same_v<T, Ratio>) return numbers + ", also as in 4/3";
  if constexpr (std::is_same_v<T, Percentage>) return numbers + ", with a percent sign";
  return numbers;
}

template <class T>
struct IsListOfMappings : std::false_type {};
template <class T>
struct IsListOfMappings<std::vector<T>> : HasFields<T> {};

template <class T>
std::string row(const std::string& path, const T& field, const KeyRule& rule) {
  return fmt::format("| `{}` | `{}` | {} | {} |\n", path, default_text(field),
                     range_of(rule, field), rule.text);
}

template <class T>
std::string table(const std::string& pattern, const T& section) {
  std::string out;
  T::walk_keys(section, [&](const char* name, const auto& field, const KeyRule& rule) {
    using Field = std::decay_t<decltype(field)>;
    const std::string path = join_path(pattern, yaml_key(name));
    if constexpr (HasFields<Field>::value) {
      out += table(path, field);
    } else if constexpr (IsListOfMappings<Field>::value) {
      out += table(path + ".*", typename Field::value_type{});
    } else {
      out += row(path, field, rule);
    }
  });
  return out;
}

/// `rule` of a key at the top that is no section.
template <class T>
std::string section_text(const std::string& key, const T& section, const KeyRule& rule) {
  if constexpr (IsVector<T>::value) {
    return section_text(key + ".*", typename T::value_type{}, rule);
  } else {
    std::string rows;
    if constexpr (HasFields<T>::value)
      rows = table(key, section);
    else
      rows = row(key, section, rule);
    return fmt::format("\n### `{}`\n\n| key | default | range | meaning |\n|---|---|---|---|\n{}",
                       key, rows);
  }
}

}  // namespace

std::string config_reference() {
  std::string out;
  const PlatformConfig defaults;
  PlatformConfig::walk_keys(defaults,
                            [&](const char* name, const auto& section, const KeyRule& rule) {
                              out += section_text(yaml_key(name), section, rule);
                            });
  // The key of a file of its own.
  return out + section_text("wan", WanConfig{}, KeyRule());
}

}  // namespace tinsim
