// SPDX-License-Identifier: Apache-2.0
// Rules of `tin.blocks`: a block that is RTL must have a place in the network.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "platform/config/chip_impl.h"
#include "platform/config/host_map.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/topology.h"
#include "platform/validate/rules.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/mos_block.h"
#include "tlm/tin/time_sync/time_sync_block.h"

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

bool has_sets(const PlatformConfig& config) { return config.link.credits == CreditReturn::sets; }

bool has_arbiter(const PlatformConfig& config, std::initializer_list<ArbiterKind> kinds) {
  return std::find(kinds.begin(), kinds.end(), config.tin.switch_.arbiter) != kinds.end();
}

const std::vector<BlockRule>& block_rules() {
  static const std::vector<BlockRule> kRules = {
      {{"cell_header_codec", "vc_fifo", "credit_counter", "crossbar", "output_queue"},
       has_sets,
       "link.credits: sets"},
      {{"islip_arbiter"},
       [](const PlatformConfig& config) {
         return has_sets(config) && has_arbiter(config, {ArbiterKind::islip});
       },
       "link.credits: sets, and tin.switch.arbiter: islip"},
      {{"round_arbiter"},
       [](const PlatformConfig& config) {
         return has_sets(config) && has_arbiter(config, {ArbiterKind::islip, ArbiterKind::rrm}) &&
                !any_chosen(config.tin.blocks.islip_arbiter);
       },
       "link.credits: sets, tin.switch.arbiter islip or rrm, and model for islip_arbiter, whose "
       "place it takes"},
      {{"wavefront_arbiter"},
       [](const PlatformConfig& config) {
         return has_sets(config) && has_arbiter(config, {ArbiterKind::wavefront});
       },
       "link.credits: sets, and tin.switch.arbiter: wavefront"},
      {{"route_select"},
       [](const PlatformConfig& config) {
         const RouteMode mode = config.routing.mode;
         return has_sets(config) && mode != RouteMode::valiant && mode != RouteMode::ugal_l;
       },
       "link.credits: sets, and a routing.mode other than valiant and ugal_l"},
      {{"ttl_update"},
       [](const PlatformConfig& c) {
         return c.ip.enabled && has_chip_with_hosts(c) && c.ip.payload == Payload::carried &&
                c.ip.time_to_live != TimeToLive::keep;
       },
       "ip.enabled with payload: carried, time_to_live not keep, and a chip with hosts in "
       "tin.impl_chips"},
      {{"ip_lookup", "cellifier", "cts_scheduler", "reassembly_buffer", "reorder_queue", "ecn_ctd"},
       [](const PlatformConfig& c) { return c.ip.enabled && has_chip_with_hosts(c); },
       "ip.enabled, and a chip with hosts in tin.impl_chips"},
      {{"command_slots", "region_table", "solicitation", "request_codec", "response_segmenter",
        "timeout_wheel"},
       [](const PlatformConfig& c) { return c.rma.enabled && has_chip_with_hosts(c); },
       "rma.enabled, and a chip with hosts in tin.impl_chips"},
      {{"mos_mailbox"},
       [](const PlatformConfig& c) { return has_sets(c) && (c.mos.is_on() || c.ecp.enabled); },
       "mos.words_per_us or ecp.enabled, with link.credits: sets"},
      {{"time_sync"},
       [](const PlatformConfig& c) { return c.timesync.enabled; },
       "timesync.enabled"},
      {{"register_file"},
       [](const PlatformConfig& c) { return c.ecp.enabled; },
       "ecp.enabled, whose processors access the registers"},
  };
  return kRules;
}

/// Blocks of link ports of which `has_link` holds.
struct LinkRule {
  std::vector<std::string> blocks;
  bool (*has_link)(const PlatformConfig&, const LinkSpec&);
  const char* expected;
};

/// The transmit blocks of a port are simulated one by one where its link is, or measured, or its
/// chip is on pins.
const std::vector<LinkRule>& link_rules() {
  static const std::vector<LinkRule> kRules = {
      {{"fc_sender", "tx_scheduler", "ordered_set_codec", "link_state", "latency_meter"},
       [](const PlatformConfig& config, const LinkSpec& link) {
         return link.wire || link.measure != 0 || switch_impl(config) != SwitchImpl::model;
       },
       "a link at wire fidelity (link.fidelity: wire) or link.latency_us, or tin.impl: pins"},
      {{"pcs_tx", "pcs_rx", "link_rx", "fc_receiver"},
       [](const PlatformConfig&, const LinkSpec& link) { return link.wire; },
       "a link at wire fidelity (link.fidelity: wire)"},
      {{"rs_fec_encoder", "rs_fec_decoder"},
       [](const PlatformConfig&, const LinkSpec& link) { return link.wire && link.fec; },
       "a global link at wire fidelity (link.fidelity: wire) with link.fec_cycles: 12"},
      {{"tx_gearbox", "rx_gearbox"},
       [](const PlatformConfig&, const LinkSpec& link) { return link.wire && !link.fec; },
       "a link without FEC, such as a local one, at wire fidelity (link.fidelity: wire)"},
  };
  return kRules;
}

template <class Rule>
const Rule* rule_of(const std::vector<Rule>& rules, const std::string& block) {
  for (const Rule& rule : rules)
    for (const std::string& each : rule.blocks)
      if (each == block) return &rule;
  return nullptr;
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

/// Limits of the shapes of mos_mailbox and time_sync.
void check_control_limits(const PlatformConfig& config, RuleErrors& errors) {
  const MosConfig& mos = config.mos;
  if (any_chosen(config.tin.blocks.mos_mailbox) && mos.is_on()) {
    const auto expect_depth = [&errors](const char* key, unsigned depth, unsigned of_block) {
      errors.expect(depth == of_block, key,
                    fmt::format("is {}, and mos_mailbox has {}; expected {}, or model in "
                                "tin.blocks",
                                depth, of_block, of_block));
    };
    expect_depth("mos.tx_words", mos.tx_words, MosBlock::kTxWords);
    expect_depth("mos.rx_words", mos.rx_words, MosBlock::kRxWords);
    const double most = static_cast<double>(config.tin.core_mhz) / MosBlock::kReadsApart;
    errors.expect(
        mos.read_words_per_us <= most, "mos.read_words_per_us",
        fmt::format("is {}, more than mos_mailbox is read over the register bus; expected "
                    "at most {}, or model in tin.blocks",
                    mos.read_words_per_us, most));
  }
  errors.expect(
      !any_chosen(config.tin.blocks.time_sync) || config.tin.switch_.ports <= TimeSyncBlock::kPorts,
      "tin.switch.ports",
      fmt::format("is {}, and time_sync has {}; expected at most that, or model in "
                  "tin.blocks",
                  config.tin.switch_.ports, TimeSyncBlock::kPorts));
}

void check_place(const PlatformConfig& config, const std::string& block, RuleErrors& errors) {
  if (rule_of(link_rules(), block) != nullptr) return;  // check_blocks_exist()
  const std::string key = "tin.blocks." + block;
  const BlockRule* rule = rule_of(block_rules(), block);
  if (rule == nullptr) return errors.add(key, "cannot be RTL inside a network; expected model");
  errors.expect(rule->holds(config), key,
                fmt::format("has no place in this network; expected {}", rule->expected));
}

/// A link of a chip of `tin.impl_chips` has the block.
bool has_link(const PlatformConfig& config, const Topology& topology, const LinkRule& rule) {
  const LinkPlan plan(config, topology);
  for (const LinkEnd& end : named_ends(topology, "all")) {
    if (is_impl_chip(config, end.chip) && rule.has_link(config, plan.spec(end.chip, end.port)))
      return true;
  }
  return false;
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
  check_control_limits(config, errors);
}

void check_blocks_exist(const PlatformConfig& config, RuleErrors& errors) {
  const std::vector<std::string> chosen = config.tin.blocks.chosen();
  if (chosen.empty()) return;
  const Topology topology = make_topology(config);
  for (const std::string& block : chosen) {
    const LinkRule* rule = rule_of(link_rules(), block);
    if (rule == nullptr || has_link(config, topology, *rule)) continue;
    errors.add(
        "tin.blocks." + block,
        fmt::format("has no place in the chips of tin.impl_chips; expected {}", rule->expected));
  }
}

}  // namespace tinsim
