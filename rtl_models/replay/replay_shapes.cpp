// SPDX-License-Identifier: Apache-2.0
// All blocks of this program in their shapes: one by name.
#include "rtl_models/replay/replay_shapes.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim {

ReplayShape find_replay_shape(const std::string& file, const std::string& block,
                              const std::string& parameters) {
  std::string known;
  for (const ReplayShapeEntry& entry : replay_shapes()) {
    if (block != entry.block) continue;
    if (parameters == entry.parameters) return entry.make();
    known += fmt::format("{}'{}'", known.empty() ? "" : " or ", entry.parameters);
  }
  if (known.empty())
    throw ConfigError(fmt::format("{}: block: there is no block '{}'", file, block));
  throw ConfigError(fmt::format(
      "{}: shape: this program has {} with {}, not with '{}'; expected --dut, or --replay of the "
      "program that wrote the file",
      file, block, known, parameters));
}

}  // namespace tinsim
