// SPDX-License-Identifier: Apache-2.0
// Wrapped wave front arbiter: central arbiter with busy ports, one request per VC per port.
#include "rtl_models/wavefront_arbiter/wavefront_arbiter.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
void WavefrontArbiter<kPorts, kVcs>::tick(const In& in) {
  Requests requests = gather(in);
  Out out;
  pass(in, requests.strict, requests, out);
  pass(in, requests.all, requests, out);
  diagonal_ = next_cyclic(diagonal_, kPorts);
  out_ = out;
}

template <unsigned kPorts, unsigned kVcs>
typename WavefrontArbiter<kPorts, kVcs>::Requests WavefrontArbiter<kPorts, kVcs>::gather(
    const In& in) const {
  Requests requests;
  for (unsigned port = 0; port < kPorts; ++port) {
    const std::uint64_t bit = std::uint64_t{1} << port;
    if (!in.in_busy_i[port] && !out_.match_valid_o[port]) requests.free_inputs |= bit;
    if (!in.out_busy_i[port]) requests.free_outputs |= bit;
  }
  for (unsigned input = 0; input < kPorts; ++input) {
    if (out_.match_valid_o[input])
      requests.free_outputs &= ~(std::uint64_t{1} << out_.match_port_o[input]);
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      if (!in.req_valid_i[input][vc]) continue;
      const unsigned output = in.req_port_i[input][vc];
      TIN_CHECK(PortInRange, output < kPorts,
                fmt::format("input {} VC {} requests output {} of {}", input, vc, output, kPorts));
      requests.all[output] |= std::uint64_t{1} << input;
      if (in.strict_i[vc]) requests.strict[output] |= std::uint64_t{1} << input;
    }
  }
  return requests;
}

/// All diagonals, from the one with priority on. The pairs of one share no port.
template <unsigned kPorts, unsigned kVcs>
void WavefrontArbiter<kPorts, kVcs>::pass(const In& in,
                                          const std::array<std::uint64_t, kPorts>& inputs_for,
                                          Requests& requests, Out& out) {
  unsigned diagonal = diagonal_;
  for (unsigned step = 0; step < kPorts; ++step, diagonal = next_cyclic(diagonal, kPorts)) {
    for (unsigned output = 0; output < kPorts; ++output) {
      if (!(requests.free_outputs >> output & 1)) continue;
      const unsigned input = diagonal >= output ? diagonal - output : diagonal + kPorts - output;
      if (!(inputs_for[output] & requests.free_inputs & std::uint64_t{1} << input)) continue;
      out.match_valid_o[input] = true;
      out.match_port_o[input] = output;
      out.match_vc_o[input] = pick_vc(in, input, output);
      requests.free_inputs &= ~(std::uint64_t{1} << input);
      requests.free_outputs &= ~(std::uint64_t{1} << output);
    }
  }
}

template <unsigned kPorts, unsigned kVcs>
unsigned WavefrontArbiter<kPorts, kVcs>::pick_vc(const In& in, unsigned input, unsigned output) {
  VcMask asking = 0, strict = 0;
  for (unsigned vc = 0; vc < kVcs; ++vc) {
    if (!in.req_valid_i[input][vc] || in.req_port_i[input][vc] != output) continue;
    asking |= VcMask{1} << vc;
    if (in.strict_i[vc]) strict |= VcMask{1} << vc;
  }
  std::uint8_t& pointer = vc_pointer_[input][output];
  const unsigned vc = pick_round_robin(strict != 0 ? strict : asking, pointer);
  pointer = static_cast<std::uint8_t>(next_cyclic(vc, kVcs));
  return vc;
}

template <unsigned kPorts, unsigned kVcs>
void WavefrontArbiter<kPorts, kVcs>::reset(const In&) {
  *this = {};
}

template <unsigned kPorts, unsigned kVcs>
void WavefrontArbiter<kPorts, kVcs>::list_state(StateList& state) const {
  state.add("diagonal", diagonal_);
  state.add("vc_pointer", vc_pointer_);
}

template class WavefrontArbiter<4, 4>;
template class WavefrontArbiter<50, 32>;

}  // namespace tinsim
