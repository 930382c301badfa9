// SPDX-License-Identifier: Apache-2.0
// Strict YAML: reads a document into any aggregate that has a field list, and collects every error
// with its location.
#pragma once

#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform/config/error_lines.h"
#include "platform/config/origins.h"
#include "rtl_models/common/named_enum.h"

namespace tinsim {

/// The YAML key of a member: its name without the one trailing `_` that keeps it clear of C++
/// keywords (`switch_` -> `switch`).
std::string yaml_key(std::string_view member);

/// `parent.child`, or `child` at the top level.
std::string join_path(const std::string& parent, const std::string& child);

struct IgnoreField {
  template <class T>
  void operator()(const char*, T&&) const {}
};

template <class T, class = void>
struct HasFields : std::false_type {};
template <class T>
struct HasFields<T, std::void_t<decltype(T::walk(std::declval<T&>(), IgnoreField{}))>>
    : std::true_type {};

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

class StrictYaml;
/// True for a type that brings its own `read_yaml(StrictYaml&, node, path, value)`.
template <class T, class = void>
struct HasReadYaml : std::false_type {};
template <class T>
struct HasReadYaml<T, std::void_t<decltype(read_yaml(
                          std::declval<StrictYaml&>(), std::declval<const YAML::Node&>(),
                          std::string(), std::declval<T&>()))>> : std::true_type {};

template <class T>
std::vector<std::string> key_names() {
  std::vector<std::string> names;
  const T defaults;
  T::walk(defaults, [&](const char* name, const auto&) { names.push_back(yaml_key(name)); });
  return names;
}

class StrictYaml {
 public:
  /// `file` is the name that errors begin with.
  explicit StrictYaml(std::string file) : file_(file), origins_(std::move(file)) {}
  /// For overrides of what was read before.
  explicit StrictYaml(Origins origins) : file_(origins.file()), origins_(std::move(origins)) {}

  /// Parses the text of a file that errors name from here on; nothing, and an error, if it is no
  /// YAML.
  std::optional<YAML::Node> parse_file(const std::string& text, const std::string& file);
  /// Reads a parsed file; its values replace those of the files read before.
  template <class T>
  void read_file(const YAML::Node& root, const std::string& file, T& value);

  /// Reads a whole document; keys it does not give keep what `value` held before.
  template <class T>
  void read_document(const std::string& text, T& value);

  /// Applies one `--set path=value`; `value` is YAML. A mapping changes only the keys it names.
  /// Errors begin with `place`, where given, instead of `--set path=value`.
  template <class T>
  void apply_override(const std::string& assignment, T& value, const std::string& place = "");

  /// Reads one node into any supported type; a value in error stays what it was.
  template <class T>
  void read(const YAML::Node& node, const std::string& path, T& value);

  /// Adds an error at the node; `text` is `what is wrong; expected …`.
  void fail(const YAML::Node& node, const std::string& path, const std::string& text);

  /// `file:line:col` of the node, as errors at it begin.
  std::string place(const YAML::Node& node) const { return where(mark_of(node)); }

  const Origins& origins() const { return origins_; }
  /// The first errors and how many more there are; error_count(): all.
  const std::vector<std::string>& errors() const { return errors_.lines(); }
  size_t error_count() const { return errors_.count(); }

 private:
  using Names = std::vector<std::string>;

  template <class T>
  void read_mapping(const YAML::Node& node, const std::string& path, T& value);
  template <class T>
  void read_list(const YAML::Node& node, const std::string& path, std::vector<T>& value);
  template <class T>
  void read_items(const YAML::Node& node, const std::string& path, std::vector<T>& items);
  void read_items(const YAML::Node& node, const std::string& path, std::vector<unsigned>& items);
  /// Appends the numbers of a range; false if the node is none.
  bool read_range(const YAML::Node& node, const std::string& path, std::vector<unsigned>& items);
  template <class T>
  void set(const YAML::Node& node, std::string_view rest, const std::string& path, T& value);

  void read_scalar(const YAML::Node& node, const std::string& path, bool& value);
  void read_scalar(const YAML::Node& node, const std::string& path, double& value);
  void read_scalar(const YAML::Node& node, const std::string& path, std::string& value);
  template <class T>
  void read_scalar(const YAML::Node& node, const std::string& path, T& value);
  void read_unsigned(const YAML::Node& node, const std::string& path, uint64_t max,
                     uint64_t& value);
  void fail_word(const YAML::Node& node, const std::string& path, const std::string& word,
                 const Names& words);
  void note(const YAML::Node& node, const std::string& path);

  std::optional<YAML::Node> parse_document(const std::string& text);
  std::optional<YAML::Node> parse_override(const std::string& assignment, std::string& path);
  bool check_mapping(const YAML::Node& node, const std::string& path, const Names& keys);
  /// Calls fn(key, child) for each known key's first occurrence; reports all other keys.
  void for_each_entry(const YAML::Node& node, const std::string& path, const Names& keys,
                      const std::function<void(const std::string&, const YAML::Node&)>& fn);
  void fail_unknown(const YAML::Mark& mark, const std::string& path, const std::string& key,
                    const Names& keys);
  void fail_at(const YAML::Mark& mark, const std::string& path, const std::string& text);
  YAML::Mark mark_of(const YAML::Node& node) const;
  std::string where(const YAML::Mark& mark) const;
  std::optional<size_t> list_index(std::string_view text, const std::string& path, size_t size);

  std::string file_;  ///< the one being read
  Origins origins_;
  YAML::Mark owner_mark_ =
      YAML::Mark::null_mark();  ///< of the key or list that holds the value being read
  std::string override_;        ///< place of the override being applied; empty while reading
  ErrorLines errors_;
};

template <class T>
void StrictYaml::read_document(const std::string& text, T& value) {
  if (const auto root = parse_document(text)) read(*root, "", value);
}

template <class T>
void StrictYaml::read_file(const YAML::Node& root, const std::string& file, T& value) {
  file_ = file;
  owner_mark_ = YAML::Mark::null_mark();
  origins_.begin_file(file);
  read(root, "", value);
}

template <class T>
void StrictYaml::apply_override(const std::string& assignment, T& value, const std::string& place) {
  override_ = place.empty() ? "--set " + assignment : place;
  std::string path;
  if (const auto node = parse_override(assignment, path)) set(*node, path, "", value);
  override_.clear();
}

template <class T>
void StrictYaml::read(const YAML::Node& node, const std::string& path, T& value) {
  if constexpr (IsVector<T>::value) origins_.remove(path);
  note(node, path);
  if constexpr (HasReadYaml<T>::value) {
    read_yaml(*this, node, path, value);
  } else if constexpr (IsOptional<T>::value) {
    if (node.IsNull()) {
      origins_.remove(path);
      return value.reset();
    }
    const size_t errors_before = errors_.count();
    typename T::value_type inner{};
    read(node, path, inner);
    if (errors_.count() == errors_before) value = std::move(inner);
  } else if constexpr (IsVector<T>::value) {
    read_list(node, path, value);
  } else if constexpr (HasFields<T>::value) {
    read_mapping(node, path, value);
  } else {
    read_scalar(node, path, value);
  }
}

template <class T>
void StrictYaml::read_mapping(const YAML::Node& node, const std::string& path, T& value) {
  const Names keys = key_names<T>();
  if (!check_mapping(node, path, keys)) return;
  for_each_entry(node, path, keys, [&](const std::string& key, const YAML::Node& child) {
    T::walk(value, [&](const char* name, auto& field) {
      if (yaml_key(name) == key) read(child, join_path(path, key), field);
    });
  });
}

template <class T>
void StrictYaml::read_list(const YAML::Node& node, const std::string& path, std::vector<T>& value) {
  constexpr bool kOfMappings = HasFields<T>::value;
  if (!node.IsSequence() && (kOfMappings || !node.IsScalar())) {
    return fail(node, path,
                kOfMappings ? "is not a list; expected a list of mappings"
                            : "is not a list; expected a list or a single value");
  }
  // Each is an object of hundreds of octets or more.
  constexpr size_t kMaxMappings = 10'000;
  if (kOfMappings && node.size() > kMaxMappings) {
    return fail(node, path,
                "has " + std::to_string(node.size()) + " entries; expected at most " +
                    std::to_string(kMaxMappings));
  }
  const size_t errors_before = errors_.count();
  std::vector<T> items;
  read_items(node, path, items);
  // Mappings in error are good apart from the keys in error, which hold their defaults.
  if (kOfMappings || errors_.count() == errors_before) value = std::move(items);
}

template <class T>
void StrictYaml::read_items(const YAML::Node& node, const std::string& path,
                            std::vector<T>& items) {
  items.resize(node.IsSequence() ? node.size() : 1);
  if (!node.IsSequence()) return read(node, path, items[0]);
  for (size_t i = 0; i < items.size(); ++i) {
    owner_mark_ = node.Mark();
    read(node[i], join_path(path, std::to_string(i)), items[i]);
  }
}

template <class T>
void StrictYaml::read_scalar(const YAML::Node& node, const std::string& path, T& value) {
  if constexpr (IsNamedEnum<T>::value) {
    std::string word;
    const size_t errors_before = errors_.count();
    read_scalar(node, path, word);
    if (errors_.count() != errors_before) return;
    if (const auto known = from_word<T>(word))
      value = *known;
    else
      fail_word(node, path, word, words_of<T>());
  } else {
    static_assert(std::is_unsigned_v<T>, "a field type that YAML configuration does not know");
    uint64_t wide = value;
    read_unsigned(node, path, std::numeric_limits<T>::max(), wide);
    value = static_cast<T>(wide);
  }
}

template <class T>
void StrictYaml::set(const YAML::Node& node, std::string_view rest, const std::string& path,
                     T& value) {
  if (rest.empty()) return read(node, path, value);
  const size_t dot = rest.find('.');
  const std::string head(rest.substr(0, dot));
  const std::string_view tail = dot == rest.npos ? std::string_view() : rest.substr(dot + 1);
  if constexpr (HasFields<T>::value && !HasReadYaml<T>::value) {
    bool known = false;
    T::walk(value, [&](const char* name, auto& field) {
      if (yaml_key(name) != head) return;
      known = true;
      set(node, tail, join_path(path, head), field);
    });
    if (!known) fail_unknown(node.Mark(), path, head, key_names<T>());
  } else if constexpr (IsVector<T>::value) {
    if (const auto i = list_index(head, path, value.size())) {
      set(node, tail, join_path(path, head), value[*i]);
    }
  } else {
    fail(node, path, "has no part '" + head + "'; expected the path to end here");
  }
}

}  // namespace tinsim
