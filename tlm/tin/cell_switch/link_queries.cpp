// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: state of the links that audits and results read.
#include <algorithm>

#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

unsigned LinkSlots::staged(unsigned port, unsigned vc) const {
  const Cell* begun = driven_ >> port & 1 ? drivers_[port]->begun() : nullptr;
  return queued_words(tx(port), vc) + (begun != nullptr && begun->vc == vc ? begun->words : 0);
}

unsigned LinkSlots::unadvertised(unsigned port, unsigned vc) const {
  return driven_ >> port & 1 ? drivers_[port]->driver().unreported_words(vc)
                             : inputs().record(port, vc).freed.words();
}

// Along the output queue once, not for each VC.
void LinkSlots::add_sendable(unsigned port, VcWords& words) const {
  for (uint32_t i = tx(port).head; i != kNil; i = pool()[i].next) {
    const CellPool::Node& node = pool()[i];
    words[node.out_vc] += node.cell.words;
  }
}

unsigned LinkSlots::begun() const {
  unsigned cells = 0;
  for (PortMask left = driven_; left != 0; drop_lowest(left)) {
    cells += drivers_[lowest(left)]->begun() != nullptr;
  }
  return cells;
}

LinkUse LinkSlots::link_use(unsigned port, Cycle end) const {
  if (driven_ >> port & 1) return use_of(drivers_[port]->driver());
  const SwitchParams& params = records().params();
  const LinkTx& t = tx(port);
  const auto times = [end](Cycle first, Cycle period, Cycle lead) -> uint64_t {
    return period == 0 || first + lead >= end ? 0 : (end - lead - first - 1) / period + 1;
  };
  LinkUse use;
  use.cells = t.cells;
  if (t.kind == LinkKind::kSets) {
    use.slots[static_cast<unsigned>(SlotKind::TimeSync)] =
        set_unit_ != nullptr ? set_unit_->timesyncs(port)
                             : times(params.timesync_cycles, params.timesync_cycles, 2);
    use.slots[static_cast<unsigned>(SlotKind::Fc)] =
        t.update_sets + times(wire(port).refresh_phase, params.refresh_cycles, 1);
  }
  if (!mos_.empty()) use.slots[static_cast<unsigned>(SlotKind::Mos)] = mos_[port].sent;
  use.slots[static_cast<unsigned>(SlotKind::Cell)] = t.words;
  uint64_t used = 0;
  for (uint64_t slots : use.slots) used += slots;
  const uint64_t all = t.is_full_rate ? full_rate::first_slot(end) : t.slots_until(end);
  use.slots[static_cast<unsigned>(SlotKind::Idle)] = std::max(used, all) - used;
  return use;
}

void LinkSlots::prefetch(unsigned vc) const {
  if (!queued_words_.empty())
    prefetch_lines(&queued_words_[vc * kCorePorts], records().params().ports);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
