// SPDX-License-Identifier: Apache-2.0
// The mailboxes for MOS words at the link ports of all chips.
#include "platform/services/network_mos.h"

#include <fmt/format.h>

#include "platform/config/chip_impl.h"
#include "platform/network/topology/link_selector.h"
#include "platform/services/decision_choice.h"

namespace tinsim {

void MosPorts::open(const PlatformConfig& config, const Topology& topology,
                    const std::vector<bool>& is_own, const MosParams& params) {
  if (is_open()) return;
  ports_.resize(topology.chips.size() * kMaxPorts);
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    if (!is_own[chip]) continue;
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (is_link(ports[port])) ports_[chip * kMaxPorts + port] = std::make_unique<MosPort>(params);
    }
  }
  attach_blocks(config, topology, is_own);
}

void MosPorts::attach_blocks(const PlatformConfig& config, const Topology& topology,
                             const std::vector<bool>& is_own) {
  const std::optional<BlockImpl> impl = config.tin.blocks.mos_mailbox;
  if (!any_chosen(impl)) return;
  const auto choice = decision_choice<MosBlock::Block>(impl);
  for (const unsigned chip : config.tin.impl_chips) {
    if (!is_own[chip]) continue;
    const ChipInfo& info = topology.chips[chip];
    ChipBlocks of{fmt::format("pod {} tin {}", info.pod, info.tin), choice.decides, {}};
    for (unsigned port = 0; port < info.ports.size(); ++port) {
      MosPort* const mailbox = find(chip, port);
      if (mailbox == nullptr) continue;
      const std::string place = fmt::format("{} port {}", of.name, port);
      of.of_ports.push_back(std::make_unique<MosBlock>(choice, place));
      mailbox->decide_by(*of.of_ports.back());
    }
    blocks_.push_back(std::move(of));
  }
}

void MosPorts::add_notes(std::vector<std::string>& notes) const {
  for (const ChipBlocks& of : blocks_) {
    uint64_t decisions = 0;
    for (const auto& block : of.of_ports) decisions += block->decisions();
    notes.push_back(decision_note(of.name, "mos_mailbox", of.decide, decisions));
  }
}

void MosPorts::apply_until(Cycle end) {
  for_each([end](std::size_t, unsigned, MosPort& port) { port.apply_until(end); });
}

}  // namespace tinsim
