// SPDX-License-Identifier: Apache-2.0
// Rules of `tin.impl_block: tin_switch`: the chip must fit its shape, and its links its line words.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "platform/config/chip_impl.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/topology.h"
#include "platform/validate/rules.h"
#include "rtl_models/tin_switch/network_shape.h"

namespace tinsim {
namespace {

constexpr const char* kKey = "tin.impl_block";

/// A property of a direction of a link that a tin_switch cannot have; empty: there is none.
std::string what_is_foreign(const PlatformConfig& config, const LinkSpec& link) {
  const SwitchImpl impl = config.tin.impl;
  const bool is_alone = impl == SwitchImpl::pins || impl == SwitchImpl::rtl;
  if (!link.stuck.empty()) return "is stuck at times";
  if (!link.drop_fc.empty()) return "drops flow-control sets";
  if (!link.dark.empty() && !link.fec)
    return "is dark at times, after which its gearbox has to find the alignment again";
  if (link.noisy() && is_alone)
    return fmt::format("has wrong bits, which stay in the words of damaged cells with tin.impl {}",
                       word_of(impl));
  return "";
}

}  // namespace

void check_tin_switch(const PlatformConfig& config, RuleErrors& errors) {
  if (!is_tin_switch(config)) return;
  using namespace tin_switch_shape;
  const TinConfig& tin = config.tin;
  const auto expect = [&errors](bool holds, const std::string& text) {
    errors.expect(holds, kKey, "is tin_switch, " + text);
  };
  const unsigned deepest =
      std::max({tin.vc_fifo.local_words, tin.vc_fifo.global_words, tin.vc_fifo.terminal_words});
  expect(tin.switch_.ports <= kPorts && tin.switch_.vcs <= kVcs && deepest <= kFifoWords,
         fmt::format("which has no shape for {} ports, {} VCs and {} words per VC FIFO; expected "
                     "at most {}, {} and {}",
                     tin.switch_.ports, tin.switch_.vcs, deepest, kPorts, kVcs, kFifoWords));
  expect(config.link.train_at_start,
         "whose links are at wire fidelity and train after reset; expected link.train_at_start: "
         "true");
  expect(!tin.blocks.any(), "and its blocks are not chosen one by one; expected no tin.blocks");
  expect(!config.mos.is_on() && !config.ecp.enabled,
         "which has no processor that writes MOS words; expected no mos.words_per_us and no "
         "ecp.enabled");
}

void check_tin_switch_links(const PlatformConfig& config, RuleErrors& errors) {
  if (!is_tin_switch(config)) return;
  const Topology topology = make_topology(config);
  const LinkPlan plan(config, topology);
  for (const LinkEnd& end : named_ends(topology, "all")) {
    if (!is_impl_chip(config, end.chip)) continue;
    for (const LinkEnd& from : {end, far_end(topology, end)}) {
      const std::string what = what_is_foreign(config, plan.spec(from.chip, from.port));
      if (what.empty()) continue;
      errors.add(kKey, fmt::format("is tin_switch, and the link from {} {}; expected no such link "
                                   "at the chips in tin.impl_chips, or cell_switch",
                                   port_name(topology, from), what));
      return;
    }
  }
}

}  // namespace tinsim
