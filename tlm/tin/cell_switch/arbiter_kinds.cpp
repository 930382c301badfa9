// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: arbiters other than iSLIP and round-robin matching. They choose among all
// heads that fit (docs/reference/arbiters.md).
#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"
#include "tlm/tin/cell_switch/pim_words.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

void Arbiter::wait_for_slot(Cycle now) {
  const Cycle period = records().params().arbitration_cycles;
  wheel().schedule_outputs_if_any(now + period - now % period, to_arbitrate_);
  to_arbitrate_ = 0;
}

/// One arbitration of these free outputs. Matched ports leave the candidates.
void Arbiter::arbitrate_candidates(Cycle now, PortMask outs, PortMask recheck) {
  Candidates found;
  for (; outs != 0; drop_lowest(outs)) {
    const unsigned out = lowest(outs);
    found.inputs[out] = collect(now, out, recheck >> out & 1, found);
    if (found.inputs[out] != 0) found.outputs |= port_bit(out);
  }
  if (records().params().arbiter == ArbiterKind::wavefront) {
    if (records().params().strict_vcs != 0) match_wave_front(now, found, true);
    match_wave_front(now, found, false);
  } else {
    match_rounds(now, found);
  }
}

/// Inputs with a head that fits, and the VCs of these heads.
PortMask Arbiter::collect(Cycle now, unsigned out, bool recheck, Candidates& found) {
  PortMask inputs = 0;
  PortMask left = recheck ? port(out).requests : unblocked_requests(out);
  for (; left != 0; drop_lowest(left)) {
    const unsigned in = lowest(left);
    const bool free = port(in).in_free_at <= now;
    const VcMask vcs = free ? eligible(now, in, out, kAllVcs) : 0;
    if (free && vcs == 0) {
      block_input(in, out);
      continue;
    }
    if (recheck && (blocked_[out].inputs >> in & 1)) {
      add_request(in, out);
      if (!free) wheel().schedule_outputs(port(in).in_free_at, port_bit(out));
    }
    if (!free) continue;
    found.vcs[out][in] = vcs;
    inputs |= port_bit(in);
  }
  if (recheck) end_recheck(now, out, inputs != 0);
  return inputs;
}

/// Wave fronts over the wrapped diagonals, input + output modulo ports, from the one with priority
/// in this cycle on. `strict`: among strict VCs only.
void Arbiter::match_wave_front(Cycle now, Candidates& found, bool strict) {
  struct Place {
    uint8_t diagonal, in, out;
  };
  const SwitchParams& params = records().params();
  std::array<Place, kCorePorts * kCorePorts> places;
  std::size_t count = 0;
  for (PortMask outs = found.outputs; outs != 0; drop_lowest(outs)) {
    const unsigned out = lowest(outs);
    for (PortMask ins = found.inputs[out]; ins != 0; drop_lowest(ins)) {
      const unsigned in = lowest(ins);
      if (strict && (found.vcs[out][in] & params.strict_vcs) == 0) continue;
      const unsigned diagonal = (in + out + params.ports - now % params.ports) % params.ports;
      places[count++] = {static_cast<uint8_t>(diagonal), static_cast<uint8_t>(in),
                         static_cast<uint8_t>(out)};
    }
  }
  std::sort(places.begin(), places.begin() + count, [](const Place& a, const Place& b) {
    return a.diagonal != b.diagonal ? a.diagonal < b.diagonal : a.in < b.in;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const auto [diagonal, in, out] = places[i];
    if ((found.outputs >> out & 1) && (found.inputs[out] >> in & 1))
      match_candidate(now, in, out, found);
  }
}

void Arbiter::match_rounds(Cycle now, Candidates& found) {
  for (unsigned round = 0; round < records().params().islip_iterations && found.outputs != 0;
       ++round)
    match_round(now, round, found);
  if (found.outputs == 0) return;
  to_arbitrate_ |= found.outputs;
  records().mailbox().wake(now + 1);
}

/// Every output grants, and every input accepts.
void Arbiter::match_round(Cycle now, unsigned round, Candidates& found) {
  PortMask offers[kCorePorts];  // by input: outputs that grant it
  PortMask offered = 0;         // inputs
  for (PortMask outs = found.outputs; outs != 0; drop_lowest(outs)) {
    const unsigned out = lowest(outs);
    const unsigned in = choose(now, round, false, out, found.inputs[out], found);
    offers[in] = (offered >> in & 1 ? offers[in] : 0) | port_bit(out);
    offered |= port_bit(in);
  }
  for (; offered != 0; drop_lowest(offered)) {
    const unsigned in = lowest(offered);
    match_candidate(now, in, choose(now, round, true, in, offers[in], found), found);
  }
}

/// The one of `peers` that a port prefers: that an output grants, or an input accepts. Strict VCs
/// precede the others.
unsigned Arbiter::choose(Cycle now, unsigned round, bool accepts, unsigned port, PortMask peers,
                         const Candidates& found) const {
  const SwitchParams& params = records().params();
  const auto vcs = [&](unsigned peer) {
    return accepts ? found.vcs[peer][port] : found.vcs[port][peer];
  };
  PortMask strict = 0;
  for (PortMask left = peers; left != 0; drop_lowest(left)) {
    if ((vcs(lowest(left)) & params.strict_vcs) != 0) strict |= port_bit(lowest(left));
  }
  if (strict != 0) peers = strict;
  if (params.arbiter == ArbiterKind::pim) {
    const auto count = port_count(peers);
    for (unsigned n = pim_choice(params, now, round, accepts, port, count); n > 0; --n)
      drop_lowest(peers);
    return lowest(peers);
  }
  PortMask best = 0;  // with the greatest weight
  uint32_t most = 0;
  for (PortMask left = peers; left != 0; drop_lowest(left)) {
    const unsigned peer = lowest(left), in = accepts ? port : peer;
    const uint32_t here = weight(now, in, heaviest(now, in, served(vcs(peer))));
    if (here > most) best = 0;
    most = std::max(most, here);
    if (here == most) best |= port_bit(peer);
  }
  return pick_round_robin(best, now % params.ports);
}

/// Of the VCs of a pair: strict ones, where there are any.
VcMask Arbiter::served(VcMask vcs) const {
  const VcMask strict = vcs & records().params().strict_vcs;
  return strict != 0 ? strict : vcs;
}

/// The VC with the greatest weight, the lowest one of several.
unsigned Arbiter::heaviest(Cycle now, unsigned in, VcMask vcs) const {
  unsigned best = lowest(vcs);
  for (VcMask left = vcs; left != 0; drop_lowest(left)) {
    if (weight(now, in, lowest(left)) > weight(now, in, best)) best = lowest(left);
  }
  return best;
}

/// Longest queue first: words in the FIFO. Oldest cell first: cycles since the birth of its head.
uint32_t Arbiter::weight(Cycle now, unsigned in, unsigned vc) const {
  const VcRecord& q = inputs().record(in, vc);
  if (records().params().arbiter == ArbiterKind::lqf) return q.fifo.occupancy();
  return now - records().mailbox().pool()[q.fifo.head()].cell.birth + 1;
}

void Arbiter::match_candidate(Cycle now, unsigned in, unsigned out, Candidates& found) {
  const ArbiterKind kind = records().params().arbiter;
  VcMask vcs = served(found.vcs[out][in]);
  if (kind == ArbiterKind::lqf || kind == ArbiterKind::ocf) vcs = vc_bit(heaviest(now, in, vcs));
  match(now, in, out, vcs);
  found.outputs &= ~port_bit(out);
  for (PortMask outs = found.outputs; outs != 0; drop_lowest(outs)) {
    PortMask& ins = found.inputs[lowest(outs)];
    ins &= ~port_bit(in);
    if (ins == 0) found.outputs &= ~port_bit(lowest(outs));
  }
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
