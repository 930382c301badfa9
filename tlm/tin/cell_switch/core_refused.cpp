// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: heads that wait for credit or for room in an output queue, and what
// makes an output look at them again.
#include <algorithm>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

/// What heads lack that this output has refused may have come.
void CellSwitchCore::ask_again(Cycle now, unsigned out) {
  uint64_t left = refused_[out].inputs;
  forget_refused(out);
  if (left == 0) dirty_ |= bit(out);
  for (; left != 0; left &= left - 1) {
    Port& in = ports_[lowest(left)];
    in.wanted |= bit(out);
    const Cycle free_at = std::max(in.in_free_at, ports_[out].out_free_at);
    if (free_at > now) {
      retry(free_at, bit(out));
    } else {
      dirty_ |= bit(out);
    }
  }
}

/// The queue of this output does not take this head yet.
void CellSwitchCore::lack_room(Cycle now, unsigned out, const VcQueue& q) {
  uint32_t& vcs = refused_[out].queue_vcs;
  if (!waiting_.empty()) {
    uint8_t& needed = waiting_[q.out_vc * kMaxPorts + out].needed;
    needed = vcs >> q.out_vc & 1 ? std::min(needed, q.words) : q.words;
  }
  vcs |= 1u << q.out_vc;
  for (const LinkTx::Departed& d : ports_[out].link.departed) {
    if (d.slot > now && d.vc == q.out_vc) retry(d.slot, bit(out));
  }
}

bool CellSwitchCore::has_room_for_refused(Cycle now, unsigned out) const {
  for (uint32_t left = refused_[out].queue_vcs; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    const unsigned needed = waiting_.empty() ? 1 : waiting_[vc * kMaxPorts + out].needed;
    if (reserved(now, out, vc) + needed <= params_.queue_words) return true;
  }
  return false;
}

}  // namespace tinsim
