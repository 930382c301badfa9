// SPDX-License-Identifier: Apache-2.0
// Helpers of the configuration tests: error texts and comparison by field list.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/errors.h"
#include "platform/config/reader.h"
#include "platform/config/same_fields.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {

/// The error text of reading `text` as `c.yaml`; empty when there is none.
inline std::string parse_error(const std::string& text,
                               const std::vector<std::string>& overrides = {}) try {
  parse_config(text, "c.yaml", overrides);
  return "";
} catch (const ConfigError& error) {
  return error.what();
}

/// The first line of a text.
inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A folder of its own for one test, removed at the end.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "tinsim-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TempDir() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tinsim
