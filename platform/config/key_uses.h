// SPDX-License-Identifier: Apache-2.0
// Keys that only some values of other keys use: what a torus has is nothing to a dragonfly.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

/// A key without effect in a configuration.
struct UnusedKey {
  std::string path;                    ///< with list indices
  std::vector<std::string> selectors;  ///< keys that decide about it, likewise
  std::string users;                   ///< for errors: `is only for …`
  std::string without;                 ///< … `expected no KEY …`
  bool is_section =
      false;  ///< the selector enables a section, and may be off while its keys are written
};

/// Whether `path` is that of `key`, or of a value in it.
bool is_at_or_below(const std::string& path, const std::string& key);

/// All of them, in the order of the keys.
std::vector<UnusedKey> unused_keys(const PlatformConfig& config);
std::set<std::string> unused_paths(const PlatformConfig& config);

/// The configuration with the default in place of each value that has no effect.
PlatformConfig used_part(const PlatformConfig& config);

/// The unused keys that are a mistake: keys with a value other than the default, except for keys of
/// a file whose selector an override has changed, and of a section that is written to be off.
struct ForeignKey {
  std::string path, text;
};
std::vector<ForeignKey> foreign_keys(const PlatformConfig& config, const Origins& origins);

}  // namespace tinsim
