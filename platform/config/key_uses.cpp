// SPDX-License-Identifier: Apache-2.0
// Keys without effect: found by the table, reset to their defaults, refused where they differ.
#include "platform/config/key_uses.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/config/same_fields.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

bool is_of_entries(const std::string& pattern) { return pattern.find('*') != pattern.npos; }

std::string of_entry(std::string pattern, size_t entry) {
  const size_t star = pattern.find('*');
  return star == pattern.npos ? pattern : pattern.replace(star, 1, std::to_string(entry));
}

/// Length of the list that a pattern with a `*` goes through.
size_t entries_of(const PlatformConfig& config, const std::string& pattern) {
  if (pattern.rfind("traffic.*", 0) == 0) return config.traffic.size();
  if (pattern.rfind("ip_traffic.*", 0) == 0) return config.ip_traffic.size();
  if (pattern.rfind("rma_traffic.*", 0) == 0) return config.rma_traffic.size();
  return config.failures.events.size();
}

/// A key of an entry depends on that entry alone, any other one on all entries of a list.
std::vector<std::string> selectors_of(const PlatformConfig& config, const KeyUse& use,
                                      const std::string& key, size_t entry) {
  std::vector<std::string> all;
  for (const std::string& selector : use.selectors) {
    if (is_of_entries(key) || !is_of_entries(selector)) {
      all.push_back(of_entry(selector, entry));
      continue;
    }
    for (size_t i = 0; i < entries_of(config, selector); ++i) all.push_back(of_entry(selector, i));
  }
  return all;
}

/// Sections come before what is in them: what is unused with its section has no line of its own.
bool is_below(const std::string& path, const std::set<std::string>& sections) {
  for (size_t dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    if (sections.count(path.substr(0, dot)) != 0) return true;
  return false;
}

template <class T>
void reset(const std::set<std::string>& unused, const std::string& path, T& value) {
  if constexpr (IsVector<T>::value) {
    if constexpr (HasFields<typename T::value_type>::value) {
      for (size_t i = 0; i < value.size(); ++i)
        reset(unused, join_path(path, std::to_string(i)), value[i]);
    }
  } else if constexpr (HasFields<T>::value) {
    const T defaults;
    T::zip(value, defaults, [&](const char* name, auto& field, const auto& initial) {
      const std::string at = join_path(path, yaml_key(name));
      if (unused.count(at) != 0)
        field = initial;
      else
        reset(unused, at, field);
    });
  }
}

/// Adds the paths of values that are not the default; of a list whose entries have fields, too, and
/// of these.
template <class T>
void add_changed(const std::string& path, const T& value, const T& initial,
                 std::set<std::string>& changed) {
  if constexpr (HasFields<T>::value) {
    T::zip(value, initial, [&](const char* name, const auto& field, const auto& at_first) {
      add_changed(join_path(path, yaml_key(name)), field, at_first, changed);
    });
  } else {
    if (!same_fields(value, initial)) changed.insert(path);
    if constexpr (IsVector<T>::value) {
      if constexpr (HasFields<typename T::value_type>::value) {
        for (size_t i = 0; i < value.size(); ++i)
          add_changed(join_path(path, std::to_string(i)), value[i], {}, changed);
      }
    }
  }
}

/// The first place at or below the key where a value was written in vain; empty: nowhere.
std::string written_in_vain(const UnusedKey& key, const Origins& origins,
                            const std::set<std::string>& changed) {
  const auto& selectors = key.selectors;
  const auto is_any = [&](auto&& holds) {
    return std::any_of(selectors.begin(), selectors.end(), holds);
  };
  const auto is_written = [&](const std::string& path) { return origins.has(path); };
  const auto is_override = [&](const std::string& path) { return origins.is_override(path); };
  if (key.use->is_section && is_any(is_written)) return "";
  const bool serves_others = is_any(is_override);
  for (const std::string& path : origins.at_or_below(key.path)) {
    if (serves_others && !origins.is_override(path)) continue;
    const auto is_in_it = [&](const std::string& each) { return is_at_or_below(each, path); };
    if (std::any_of(changed.begin(), changed.end(), is_in_it)) return path;
  }
  return "";
}

}  // namespace

bool is_at_or_below(const std::string& path, const std::string& key) {
  return path.compare(0, key.size(), key) == 0 &&
         (path.size() == key.size() || path[key.size()] == '.');
}

std::vector<UnusedKey> unused_keys(const PlatformConfig& config) {
  std::vector<UnusedKey> unused;
  std::set<std::string> paths;
  for (const KeyUse& use : key_uses()) {
    for (const std::string& key : use.keys) {
      const size_t entries = is_of_entries(key) ? entries_of(config, key) : 1;
      for (size_t i = 0; i < entries; ++i) {
        const std::string path = of_entry(key, i);
        if (use.is_used(config, i) || is_below(path, paths)) continue;
        paths.insert(path);
        unused.push_back({path, &use, selectors_of(config, use, key, i)});
      }
    }
  }
  return unused;
}

std::set<std::string> unused_paths(const PlatformConfig& config) {
  std::set<std::string> paths;
  for (const UnusedKey& key : unused_keys(config)) paths.insert(key.path);
  return paths;
}

PlatformConfig used_part(const PlatformConfig& config) {
  PlatformConfig used = config;
  reset(unused_paths(config), "", used);
  return used;
}

std::vector<ForeignKey> foreign_keys(const PlatformConfig& config, const Origins& origins) {
  std::vector<ForeignKey> foreign;
  std::set<std::string> seen;
  std::set<const KeyUse*> sections;
  std::set<std::string> changed;
  add_changed("", config, {}, changed);
  for (const UnusedKey& key : unused_keys(config)) {
    const std::string path = written_in_vain(key, origins, changed);
    if (path.empty() || !seen.insert(path).second) continue;
    // One line says that a section is off, however many of its keys are written.
    if (key.use->is_section && !sections.insert(key.use).second) continue;
    const std::string name = path.substr(path.rfind('.') + 1);
    foreign.push_back({path, fmt::format("is only for {}; expected no {} {}", key.use->users, name,
                                         key.use->without)});
  }
  return foreign;
}

}  // namespace tinsim
