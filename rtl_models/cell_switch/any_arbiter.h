// SPDX-License-Identifier: Apache-2.0
// The arbiter of a cell switch: islip_arbiter, or where blocks may be RTL also one of the others.
#pragma once

#include "rtl_models/common/block_choices.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "rtl_models/round_arbiter/round_arbiter.h"
#include "rtl_models/wavefront_arbiter/wavefront_arbiter.h"

namespace tinsim {

/// The block that arbitrates; round_arbiter by iSLIP or by round-robin matching.
enum class ArbiterBlock { islip, round_islip, round_rrm, wavefront };

/// A stage with the ports of islip_arbiter, which is one of the blocks of ArbiterBlock. A wave
/// front has no use for `iterations_i`.
template <unsigned kPorts, unsigned kVcs>
class AnyArbiter {
 public:
  using Islip = IslipArbiter<kPorts, kVcs>;
  using In = typename Islip::In;
  using Out = typename Islip::Out;

  const Out& out() const { return out_; }

  void tick(const In& in) {
    if (kind_ == ArbiterBlock::islip) {
      islip_.tick(in);
      return show(islip_.out());
    }
    if (kind_ == ArbiterBlock::wavefront) {
      wavefront_.tick(wavefront_in(in));
      return show(wavefront_.out());
    }
    round_.tick(round_in(in));
    show(round_.out());
  }

  void reset(const In& straps) {
    islip_.reset(straps);
    round_.reset(round_in(straps));
    wavefront_.reset(wavefront_in(straps));
    out_ = {};
  }

  /// Call before reset().
  void place(ArbiterBlock kind, const BlockChoices& choices, const BlockPlace& place) {
    kind_ = kind;
    if (kind == ArbiterBlock::islip)
      place_block(islip_, choices.islip_arbiter, place);
    else if (kind == ArbiterBlock::wavefront)
      place_block(wavefront_, choices.wavefront_arbiter, place);
    else
      place_block(round_, choices.round_arbiter, place);
  }

 private:
  using Round = RoundArbiter<kPorts, kVcs>;
  using Wavefront = WavefrontArbiter<kPorts, kVcs>;

  /// Ports of the match that shows are not free: round_arbiter leaves that to its switch.
  typename Round::In round_in(const In& in) const {
    typename Round::In to;
    to.iterations_i = in.iterations_i;
    to.rrm_i = kind_ == ArbiterBlock::round_rrm;
    to.strict_i = in.strict_i;
    to.req_valid_i = in.req_valid_i;
    to.req_port_i = in.req_port_i;
    for (unsigned port = 0; port < kPorts; ++port) {
      to.in_free_i[port] = !in.in_busy_i[port] && !out_.match_valid_o[port];
      to.out_free_i[port] = !in.out_busy_i[port];
    }
    for (unsigned input = 0; input < kPorts; ++input)
      if (out_.match_valid_o[input]) to.out_free_i[out_.match_port_o[input]] = false;
    return to;
  }

  static typename Wavefront::In wavefront_in(const In& in) {
    typename Wavefront::In to;
    to.strict_i = in.strict_i;
    to.req_valid_i = in.req_valid_i;
    to.req_port_i = in.req_port_i;
    to.in_busy_i = in.in_busy_i;
    to.out_busy_i = in.out_busy_i;
    return to;
  }

  template <class Match>
  void show(const Match& match) {
    out_.match_valid_o = match.match_valid_o;
    out_.match_port_o = match.match_port_o;
    out_.match_vc_o = match.match_vc_o;
  }

  ArbiterBlock kind_ = ArbiterBlock::islip;
  BlockSlot<Islip> islip_;
  BlockSlot<Round> round_;
  BlockSlot<Wavefront> wavefront_;
  Out out_;
};

namespace detail {
template <template <class> class Part, unsigned kPorts, unsigned kVcs>
struct ArbiterPartOf {
  using Type = Part<IslipArbiter<kPorts, kVcs>>;
};
template <unsigned kPorts, unsigned kVcs>
struct ArbiterPartOf<BlockSlot, kPorts, kVcs> {
  using Type = AnyArbiter<kPorts, kVcs>;
};
}  // namespace detail

/// The arbiter of a switch whose other blocks are `Part<Model>`.
template <template <class> class Part, unsigned kPorts, unsigned kVcs>
using ArbiterPart = typename detail::ArbiterPartOf<Part, kPorts, kVcs>::Type;

/// As place_block(): a switch of models keeps its own.
template <unsigned kPorts, unsigned kVcs>
void place_arbiter(IslipArbiter<kPorts, kVcs>&, ArbiterBlock, const BlockChoices&,
                   const BlockPlace&) {}
template <unsigned kPorts, unsigned kVcs>
void place_arbiter(AnyArbiter<kPorts, kVcs>& arbiter, ArbiterBlock kind,
                   const BlockChoices& choices, const BlockPlace& place) {
  arbiter.place(kind, choices, place);
}

}  // namespace tinsim
