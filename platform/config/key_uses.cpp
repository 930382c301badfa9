// SPDX-License-Identifier: Apache-2.0
// Keys without effect: found by their rules, reset to their defaults, refused where they differ.
#include "platform/config/key_uses.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/config/same_fields.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

/// Length of a list of mappings at the top.
size_t entries_of(const PlatformConfig& config, const std::string& list) {
  size_t entries = 0;
  PlatformConfig::walk(config, [&](const char* name, const auto& section) {
    if constexpr (IsVector<std::decay_t<decltype(section)>>::value) {
      if (name == list) entries = section.size();
    }
  });
  return entries;
}

/// Of the key of a section at `path`. A `*` stands for all entries of a list.
std::vector<std::string> selectors_of(const PlatformConfig& config, const std::string& path,
                                      const OnlyIf& only) {
  std::vector<std::string> all;
  for (const std::string& selector : only.selectors) {
    const size_t star = selector.find(".*.");
    if (star == selector.npos) {
      all.push_back(only.of_config ? selector : join_path(path, selector));
      continue;
    }
    const std::string list = selector.substr(0, star);
    for (size_t i = 0; i < entries_of(config, list); ++i)
      all.push_back(fmt::format("{}.{}{}", list, i, selector.substr(star + 2)));
  }
  return all;
}

class UnusedKeys {
 public:
  explicit UnusedKeys(const PlatformConfig& config) : config_(config) { add_section("", config); }
  std::vector<UnusedKey> take() { return std::move(keys_); }

 private:
  template <class Section>
  void add_section(const std::string& path, const Section& section) {
    Section::walk_keys(section, [&](const char* name, const auto& field, const KeyRule& rule) {
      const std::string at = join_path(path, yaml_key(name));
      if (is_used(rule, section))
        add_below(at, field);
      else if (rule.only_if->is_inside)
        add_inside(at, field, path, *rule.only_if);
      else
        add(at, path, *rule.only_if);
    });
  }

  template <class Section>
  bool is_used(const KeyRule& rule, const Section& section) const {
    if (!rule.only_if) return true;
    return rule.only_if->of_config ? rule.only_if->holds(&config_) : rule.only_if->holds(&section);
  }

  void add(const std::string& key, const std::string& path, const OnlyIf& only) {
    keys_.push_back(
        {key, selectors_of(config_, path, only), only.users, only.without, only.is_switch});
  }

  template <class Field>
  void add_inside(const std::string& at, const Field&, const std::string& path,
                  const OnlyIf& only) {
    if constexpr (HasFields<Field>::value) {
      for (const std::string& key : key_names<Field>())
        if (key != "enabled") add(join_path(at, key), path, only);
    }
  }

  template <class Field>
  void add_below(const std::string& at, const Field& field) {
    if constexpr (HasFields<Field>::value) {
      add_section(at, field);
    } else if constexpr (IsVector<Field>::value) {
      if constexpr (HasFields<typename Field::value_type>::value) {
        for (size_t i = 0; i < field.size(); ++i)
          add_section(join_path(at, std::to_string(i)), field[i]);
      }
    }
  }

  const PlatformConfig& config_;
  std::vector<UnusedKey> keys_;
};

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

/// The first place at or below the key where a value without effect was written; empty: none.
std::string written_in_vain(const UnusedKey& key, const Origins& origins,
                            const std::set<std::string>& changed) {
  const auto& selectors = key.selectors;
  const auto is_any = [&](auto&& holds) {
    return std::any_of(selectors.begin(), selectors.end(), holds);
  };
  const auto is_written = [&](const std::string& path) { return origins.has(path); };
  if (key.is_section && is_any(is_written)) return "";
  for (const std::string& path : origins.at_or_below(key.path)) {
    // The value belongs to a selector that a later file or an override has replaced.
    if (is_any([&](const std::string& selector) { return origins.is_later(selector, path); })) {
      continue;
    }
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

bool is_dragonfly(const PlatformConfig& config) {
  return config.topology.kind == TopologyKind::dragonfly;
}

bool writes_traces(const PlatformConfig& config) {
  return config.trace.is_on() || !config.ip.capture.ports.empty();
}

std::vector<UnusedKey> unused_keys(const PlatformConfig& config) {
  return UnusedKeys(config).take();
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
  std::set<std::string> sections;
  std::set<std::string> changed;
  add_changed("", config, {}, changed);
  for (const UnusedKey& key : unused_keys(config)) {
    const std::string path = written_in_vain(key, origins, changed);
    if (path.empty() || !seen.insert(path).second) continue;
    // One line says that a section is off, however many of its keys are written.
    if (key.is_section && !sections.insert(key.path.substr(0, key.path.find('.'))).second) continue;
    const std::string name = path.substr(path.rfind('.') + 1);
    foreign.push_back(
        {path, fmt::format("is only for {}; expected no {} {}", key.users, name, key.without)});
  }
  return foreign;
}

}  // namespace tinsim
