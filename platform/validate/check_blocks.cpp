// SPDX-License-Identifier: Apache-2.0
// Rules of `tin.blocks`: a block that is RTL must have a place in the network.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/config/chip_impl.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

/// Chips of networks for which `holds` have these blocks.
struct BlockRule {
  std::vector<std::string> blocks;
  bool (*holds)(const PlatformConfig&);
  const char* expected;
};

const std::vector<BlockRule>& block_rules() {
  static const std::vector<BlockRule> kRules = {};
  return kRules;
}

void check_place(const PlatformConfig& config, const std::string& block, RuleErrors& errors) {
  const std::string key = "tin.blocks." + block;
  for (const BlockRule& rule : block_rules()) {
    if (std::find(rule.blocks.begin(), rule.blocks.end(), block) == rule.blocks.end()) continue;
    errors.expect(rule.holds(config), key,
                  fmt::format("has no place in this network; expected {}", rule.expected));
    return;
  }
  errors.add(key, "cannot be RTL inside a network; expected model");
}

}  // namespace

void check_blocks(const PlatformConfig& config, RuleErrors& errors) {
  const std::vector<std::string> chosen = config.tin.blocks.chosen();
  if (chosen.empty()) return;
  errors.expect(!config.tin.impl_chips.empty(), "tin.impl_chips",
                fmt::format("is empty while blocks has {}; expected at least one chip", chosen[0]));
  const SwitchImpl impl = config.tin.impl;
  errors.expect(impl == SwitchImpl::model || impl == SwitchImpl::pins, "tin.impl",
                fmt::format("is {}, and {} of the same chips is RTL; expected model or pins with "
                            "tin.blocks",
                            word_of(impl), chosen[0]));
  for (const std::string& block : chosen) check_place(config, block, errors);
}

}  // namespace tinsim
