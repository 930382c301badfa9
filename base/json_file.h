// SPDX-License-Identifier: Apache-2.0
// JSON files that tinsim has written and that others may have changed since.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors.h"

namespace tinsim {

/// No JSON at all: half a file, which a crash of the machine may leave.
class NoJsonError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// Reads an object. nlohmann/json copies and prints by recursion and searches the keys of an object
/// linearly, so depth and keys have limits: 32 levels, 1000 keys. Throws ConfigError `file: …;
/// expected …` if the file is unreadable, larger than `max_mb` million octets, beyond those limits,
/// or no object; NoJsonError with line and column.
nlohmann::ordered_json read_json(const std::filesystem::path& file, std::size_t max_mb);

/// An object of a file, for errors in its members.
struct JsonObject {
  std::string file;
  std::string path;  ///< of the object in the file; empty: the whole
  const nlohmann::ordered_json& json;

  /// Throws ConfigError `file: path.key: text`.
  [[noreturn]] void fail(const std::string& key, const std::string& text) const;
  /// Each throws ConfigError if the member is of another type. Where it is absent: `otherwise`.
  std::string text(const char* key, const std::string& otherwise) const;
  double number(const char* key, double otherwise) const;
  /// From `low` to `high`.
  int integer(const char* key, int low, int high, int otherwise) const;
  /// The member, of type `type`; throws ConfigError too if it is absent.
  const nlohmann::ordered_json& member(const char* key, nlohmann::json::value_t type) const;
};

}  // namespace tinsim
