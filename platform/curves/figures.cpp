// SPDX-License-Identifier: Apache-2.0
// The figures of a summary by name.
#include "platform/curves/figures.h"

#include <algorithm>

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

void flatten_into(const std::string& path, const Json& json, Figures& figures) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (json.is_object()) {
    for (const auto& [key, child] : json.items()) flatten_into(below(key), child, figures);
  } else if (json.is_array()) {
    for (size_t i = 0; i < json.size(); ++i) {
      flatten_into(below(std::to_string(i)), json[i], figures);
    }
  } else if (path != "config" && path != "seed") {
    figures.emplace_back(path, json);
  }
}

const Json* find(const Figures& figures, const std::string& name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const auto& each) { return each.first == name; });
  return found == figures.end() ? nullptr : &found->second;
}

}  // namespace

Figures flatten(const Json& summary) {
  Figures figures;
  flatten_into("", summary, figures);
  return figures;
}

std::optional<double> number_in(const Figures& figures, const std::string& name) {
  const Json* const value = find(figures, name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

bool is_true(const Figures& figures, const std::string& name) {
  const Json* const value = find(figures, name);
  return value != nullptr && *value == true;
}

}  // namespace tinsim
