// SPDX-License-Identifier: Apache-2.0
// JSON Schema of the configuration, from the lists of keys.
#include "platform/config/schema.h"

#include <algorithm>

#include "platform/config/cell_bytes.h"
#include "platform/config/platform_config.h"
#include "platform/config/strict_yaml.h"
#include "tlm/wan/wan_config.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

Json bound_number(const char* type, const KeyRange& range) {
  Json json = {{"type", type}};
  json[range.above_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (range.max < std::numeric_limits<double>::infinity()) json["maximum"] = range.max;
  return json;
}

Json scalar_schema(const KeyRange&, bool) { return {{"type", "boolean"}}; }
Json scalar_schema(const KeyRange& range, double) { return bound_number("number", range); }
Json scalar_schema(const KeyRange& range, unsigned) { return bound_number("integer", range); }
Json scalar_schema(const KeyRange&, const std::string&) { return {{"type", "string"}}; }

template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
Json scalar_schema(const KeyRange&, Enum) {
  return {{"enum", words_of<Enum>()}};
}

Json scalar_schema(const KeyRange& range, const AutoOrNumber&) {
  return {{"anyOf", {{{"enum", {"auto"}}}, bound_number("number", range)}}};
}

Json scalar_schema(const KeyRange&, const Percentage&) {
  return {{"type", "string"}, {"pattern", "^[0-9.e+-]+ *% *$"}};
}

Json scalar_schema(const KeyRange& range, const Ratio&) {
  const Json text = {{"type", "string"}, {"pattern", "^[0-9]+/[0-9]+$"}};
  return {{"anyOf", {bound_number("number", range), text}}};
}

Json scalar_schema(const KeyRange&, uint64_t) {
  return {{"type", "integer"}, {"minimum", 0}, {"maximum", std::numeric_limits<uint64_t>::max()}};
}

Json number_range() { return {{"type", "string"}, {"pattern", "^[0-9]+\\.\\.[0-9]+(/[0-9]+)?$"}}; }

Json mapping(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json scalar_schema(const KeyRange& range_of_size, const CellBytes&) {
  Json size = bound_number("integer", range_of_size);
  size["multipleOf"] = kCellByteStep;
  const Json weight = {{"type", "integer"}, {"minimum", 1}, {"maximum", kMaxCellWeight}};
  const Json range = mapping({{"min", size}, {"max", size}, {"step", size}}, {"min", "max"});
  const Json item = mapping({{"bytes", size}, {"weight", weight}}, Json::array());
  return {{"anyOf", {size, range, {{"type", "array"}, {"items", item}, {"minItems", 1}}}}};
}

/// Also the values the schema calls defaults. Cell sizes are given by their YAML text.
Json default_value(const CellBytes& value) { return value.items.at(0).bytes; }
Json default_value(const AutoOrNumber& value) {
  return value.is_auto() ? Json("auto") : Json(*value.number);
}
Json default_value(const Ratio& value) {
  return value.den == 1 ? Json(value.num) : Json(text_of(value));
}
template <class T>
Json default_value(const T& value) {
  if constexpr (IsNamedEnum<T>::value)
    return word_of(value);
  else
    return value;
}

/// Keys of a section that is only for `of_section`, unless empty, but for the switch `enabled`.
template <class T>
Json schema_of(const KeyRule& rule, const T& value, const std::string& of_section = "");

/// A key that not all settings use has its users in its description: elsewhere only its default is
/// accepted.
std::string description(const KeyRule& rule, const std::string& of_section) {
  std::string text(rule.text);
  const auto add = [&text](const std::string& users) {
    text += (text.empty() ? "only for " : "; only for ") + users;
  };
  if (!of_section.empty()) add(of_section);
  if (rule.only_if && !rule.only_if->is_inside) add(rule.only_if->users);
  return text;
}

template <class T>
Json properties_of(const T& section, const std::string& inside) {
  Json properties = Json::object();
  T::walk_keys(section, [&](const char* name, const auto& field, const KeyRule& rule) {
    const std::string key = yaml_key(name);
    properties[key] = schema_of(rule, field, key == "enabled" ? "" : inside);
  });
  return properties;
}

template <class T>
Json schema_of(const KeyRule& rule, const T& value, const std::string& of_section) {
  const std::string text = description(rule, of_section);
  Json json = Json::object();
  if constexpr (HasFields<T>::value) {
    if (!text.empty()) json["description"] = text;
    json["type"] = "object";
    const bool is_inside = rule.only_if && rule.only_if->is_inside;
    json["properties"] = properties_of(value, is_inside ? rule.only_if->users : "");
    json["additionalProperties"] = false;
    return json;
  } else if constexpr (IsOptional<T>::value) {
    json["description"] = text;
    json["anyOf"] = {scalar_schema(rule.range, typename T::value_type{}), {{"type", "null"}}};
    return json;
  } else if constexpr (IsVector<T>::value) {
    using Item = typename T::value_type;
    if constexpr (HasFields<Item>::value) {
      return {{"type", "array"}, {"items", schema_of(KeyRule(), Item{})}};
    } else {
      Json item = scalar_schema(rule.range, Item{});
      if constexpr (std::is_same_v<Item, unsigned>) item = {{"anyOf", {item, number_range()}}};
      json["description"] = text;
      json["anyOf"] = {item, {{"type", "array"}, {"items", item}}};
      json["default"] = value;
      return json;
    }
  } else {
    json["description"] = text;
    json.update(scalar_schema(rule.range, value));
    json["default"] = default_value(value);
    return json;
  }
}

}  // namespace

Json config_schema() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "tinsim configuration"},
                 {"description",
                  "A key that is `only for` something is refused without it, unless it has its "
                  "default: which this schema says in descriptions alone."}};
  const PlatformConfig defaults;
  schema.update(schema_of(KeyRule(), defaults));
  schema["properties"]["base"] = {
      {"type", "string"},
      {"description", "configuration that this one starts from, relative to this file"}};
  schema["properties"]["wan"] =
      schema_of(KeyRule("a file for `tinsim wan` has this key alone"), WanConfig{});
  const Json cells = {{"required", {"traffic"}}, {"properties", {{"traffic", {{"minItems", 1}}}}}};
  const Json on = {{"required", {"enabled"}}, {"properties", {{"enabled", {{"const", true}}}}}};
  const Json packets = {{"required", {"ip"}}, {"properties", {{"ip", on}}}};
  const Json memory = {{"required", {"rma"}}, {"properties", {{"rma", on}}}};
  const Json based = {{"required", {"base"}}};
  const Json wan = {{"required", {"wan"}}};
  schema["anyOf"] = {cells, packets, memory, based, wan};
  return schema;
}

}  // namespace tinsim
