// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: rounds of request, grant and accept.
#include "tlm/tin/cell_switch/arbiter.h"

#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

Arbiter::Arbiter(const SwitchParams& params)
    : all_ports_(first_bits(params.ports)),
      blocked_words_(buffers_words(params) ? kCoreVcs * kCorePorts : 0, params.memory),
      matched_vc_(params.ports * params.ports, static_cast<uint8_t>(params.vcs - 1), params.dense) {
}

void Arbiter::reset_pointers() {
  const unsigned ports = records().params().ports;
  for (unsigned p = 0; p < kCorePorts; ++p) port(p).accepted = static_cast<uint8_t>(ports - 1);
}

void Arbiter::add_memory_input() {
  const SwitchParams& params = records().params();
  matched_vc_.resize((kMemory + 1) * params.ports, static_cast<uint8_t>(params.vcs - 1));
}

void Arbiter::prefetch(unsigned vc) const {
  if (!blocked_words_.empty())
    prefetch_lines(&blocked_words_[vc * kCorePorts], records().params().ports);
}

void Arbiter::arbitrate(Cycle now) {
  PortMask outs = 0, recheck = 0;  // recheck: outputs with queue space for a blocked head
  PortMask seen = 0, shared = 0;   // inputs
  for (PortMask left = to_arbitrate_ & all_ports_; left != 0; drop_lowest(left)) {
    const unsigned out = lowest(left);
    if (port(out).out_free_at > now) continue;
    const bool space = has_space_for_blocked(now, out);
    const PortMask ins = space ? port(out).requests : unblocked_requests(out);
    if (ins == 0) continue;
    outs |= port_bit(out);
    recheck |= port_bit_if(space, out);
    shared |= seen & ins;
    seen |= ins;
  }
  to_arbitrate_ = 0;
  if (records().params().arbiter > ArbiterKind::rrm)
    return arbitrate_candidates(now, outs, recheck);
  if (shared == 0) {
    for (; outs != 0; drop_lowest(outs))
      arbitrate_alone(now, lowest(outs), recheck >> lowest(outs) & 1);
    return;
  }
  arbitrate_rounds(now, outs, recheck);
}

inline void Arbiter::set_pointers(unsigned in, unsigned out) {
  port(out).granted = static_cast<uint8_t>(in);
  port(in).accepted = static_cast<uint8_t>(out);
}

/// Some of these outputs request the same inputs.
inline void Arbiter::arbitrate_rounds(Cycle now, PortMask outs, PortMask recheck) {
  const SwitchParams& params = records().params();
  Grants grants;
  for (unsigned round = 0; round < params.islip_iterations && outs != 0; ++round) {
    PortMask offered = 0, strict = 0;  // inputs; outputs that grant a strict VC
    for (PortMask left = outs; left != 0; drop_lowest(left)) {
      const unsigned out = lowest(left);
      unsigned in = 0;
      if (!grant(now, out, recheck >> out & 1, in, grants.offered_vcs[out])) {
        outs &= ~port_bit(out);
        continue;
      }
      if (params.arbiter == ArbiterKind::rrm && round == 0) {
        grants.moved |= port_bit(out);
        grants.first[out] = static_cast<uint8_t>(in);
      }
      grants.offers[in] = (offered >> in & 1 ? grants.offers[in] : 0) | port_bit(out);
      offered |= port_bit(in);
      if ((grants.offered_vcs[out] & params.strict_vcs) != 0) strict |= port_bit(out);
    }
    for (; offered != 0; drop_lowest(offered)) {
      const unsigned in = lowest(offered);
      const PortMask strict_offers = grants.offers[in] & strict;
      const unsigned out = pick_round_robin(strict_offers != 0 ? strict_offers : grants.offers[in],
                                            next_cyclic(port(in).accepted, params.ports));
      match(now, in, out, grants.offered_vcs[out]);
      outs &= ~port_bit(out);
      if (round == 0) set_pointers(in, out);
    }
  }
  for (; grants.moved != 0; drop_lowest(grants.moved))  // after the last round
    port(lowest(grants.moved)).granted = grants.first[lowest(grants.moved)];
  if (outs != 0) {  // granted, not accepted: they arbitrate again in the next cycle
    to_arbitrate_ |= outs;
    records().mailbox().wake(now + 1);
  }
}

/// Grants where one input requests that has one head, if the head fits. If it does not, grant()
/// finds what blocks it.
inline bool Arbiter::grant_only_head(Cycle now, unsigned out, bool recheck, unsigned& in,
                                     VcMask& vcs) {
  const PortMask ins = unblocked_requests(out);
  if (recheck || has_several(ins) || ins == 0) return false;
  in = lowest(ins);
  vcs = inputs().heads(in);
  if (has_several(vcs) || port(in).in_free_at > now) return false;
  const VcRecord& q = inputs().record(in, lowest(vcs));
  return (links().credit(out, q.fifo.out_vc()) >= q.fifo.words()) &
             (q.block.cause() == HeadBlock::Cause::kNone) &&
         links().has_space(now, out, q.fifo.out_vc(), q.fifo.words());
}

/// Has the result of rounds where no other output that arbitrates may grant the same input.
inline void Arbiter::arbitrate_alone(Cycle now, unsigned out, bool recheck) {
  unsigned in = 0;
  VcMask vcs = 0;
  if (!grant_only_head(now, out, recheck, in, vcs) && !grant(now, out, recheck, in, vcs)) return;
  match(now, in, out, vcs);
  set_pointers(in, out);
}

/// Strict VCs of any input precede the others; then `vcs` has none of these. `recheck`: the queue
/// has space for a blocked head.
inline bool Arbiter::grant(Cycle now, unsigned out, bool recheck, unsigned& in, VcMask& vcs) {
  const VcMask strict = records().params().strict_vcs;
  const PortMask ins = recheck ? port(out).requests : unblocked_requests(out);
  const PortMask strict_ins = ins & inputs().strict_inputs();
  const bool granted =
      (strict_ins != 0 && grant_among(now, out, recheck, strict_ins, strict, in, vcs)) ||
      grant_among(now, out, recheck, ins, ~strict, in, vcs);
  // Only after both passes: the first one has just found what blocks heads on strict VCs, and the
  // second one may block their input.
  if (recheck) end_recheck(now, out, granted);
  return granted;
}

/// All requests of the output have been checked, up to a head that fits.
inline void Arbiter::end_recheck(Cycle now, unsigned out, bool granted) {
  if (!granted) {
    renew_blocked(now, out);
  } else if (blocked_[out].inputs == 0) {
    clear_blocked(out);
  }
}

inline bool Arbiter::grant_among(Cycle now, unsigned out, bool recheck, PortMask candidates,
                                 VcMask among, unsigned& in, VcMask& vcs) {
  // The memory of parked cells is an input, too: its turn is after the last port.
  const unsigned first = next_cyclic(port(out).granted, kCorePorts);
  while (candidates != 0) {
    in = pick_round_robin(candidates, first);
    candidates &= ~port_bit(in);
    const bool free = port(in).in_free_at <= now;
    vcs = free ? eligible(now, in, out, among) : 0;
    if (free && vcs == 0) {
      if (among != static_cast<VcMask>(records().params().strict_vcs)) block_input(in, out);
      continue;
    }
    if (recheck && (blocked_[out].inputs >> in & 1)) {
      add_request(in, out);
      if (!free) wheel().schedule_outputs(port(in).in_free_at, port_bit(out));
    }
    if (free) return true;
  }
  return false;
}

inline VcMask Arbiter::eligible(Cycle now, unsigned in, unsigned out, VcMask among) {
  VcMask vcs = 0;
  for (VcMask left = inputs().heads(in) & among; left != 0; drop_lowest(left)) {
    const unsigned vc = lowest(left);
    VcRecord& q = inputs().record(in, vc);
    if (q.fifo.out() == out && fits(now, in, out, q)) vcs |= vc_bit(vc);
  }
  return vcs;
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
