// SPDX-License-Identifier: Apache-2.0
// JSON files: parser with limits, and members with their types.
#include "base/json_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/input_file.h"
#include "base/printable.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxKeys = 1000;

/// The message of nlohmann/json without its name and place, which precede it.
std::string plain(const std::string& text) {
  const std::size_t colon = text.find(": ");
  return printable(colon == text.npos ? text : text.substr(colon + 2), 200);
}

/// `line:column`, both from 1, of the octet with that number, from 1.
std::string place_of(const std::string& text, std::size_t octet) {
  const std::size_t end = std::min(std::max(octet, std::size_t{1}) - 1, text.size());
  const auto last = text.begin() + static_cast<std::ptrdiff_t>(end);
  const std::size_t begin = text.rfind('\n', end == 0 ? 0 : end - 1);
  return fmt::format("{}:{}", 1 + std::count(text.begin(), last, '\n'),
                     begin == text.npos || begin >= end ? end + 1 : end - begin);
}

/// Counts keys by depth; throws ConfigError beyond the limits.
class Limits {
 public:
  explicit Limits(std::string file) : file_(std::move(file)) {}

  void check(std::size_t depth, Json::parse_event_t event) {
    if (depth >= kMaxDepth)
      fail(fmt::format("is nested too deeply; expected at most {} levels", kMaxDepth));
    keys_.resize(kMaxDepth + 1);
    if (event == Json::parse_event_t::object_start) keys_[depth + 1] = 0;
    if (event == Json::parse_event_t::key && ++keys_[depth] > kMaxKeys)
      fail(fmt::format("an object has too many keys; expected at most {}", kMaxKeys));
  }

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw ConfigError(fmt::format("{}: {}", file_, text));
  }

  std::string file_;
  std::vector<std::size_t> keys_;  ///< of the object that is open at a depth
};

std::string not_a(const Json& found, const char* expected) {
  return fmt::format("is a value of type {}; expected {}", found.type_name(), expected);
}

}  // namespace

Json read_json(const std::filesystem::path& file, std::size_t max_mb) {
  const std::string name = printable(file.string());
  const InputText input = read_input(file, max_mb);
  if (!input.fault.empty())
    throw ConfigError(
        fmt::format("{}: cannot be read: {}; expected a file of tinsim's", name, input.fault));
  Limits limits(name);
  try {
    Json json = Json::parse(input.text, [&](int depth, Json::parse_event_t event, Json&) {
      limits.check(static_cast<std::size_t>(depth), event);
      return true;
    });
    if (json.is_object()) return json;
    throw ConfigError(fmt::format("{}: {}", name, not_a(json, "an object")));
  } catch (const Json::parse_error& error) {
    throw NoJsonError(fmt::format("{}:{}: is no JSON ({}); expected a file of tinsim's", name,
                                  place_of(input.text, error.byte), plain(error.what())));
  } catch (const Json::exception& error) {  // a number out of range
    throw NoJsonError(
        fmt::format("{}: is no JSON ({}); expected a file of tinsim's", name, plain(error.what())));
  }
}

void JsonObject::fail(const std::string& key, const std::string& what) const {
  throw ConfigError(
      fmt::format("{}: {}: {}", file, printable(path.empty() ? key : path + "." + key), what));
}

std::string JsonObject::text(const char* key, const std::string& otherwise) const {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if (!found->is_string()) fail(key, not_a(*found, "a string"));
  return found->get<std::string>();
}

double JsonObject::number(const char* key, double otherwise) const {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if (!found->is_number()) fail(key, not_a(*found, "a number"));
  return found->get<double>();
}

int JsonObject::integer(const char* key, int low, int high, int otherwise) const {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  const std::string expected = fmt::format("an integer from {} to {}", low, high);
  if (!found->is_number_integer()) fail(key, not_a(*found, expected.c_str()));
  // As a double: a large unsigned number does not become a negative one.
  const double value = found->get<double>();
  if (value < low || value > high) fail(key, fmt::format("is {}; expected {}", value, expected));
  return found->get<int>();
}

const Json& JsonObject::member(const char* key, nlohmann::json::value_t type) const {
  const std::string expected = Json(type).type_name();
  const auto found = json.find(key);
  if (found == json.end()) fail(key, "is missing; expected a value of type " + expected);
  if (found->type() != type) fail(key, not_a(*found, ("one of type " + expected).c_str()));
  return *found;
}

}  // namespace tinsim
