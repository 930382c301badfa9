// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: heads that are blocked on credit or output queue space, and what makes an
// output check them again.
#include <algorithm>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

using Cause = HeadBlock::Cause;

inline bool Arbiter::fits(Cycle now, unsigned in, unsigned out, VcRecord& q) {
  const bool credited = links().credit(out, q.fifo.out_vc()) >= q.fifo.words();
  const bool space = links().has_space(now, out, q.fifo.out_vc(), q.fifo.words());
  if (credited & space & (q.block.cause() == Cause::kNone)) return true;
  return recheck_blocked_head(now, in, out, q);
}

/// The result of fits() where a head is blocked, or was.
bool Arbiter::recheck_blocked_head(Cycle now, unsigned in, unsigned out, VcRecord& q) {
  const unsigned vc = q.fifo.out_vc(), words = q.fifo.words();
  if (links().credit(out, vc) < words) links().take_credits(now);
  Cause cause = Cause::kNone;
  if (links().credit(out, vc) < words) {
    cause = Cause::kCredit;
    blocked_[out].credit_vcs |= vc_bit(vc);
    blocked_on_credit_ |= port_bit(out);
  } else if (!links().has_space(now, out, vc, words)) {
    cause = Cause::kSpace;
    block_on_space(now, out, q);
  }
  if (cause != q.block.cause()) {
    observation().count_blocked(now, in, q);
    q.block.cause_ = cause;
    observation().begin_block(now, in, q);
  }
  return cause == Cause::kNone;
}

void Arbiter::block_on_space(Cycle now, unsigned out, const VcRecord& q) {
  const unsigned vc = q.fifo.out_vc();
  VcMask& vcs = blocked_[out].space_vcs;
  if (!blocked_words_.empty()) {
    uint8_t& shortest = blocked_words_[vc * kCorePorts + out];
    const auto words = static_cast<uint8_t>(q.fifo.words());
    shortest = vcs >> vc & 1 ? std::min(shortest, words) : words;
  }
  vcs |= vc_bit(vc);
  links().schedule_departures(now, out, vc);
}

void Arbiter::unblock_head(Cycle now, unsigned in, VcRecord& q) {
  observation().count_blocked(now, in, q);
  q.block.cause_ = Cause::kNone;
}

/// Credit or space that blocked heads of this output wait for may have arrived.
void Arbiter::unblock(Cycle now, unsigned out) {
  PortMask left = blocked_[out].inputs;
  clear_blocked(out);
  if (left == 0) to_arbitrate_ |= port_bit(out);
  for (; left != 0; drop_lowest(left)) {
    port(lowest(left)).unblocked |= port_bit(out);
    schedule_arbitration(now, lowest(left), out);
  }
}

/// The output queue has space for none of the blocked heads: determines again what blocks each one.
void Arbiter::renew_blocked(Cycle now, unsigned out) {
  const PortMask ins = blocked_[out].inputs;
  clear_blocked(out);
  blocked_[out].inputs = ins;
  for (PortMask left = port(out).requests; left != 0; drop_lowest(left)) {
    if (port(lowest(left)).in_free_at <= now) eligible(now, lowest(left), out, kAllVcs);
  }
}

bool Arbiter::find_space_for_blocked(Cycle now, unsigned out) const {
  for (VcMask left = blocked_[out].space_vcs; left != 0; drop_lowest(left)) {
    const unsigned vc = lowest(left);
    const unsigned words = blocked_words_.empty() ? 1 : blocked_words_[vc * kCorePorts + out];
    if (links().has_queue_space(now, out, vc, words)) return true;
  }
  return false;
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
