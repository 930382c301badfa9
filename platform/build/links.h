// SPDX-License-Identifier: Apache-2.0
// The links of a built network: their ends, their drivers, and their counts.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/topology.h"
#include "platform/services/network_mos.h"
#include "platform/statistics/link_row.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/tin.h"

namespace tinsim {

class Links {
 public:
  Links(const PlatformConfig& config, const Topology& topology);

  const LinkPlan& plan() const { return plan_; }
  /// Joins all link ports of the chips of this rank. `inboxes`: by pod; messages for other pods go
  /// there. `on_pins[chip]`: its links are run cycle by cycle at any fidelity. Enters the drivers
  /// into `directory`.
  void join(const std::vector<std::unique_ptr<Tin>>& tins, const std::vector<Inbox*>& inboxes,
            const std::vector<bool>& on_pins, ChipDirectory& directory);

  /// Joins the MOS mailboxes to the links of their ports. Precondition: join() was called.
  void join_mos(const MosPorts& mos, const std::vector<std::unique_ptr<Tin>>& tins,
                const std::vector<Inbox*>& inboxes, ChipDirectory& directory) const;

  /// Drives the link of a port cycle by cycle; null where the chip core needs no driver.
  const LinkDriver* driver(std::size_t chip, unsigned port) const {
    return drivers_[place(chip, port)].get();
  }
  /// Cells that the links of these chips lost so far.
  uint64_t lost() const;
  /// One row per direction that begins at one of these chips, as of cycle `now`.
  std::vector<LinkRow> rows(const std::vector<std::unique_ptr<Tin>>& tins, Cycle now) const;

 private:
  LinkDriverParams driver_params(const LinkSpec& spec, std::size_t chip, unsigned port,
                                 const SwitchParams& params, const PortWire& wire) const;
  std::size_t place(std::size_t chip, unsigned port) const {
    return chip * topology_.port_stride() + port;
  }
  bool reads_line(std::size_t chip) const { return !reads_line_.empty() && reads_line_[chip]; }
  void feed(std::size_t chip, unsigned port, LinkDriver* far) const;
  void place_wire_blocks(const PortInfo& to, std::size_t chip, WireLinkParams& wire) const;

  const Topology& topology_;
  std::vector<BlockChoices> blocks_;  ///< by chip; empty: all are models
  std::vector<bool> reads_line_;      ///< by chip: has its links as a block; empty: none has
  LinkPlan plan_;
  std::vector<std::unique_ptr<LinkDriver>> drivers_;  ///< [place(chip, port)]
  std::vector<const LinkDriver*> wires_;              ///< of those, the ones at wire fidelity
};

}  // namespace tinsim
