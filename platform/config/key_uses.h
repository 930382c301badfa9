// SPDX-License-Identifier: Apache-2.0
// Keys that only some values of other keys use: what a torus has is nothing to a dragonfly.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

/// One line of the table: keys that are used together, and the keys that decide whether.
struct KeyUse {
  std::vector<std::string> keys;       ///< patterns of paths; a section stands for all in it
  std::vector<std::string> selectors;  ///< `*`: the same entry of a list, or any
  std::string users;                   ///< for errors: `is only for …`
  std::string without;                 ///< … `expected no KEY …`
  std::function<bool(const PlatformConfig&, size_t entry)> is_used;
  bool is_section = false;  ///< the selector switches a section, and may be off beside its keys
};

const std::vector<KeyUse>& key_uses();

/// A key without effect in a configuration.
struct UnusedKey {
  std::string path;  ///< with list indices
  const KeyUse* use;
  std::vector<std::string> selectors;  ///< with list indices
};

/// Whether `path` is that of `key`, or of a value in it.
bool is_at_or_below(const std::string& path, const std::string& key);

/// All of them, in the order of the table.
std::vector<UnusedKey> unused_keys(const PlatformConfig& config);
std::set<std::string> unused_paths(const PlatformConfig& config);

/// The configuration with the default in place of each value that has no effect.
PlatformConfig used_part(const PlatformConfig& config);

/// The unused keys that are a mistake: those that somebody gave a value other than the default, but
/// for keys of a file whose selector an override has changed, and of a section that is written to
/// be off.
struct ForeignKey {
  std::string path, text;
};
std::vector<ForeignKey> foreign_keys(const PlatformConfig& config, const Origins& origins);

}  // namespace tinsim
