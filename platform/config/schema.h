// SPDX-License-Identifier: Apache-2.0
// Descriptions of the configuration made from the lists of keys.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tinsim {

/// JSON Schema (draft-07) of a configuration file: keys, types, ranges, choices, defaults.
nlohmann::ordered_json config_schema();

/// Markdown tables of all keys with default, range and meaning, one table per section.
std::string config_reference();

}  // namespace tinsim
