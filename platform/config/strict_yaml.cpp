// SPDX-License-Identifier: Apache-2.0
// Strict YAML: documents, mappings, scalars and their error texts.
#include "platform/config/strict_yaml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "base/yaml_document.h"
#include "platform/config/nearest_name.h"
#include "platform/config/number_range.h"
#include "platform/config/renamed_keys.h"

namespace tinsim {
namespace {

/// How an error text names what was found.
std::string describe(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Sequence:
      return "is a list";
    case YAML::NodeType::Map:
      return "is a mapping";
    case YAML::NodeType::Scalar:
      return fmt::format("'{}'", node.Scalar());
    default:
      return "is empty";
  }
}

/// yaml-cpp marks a quoted scalar with the tag "!": text, independent of its form.
bool is_plain(const YAML::Node& node) { return node.IsScalar() && node.Tag() != "!"; }

std::string not_a(const YAML::Node& node, const char* kind) {
  if (!node.IsScalar()) return describe(node);
  return fmt::format("{} is not {}{}", describe(node), kind,
                     is_plain(node) ? "" : ", it is a quoted string");
}

/// YAML has no tabs in indentation; what yaml-cpp says of one is about what it took it for.
bool is_indented_with_tab(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string found;
  for (int i = 0; i <= line && std::getline(lines, found); ++i) {
    if (i < line) continue;
    return found.substr(0, found.find_first_not_of(" \t")).find('\t') != found.npos;
  }
  return false;
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace

std::string yaml_key(std::string_view member) {
  return std::string(without_last_underscore(member));
}

std::string join_path(const std::string& parent, const std::string& child) {
  return parent.empty() ? child : parent + "." + child;
}

YAML::Mark StrictYaml::mark_of(const YAML::Node& node) const {
  // yaml-cpp gives an empty value the position of the next token.
  return node.IsNull() && !owner_mark_.is_null() ? owner_mark_ : node.Mark();
}

std::string StrictYaml::where(const YAML::Mark& mark) const {
  if (!override_.empty()) return override_;
  if (mark.is_null()) return file_;
  return fmt::format("{}:{}:{}", file_, mark.line + 1, mark.column + 1);
}

void StrictYaml::note(const YAML::Node& node, const std::string& path) {
  const std::string place = where(mark_of(node));
  if (override_.empty())
    origins_.note(path, place);
  else
    origins_.note_override(path, place);
}

void StrictYaml::fail_at(const YAML::Mark& mark, const std::string& path, const std::string& text) {
  errors_.add(error_line(where(mark), path, text));
}

void StrictYaml::fail(const YAML::Node& node, const std::string& path, const std::string& text) {
  fail_at(mark_of(node), path, text);
}

void StrictYaml::fail_unknown(const YAML::Mark& mark, const std::string& path,
                              const std::string& key, const Names& keys) {
  const std::string_view renamed = renamed_key(join_path(path, key));
  const std::string hint =
      renamed.empty() ? did_you_mean(key, keys) : fmt::format(" (renamed to '{}')", renamed);
  fail_at(mark, path,
          fmt::format("unknown key '{}'{}; expected one of: {}", key, hint, fmt::join(keys, ", ")));
}

void StrictYaml::fail_word(const YAML::Node& node, const std::string& path, const std::string& word,
                           const Names& words) {
  fail(node, path,
       fmt::format("'{}' is unknown{}; expected one of: {}", word, did_you_mean(word, words),
                   fmt::join(words, ", ")));
}

std::optional<YAML::Node> StrictYaml::parse_file(const std::string& text, const std::string& file) {
  file_ = file;
  return parse_document(text);
}

std::optional<YAML::Node> StrictYaml::parse_document(const std::string& text) try {
  return load_only_document(text);
} catch (const YAML::Exception& error) {
  if (is_indented_with_tab(text, error.mark.line)) {
    fail_at(error.mark, "", "the line is indented with a tab; expected spaces");
  } else {
    const bool says_what = error.msg.find("; expected ") != error.msg.npos;
    fail_at(error.mark, "", error.msg + (says_what ? "" : "; expected valid YAML"));
  }
  return std::nullopt;
}

std::optional<YAML::Node> StrictYaml::parse_override(const std::string& assignment,
                                                     std::string& path) try {
  const size_t equals = assignment.find('=');
  path = assignment.substr(0, equals);
  if (equals == assignment.npos || path.empty()) {
    fail_at({}, "", "has no path or no value; expected path=value");
    return std::nullopt;
  }
  return load_only_document(assignment.substr(equals + 1));
} catch (const YAML::Exception& error) {
  fail_at(error.mark, path, error.msg + "; expected a value in YAML");
  return std::nullopt;
}

bool StrictYaml::check_mapping(const YAML::Node& node, const std::string& path, const Names& keys) {
  if (node.IsMap()) return true;
  fail(node, path,
       fmt::format("{}; expected a mapping with keys of: {}", not_a(node, "a mapping"),
                   fmt::join(keys, ", ")));
  return false;
}

void StrictYaml::for_each_entry(
    const YAML::Node& node, const std::string& path, const Names& keys,
    const std::function<void(const std::string&, const YAML::Node&)>& fn) {
  std::map<std::string, int> first_line;
  for (const auto& entry : node) {
    const YAML::Node key = entry.first;
    if (!key.IsScalar()) {
      fail(key, path,
           fmt::format("a key {}; expected one of: {}", describe(key), fmt::join(keys, ", ")));
      continue;
    }
    const std::string& name = key.Scalar();
    // yaml-cpp keeps both entries of a repeated key; which one counts would be an accident.
    const auto [seen, is_new] = first_line.emplace(name, key.Mark().line + 1);
    if (!is_new) {
      fail(key, path,
           fmt::format("key '{}' is given twice, first on line {}; expected it once", name,
                       seen->second));
    } else if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
      fail_unknown(key.Mark(), path, name, keys);
    } else {
      owner_mark_ = key.Mark();
      fn(name, entry.second);
    }
  }
}

void StrictYaml::read_scalar(const YAML::Node& node, const std::string& path, bool& value) {
  if (is_plain(node) && (node.Scalar() == "true" || node.Scalar() == "false")) {
    value = node.Scalar() == "true";
  } else {
    fail(node, path, not_a(node, "a truth value") + "; expected true or false");
  }
}

void StrictYaml::read_scalar(const YAML::Node& node, const std::string& path, std::string& value) {
  if (!node.IsScalar()) return fail(node, path, describe(node) + "; expected a string");
  const std::string& text = node.Scalar();
  for (size_t at = 0; at < text.size();) {
    const TextUnit unit = text_unit(text, at);
    if (!unit.is_utf8) {
      return fail(node, path, describe(node) + " is not UTF-8; expected a string in UTF-8");
    }
    at += unit.octets;
  }
  value = text;
}

void StrictYaml::read_scalar(const YAML::Node& node, const std::string& path, double& value) {
  if (!is_plain(node)) return fail(node, path, not_a(node, "a number") + "; expected a number");
  double number = 0;
  if (!YAML::convert<double>::decode(node, number)) {
    return fail(node, path, not_a(node, "a number") + "; expected a number");
  }
  if (!std::isfinite(number)) {
    return fail(node, path, describe(node) + " is not finite; expected a finite number");
  }
  value = number;
}

void StrictYaml::read_unsigned(const YAML::Node& node, const std::string& path, uint64_t max,
                               uint64_t& value) {
  const std::string expected = fmt::format("expected an integer from 0 to {}", max);
  const std::string_view text = is_plain(node) ? std::string_view(node.Scalar()) : "";
  if (!text.empty() && text[0] == '-' && all_digits(text.substr(1))) {
    return fail(node, path, fmt::format("{} is negative; {}", text, expected));
  }
  if (!all_digits(text)) return fail(node, path, not_a(node, "an integer") + "; " + expected);
  uint64_t number = 0;
  const auto end = text.data() + text.size();
  if (std::from_chars(text.data(), end, number).ec != std::errc() || number > max) {
    return fail(node, path, fmt::format("{} is too large; {}", text, expected));
  }
  value = number;
}

void StrictYaml::read_items(const YAML::Node& node, const std::string& path,
                            std::vector<unsigned>& items) {
  if (read_range(node, path, items)) return;
  if (!node.IsSequence()) return read(node, path, items.emplace_back());
  for (const auto& item : node) {
    owner_mark_ = node.Mark();
    if (read_range(item, path, items)) continue;
    const std::string path_of_item = join_path(path, std::to_string(items.size()));
    read(item, path_of_item, items.emplace_back());
  }
}

bool StrictYaml::read_range(const YAML::Node& node, const std::string& path,
                            std::vector<unsigned>& items) {
  if (!is_plain(node) || !is_number_range(node.Scalar())) return false;
  const size_t first = items.size();
  const std::string fault = add_numbers(node.Scalar(), items);
  if (!fault.empty()) fail(node, path, fmt::format("'{}' {}", node.Scalar(), fault));
  for (size_t i = first; i < items.size(); ++i) note(node, join_path(path, std::to_string(i)));
  return true;
}

std::optional<size_t> StrictYaml::list_index(std::string_view text, const std::string& path,
                                             size_t size) {
  size_t index = 0;
  const bool is_number =
      all_digits(text) &&
      std::from_chars(text.data(), text.data() + text.size(), index).ec == std::errc();
  if (is_number && index < size) return index;
  fail_at({}, path,
          fmt::format("'{}' is not one of its entries; expected {}", text,
                      size == 0 ? "a value for the whole list, which is empty"
                                : fmt::format("an index from 0 to {}", size - 1)));
  return std::nullopt;
}

}  // namespace tinsim
