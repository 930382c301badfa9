// SPDX-License-Identifier: Apache-2.0
// Where each configuration value was written, so that a rule broken later still names the place.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.h"

namespace tinsim {

class Origins {
 public:
  Origins() = default;
  explicit Origins(std::string file) : file_(std::move(file)) {}

  /// Begins the next file of a chain of `base:`; the values of a later file replace earlier ones.
  void begin_file(const std::string& file) { files_.push_back(file); }

  void note(const std::string& path, const std::string& where) {
    places_[path] = {where, files_.empty() ? 0 : files_.size() - 1};
  }
  void note_override(const std::string& path, const std::string& where) {
    places_[path] = {where, kOverride};
  }

  /// Of a list that is read again, or of an optional value that is unset.
  void remove(const std::string& path) {
    for (const std::string& each : at_or_below(path)) places_.erase(each);
  }

  /// True when the path itself was written.
  bool has(const std::string& path) const { return places_.count(path) != 0; }

  /// Paths that were written, of the value and of what it consists of.
  std::vector<std::string> at_or_below(const std::string& path) const {
    std::vector<std::string> paths;
    for (auto it = places_.lower_bound(path); it != places_.end(); ++it) {
      if (it->first.compare(0, path.size(), path) != 0) break;
      if (it->first.size() == path.size() || it->first[path.size()] == '.')
        paths.push_back(it->first);
    }
    return paths;
  }

  /// `file:line:col` or `--set path=value` of the value at `path`; the file's name when the value
  /// is a default; empty when the configuration was not read from anything.
  std::string where(const std::string& path) const {
    const Place* place = find(path);
    return place ? place->where : file_;
  }

  /// The name of the file read; empty when there was none.
  const std::string& file() const { return file_; }

  bool is_override(const std::string& path) const {
    const Place* place = find(path);
    return place && place->layer == kOverride;
  }

  /// True when the value at `path` was written in a later file than that at `other`, or in an
  /// override and the other one in a file.
  bool is_later(const std::string& path, const std::string& other) const {
    const Place* place = find(path);
    const Place* of_other = find(other);
    return place && place->layer > (of_other ? of_other->layer : 0);
  }

  /// The file in which the value at `path` was written. Precondition: it is no override.
  const std::string& file_of(const std::string& path) const {
    const Place* place = find(path);
    return place && place->layer < files_.size() ? files_[place->layer] : file_;
  }

 private:
  /// Layers are the files of a chain of `base:`, the first one is 0, and the overrides.
  static constexpr std::size_t kOverride = std::numeric_limits<std::size_t>::max();

  struct Place {
    std::string where;
    std::size_t layer = 0;
  };

  const Place* find(const std::string& path) const {
    auto it = places_.find(path);
    // `weights: 3` stands for `weights: [3]`, so entry 0 has the place of the list.
    if (it == places_.end() && path.size() > 2 && path.substr(path.size() - 2) == ".0") {
      it = places_.find(path.substr(0, path.size() - 2));
    }
    return it == places_.end() ? nullptr : &it->second;
  }

  std::string file_;
  std::vector<std::string> files_;  ///< by layer
  std::map<std::string, Place> places_;
};

/// One line of a ConfigError: `where: path: text`, without the parts that are empty.
inline std::string error_line(const std::string& where, const std::string& path,
                              const std::string& text) {
  std::string line = where.empty() ? "" : printable(where) + ": ";
  if (!path.empty()) line += printable(path) + ": ";
  return line + printable(text);
}

}  // namespace tinsim
