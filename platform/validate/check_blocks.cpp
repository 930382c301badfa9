// SPDX-License-Identifier: Apache-2.0
// Rules of `tin.blocks`: a block that is RTL must have a place in the network.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/config/chip_impl.h"
#include "platform/config/host_map.h"
#include "platform/validate/rules.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

/// Chips of networks for which `holds` have these blocks.
struct BlockRule {
  std::vector<std::string> blocks;
  bool (*holds)(const PlatformConfig&);
  const char* expected;
};

bool has_chip_with_hosts(const PlatformConfig& config) {
  const HostMap hosts = host_map(config.topology);
  const auto& chips = config.tin.impl_chips;
  return std::any_of(chips.begin(), chips.end(),
                     [&](unsigned chip) { return hosts.hosts_of(chip) != 0; });
}

const std::vector<BlockRule>& block_rules() {
  static const std::vector<BlockRule> kRules = {
      {{"ip_lookup", "cellifier", "cts_scheduler", "reassembly_buffer", "reorder_queue", "ecn_ctd"},
       [](const PlatformConfig& c) { return c.ip.enabled && has_chip_with_hosts(c); },
       "ip.enabled, and a chip with hosts in tin.impl_chips"},
      {{"command_slots", "region_table", "solicitation", "request_codec", "response_segmenter",
        "timeout_wheel"},
       [](const PlatformConfig& c) { return c.rma.enabled && has_chip_with_hosts(c); },
       "rma.enabled, and a chip with hosts in tin.impl_chips"}};
  return kRules;
}

/// Limits of the ports of blocks of 1RMA.
void check_rma_limits(const PlatformConfig& config, RuleErrors& errors) {
  constexpr unsigned kMostCompletion = 256;  // bytes
  constexpr Cycle kLongestTimer = 0xFFFF;
  const BlockChoices& of = config.tin.blocks;
  errors.expect(
      !any_chosen(of.response_segmenter) || config.pcie.completion_bytes <= kMostCompletion,
      "pcie.completion_bytes",
      fmt::format("is {}, more than response_segmenter takes; expected at most {}, or model in "
                  "tin.blocks",
                  config.pcie.completion_bytes, kMostCompletion));
  const double longest = std::max(config.rma.operation_timeout_us, config.rma.pull_timeout_us);
  errors.expect(
      !any_chosen(of.timeout_wheel) || cycles_of_us(longest, config.tin.core_mhz) <= kLongestTimer,
      "rma.operation_timeout_us",
      fmt::format("or pull_timeout_us has more cycles than timeout_wheel counts; expected at most "
                  "{}, or model in tin.blocks",
                  kLongestTimer));
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
  check_rma_limits(config, errors);
}

}  // namespace tinsim
