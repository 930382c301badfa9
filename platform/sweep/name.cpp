// SPDX-License-Identifier: Apache-2.0
// Names of points: hashes of their configurations.
#include <fmt/format.h>

#include "platform/sweep/points.h"

namespace tinsim {

std::string fnv1a(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace tinsim
