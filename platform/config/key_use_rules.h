// SPDX-License-Identifier: Apache-2.0
// How lines of the table of key uses are written. Internal to the table.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "platform/config/key_uses.h"
#include "platform/config/strict_yaml.h"

namespace tinsim::key_use_rules {

using Names = std::vector<std::string>;

inline bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// `a`, `a and b`, `a, b and c`.
inline std::string listed(const Names& names) {
  const Names but_last(names.begin(), names.end() - 1);
  return but_last.empty() ? names.back()
                          : fmt::format("{} and {}", fmt::join(but_last, ", "), names.back());
}

inline KeyUse of_kinds(Names keys, const Names& kinds) {
  return {std::move(keys),
          {"topology.kind"},
          listed(kinds),
          "with this kind",
          [kinds](const PlatformConfig& c, size_t) { return contains(kinds, c.topology.kind); }};
}

inline KeyUse of_modes(Names keys, const Names& modes) {
  return {std::move(keys),
          {"routing.mode"},
          listed(modes),
          "with this mode",
          [modes](const PlatformConfig& c, size_t) { return contains(modes, c.routing.mode); }};
}

/// `list` is the one of PlatformConfig that the keys' patterns begin with.
template <class Entry>
KeyUse of_patterns(Names keys, std::vector<Entry> PlatformConfig::*list, const Names& patterns) {
  const std::string selector = keys[0].substr(0, keys[0].rfind('.')) + ".pattern";
  return {std::move(keys),
          {selector},
          listed(patterns),
          "with this pattern",
          [list, patterns](const PlatformConfig& c, size_t i) {
            return contains(patterns, (c.*list)[i].pattern);
          }};
}

/// The keys of a section, but for its switch `enabled`.
template <class Section>
KeyUse of_section(const std::string& path, const std::string& users,
                  const Section PlatformConfig::*section) {
  Names keys;
  for (const std::string& key : key_names<Section>())
    if (key != "enabled") keys.push_back(path + "." + key);
  const std::string selector = path + ".enabled";
  return {keys,
          {selector},
          users,
          "without " + selector + ": true",
          [section](const PlatformConfig& c, size_t) { return (c.*section).enabled; },
          true};
}

void add_traffic_uses(std::vector<KeyUse>& table);
/// Lines of the IP path, hosts, 1RMA and CliqueMap.
void add_host_uses(std::vector<KeyUse>& table);

}  // namespace tinsim::key_use_rules
