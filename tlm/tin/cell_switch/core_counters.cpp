// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: counters, and what audits look at.
#include <algorithm>

#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {

VcCounters CellSwitchCore::counters(unsigned port, unsigned vc) const {
  const VcQueue& q = at(port, vc);
  return {q.cells,       q.words_total,  q.stall_input, q.stall_credit,
          q.stall_queue, q.stall_output, q.peak};
}

void CellSwitchCore::clear_counters(Cycle now) {
  for (unsigned vc = 0; vc < params_.vcs; ++vc) {
    for (unsigned port = 0; port < params_.ports; ++port) {
      if (vcs_[vc * kMaxPorts + port].queue == 0) continue;
      VcQueue& q = at(port, vc);
      q.cells = q.words_total = 0;
      q.stall_input = q.stall_credit = q.stall_queue = q.stall_output = 0;
      q.peak = q.occupancy;
      if (q.head == kNil) continue;
      q.since = std::max(q.since, now);  // stalls before now are not counted
      q.busy_then = busy_cycles(port, q.since);
      q.blocked_since = now;
      q.blocked_busy = busy_cycles(port, now);
      q.blocked_cycles = 0;
    }
  }
  if (failures_ != nullptr) failures_->memory.restart_hops();
}

unsigned CellSwitchCore::staged(unsigned port, unsigned vc) const {
  unsigned words = 0;
  for (uint32_t i = ports_[port].link.head; i != kNil; i = mailbox_.pool()[i].next) {
    const CellPool::Node& node = mailbox_.pool()[i];
    words += node.out_vc == vc ? node.cell.words : 0;
  }
  const Cell* begun = on_wire_ >> port & 1 ? drivers_[port]->begun() : nullptr;
  return words + (begun != nullptr && begun->vc == vc ? begun->words : 0);
}

unsigned CellSwitchCore::unadvertised(unsigned port, unsigned vc) const {
  return on_wire_ >> port & 1 ? drivers_[port]->driver().untold(vc) : at(port, vc).freed;
}

// Of FIFOs on which no cell has come there is nothing to add.
void CellSwitchCore::add_received(unsigned port, VcWords& words) const {
  if (on_wire_ >> port & 1) return SwitchEngine::add_received(port, words);
  for (uint32_t left = vcs_used_; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    words[vc] += at(port, vc).occupancy + at(port, vc).freed;
  }
}

// Along the output queue once, not for each VC.
void CellSwitchCore::add_sendable(unsigned port, VcWords& words) const {
  if (on_wire_ >> port & 1) return SwitchEngine::add_sendable(port, words);
  for (unsigned vc = 0; vc < params_.vcs; ++vc) words[vc] += available(port, vc);
  for (uint32_t i = ports_[port].link.head; i != kNil; i = mailbox_.pool()[i].next) {
    const CellPool::Node& node = mailbox_.pool()[i];
    words[node.out_vc] += node.cell.words;
  }
}

unsigned CellSwitchCore::returning(unsigned port, unsigned vc) const {
  return source_credits_.words(port, vc);
}

unsigned CellSwitchCore::begun() const {
  unsigned cells = 0;
  for (uint64_t left = on_wire_; left != 0; left &= left - 1) {
    cells += drivers_[lowest(left)]->begun() != nullptr;
  }
  return cells;
}

LinkUse CellSwitchCore::link_use(unsigned port, Cycle end) const {
  if (on_wire_ >> port & 1) return use_of(drivers_[port]->driver());
  const LinkTx& tx = ports_[port].link;
  const auto times = [end](Cycle first, Cycle period, Cycle lead) -> uint64_t {
    return period == 0 || first + lead >= end ? 0 : (end - lead - first - 1) / period + 1;
  };
  LinkUse use;
  use.cells = tx.cells;
  if (ports_[port].kind == LinkKind::kSets) {
    use.slots[static_cast<unsigned>(SlotKind::TimeSync)] =
        times(params_.timesync_cycles, params_.timesync_cycles, 2);
    use.slots[static_cast<unsigned>(SlotKind::Fc)] =
        tx.update_sets + times(ports_[port].wire.refresh_phase, params_.refresh_cycles, 1);
  }
  use.slots[static_cast<unsigned>(SlotKind::Cell)] = tx.words;
  uint64_t used = 0;
  for (uint64_t slots : use.slots) used += slots;
  use.slots[static_cast<unsigned>(SlotKind::Idle)] = std::max<uint64_t>(used, end) - used;
  return use;
}

VcHead CellSwitchCore::head(unsigned port, unsigned vc) const {
  const VcQueue& q = at(port, vc);
  if (q.head == kNil) return {};
  return {true, q.out, q.out_vc, q.since, mailbox_.pool()[q.head].cell};
}

void CellSwitchCore::count_blocked(Cycle until, unsigned in, VcQueue& q) {
  if (q.blocked == Cause::kNone) return;
  const uint32_t busy = busy_cycles(in, until) - q.blocked_busy;  // is counted as stall_input
  const uint32_t cycles = until - q.blocked_since - busy;
  (q.blocked == Cause::kCredit ? q.stall_credit : q.stall_queue) += cycles;
  q.blocked_cycles += cycles;
}

std::string CellSwitchCore::finish(Cycle end) {
  for (unsigned in = 0; in < params_.ports; ++in) {
    for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
      VcQueue& q = at(in, lowest(left));
      count_blocked(end, in, q);
      count_stalls(end, in, q);
    }
  }
  return "";
}

}  // namespace tinsim
