// SPDX-License-Identifier: Apache-2.0
// JSON Schema of the configuration, from the field lists and the field table.
#include "platform/config/schema.h"

#include <algorithm>

#include "platform/config/cell_bytes.h"
#include "platform/config/field_table.h"
#include "platform/config/key_uses.h"
#include "platform/config/platform_config.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

Json bound_number(const char* type, const FieldRule& rule) {
  Json json = {{"type", type}};
  json[rule.above_min ? "exclusiveMinimum" : "minimum"] = rule.min;
  if (rule.max < std::numeric_limits<double>::infinity()) json["maximum"] = rule.max;
  return json;
}

Json scalar_schema(const FieldRule&, bool) { return {{"type", "boolean"}}; }
Json scalar_schema(const FieldRule& rule, double) { return bound_number("number", rule); }
Json scalar_schema(const FieldRule& rule, unsigned) { return bound_number("integer", rule); }

Json scalar_schema(const FieldRule&, uint64_t) {
  return {{"type", "integer"}, {"minimum", 0}, {"maximum", std::numeric_limits<uint64_t>::max()}};
}

Json scalar_schema(const FieldRule& rule, const std::string&) {
  if (rule.choices.empty()) return {{"type", "string"}};
  const Json words = {{"enum", rule.choices}};
  if (!rule.or_number) return words;
  return {{"anyOf", {words, bound_number("number", rule)}}};
}

Json mapping(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json scalar_schema(const FieldRule& rule, const CellBytes&) {
  Json size = bound_number("integer", rule);
  size["multipleOf"] = kCellWordBytes;
  const Json weight = {{"type", "integer"}, {"minimum", 1}, {"maximum", kMaxCellWeight}};
  const Json range = mapping({{"min", size}, {"max", size}}, {"min", "max"});
  const Json item = mapping({{"bytes", size}, {"weight", weight}}, Json::array());
  return {{"anyOf", {size, range, {{"type", "array"}, {"items", item}, {"minItems", 1}}}}};
}

/// Also the values the schema calls defaults. Cell sizes are given by their YAML text.
Json default_value(const CellBytes& value) { return value.items.at(0).bytes; }
template <class T>
Json default_value(const T& value) {
  return value;
}

/// Says of a key that not all settings use for which it is: elsewhere only its default is accepted.
std::string with_uses(std::string text, const std::string& pattern) {
  for (const KeyUse& use : key_uses()) {
    if (std::find(use.keys.begin(), use.keys.end(), pattern) == use.keys.end()) continue;
    text += (text.empty() ? "only for " : "; only for ") + use.users;
  }
  return text;
}

Json described(const FieldRule& rule, const std::string& pattern) {
  return {{"description", with_uses(rule.text, pattern)}};
}

template <class T>
Json schema_of(const std::string& pattern, const T& value) {
  if constexpr (HasFields<T>::value) {
    Json properties = Json::object();
    T::walk(value, [&](const char* name, const auto& field) {
      const std::string key = yaml_key(name);
      properties[key] = schema_of(join_path(pattern, key), field);
    });
    Json json;
    if (const std::string uses = with_uses("", pattern); !uses.empty()) json["description"] = uses;
    json["type"] = "object";
    json["properties"] = std::move(properties);
    json["additionalProperties"] = false;
    return json;
  } else if constexpr (IsOptional<T>::value) {
    const FieldRule& rule = field_rule(pattern);
    const Json inner = scalar_schema(rule, typename T::value_type{});
    Json json = described(rule, pattern);
    json["anyOf"] = {inner, {{"type", "null"}}};
    return json;
  } else if constexpr (IsVector<T>::value) {
    using Item = typename T::value_type;
    if constexpr (HasFields<Item>::value) {
      return {{"type", "array"}, {"items", schema_of(pattern + ".*", Item{})}};
    } else {
      const FieldRule& rule = field_rule(pattern);
      const Json item = scalar_schema(rule, Item{});
      Json json = described(rule, pattern);
      json["anyOf"] = {item, {{"type", "array"}, {"items", item}}};
      json["default"] = value;
      return json;
    }
  } else {
    const FieldRule& rule = field_rule(pattern);
    Json json = described(rule, pattern);
    json.update(scalar_schema(rule, value));
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
  schema.update(schema_of("", defaults));
  const Json cells = {{"required", {"traffic"}}, {"properties", {{"traffic", {{"minItems", 1}}}}}};
  const Json on = {{"required", {"enabled"}}, {"properties", {{"enabled", {{"const", true}}}}}};
  const Json packets = {{"required", {"ip"}}, {"properties", {{"ip", on}}}};
  const Json memory = {{"required", {"rma"}}, {"properties", {{"rma", on}}}};
  schema["anyOf"] = {cells, packets, memory};
  return schema;
}

}  // namespace tinsim
