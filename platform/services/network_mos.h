// SPDX-License-Identifier: Apache-2.0
// The mailboxes for MOS words at the link ports of all chips.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"
#include "rtl_models/parts/islip.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/mos_block.h"

namespace tinsim {

struct PlatformConfig;

/// Empty until a service opens them, while services of Stage::kOnChips are made; then MOS words
/// take slots of the links.
class MosPorts {
 public:
  /// Makes the mailboxes of the chips of this rank. The first call decides about their depths.
  void open(const PlatformConfig& config, const Topology& topology, const std::vector<bool>& is_own,
            const MosParams& params);
  bool is_open() const { return !ports_.empty(); }

  /// That of a port; null where the chip is another rank's or the port has no link.
  MosPort* find(std::size_t chip, unsigned port) const {
    return is_open() ? ports_[chip * kMaxPorts + port].get() : nullptr;
  }
  /// MosPort::apply_until() of all. To be called after each batch by a service that opened them.
  void apply_until(Cycle end);
  /// Adds a remark on each chip whose mailboxes have blocks of `tin.blocks`.
  void add_notes(std::vector<std::string>& notes) const;

  /// Calls fn(chip, port, mailbox) for all, chip by chip.
  template <class Fn>
  void for_each(Fn&& fn) const {
    for (std::size_t place = 0; place < ports_.size(); ++place) {
      if (ports_[place] != nullptr)
        fn(place / kMaxPorts, static_cast<unsigned>(place % kMaxPorts), *ports_[place]);
    }
  }

 private:
  /// The blocks of the mailboxes of a chip of `tin.blocks`.
  struct ChipBlocks {
    std::string name;  ///< of the chip
    bool decide = false;
    std::vector<std::unique_ptr<MosBlock>> of_ports;
  };

  void attach_blocks(const PlatformConfig& config, const Topology& topology,
                     const std::vector<bool>& is_own);

  std::vector<std::unique_ptr<MosPort>> ports_;  ///< [chip * 64 + port]
  std::vector<ChipBlocks> blocks_;
};

}  // namespace tinsim
