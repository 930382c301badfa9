// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter: central arbiter with busy ports, one request per VC per port.
#include "rtl_models/islip_arbiter/islip_arbiter.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
void IslipArbiter<kPorts, kVcs>::tick(const In& in) {
  const unsigned iterations = in.iterations_i;
  TIN_CHECK(IterationsInRange, iterations >= 1 && iterations <= 4,
            fmt::format("{} iterations", iterations));
  const IslipMatch match = islip_match(pointers_, gather(in), kPorts, iterations);
  out_ = {};
  for (std::uint64_t left = match.inputs; left; left &= left - 1) {
    const auto input = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned output = match.output_of[input];
    out_.match_valid_o[input] = true;
    out_.match_port_o[input] = output;
    out_.match_vc_o[input] = pick_vc(in, input, output);
  }
}

template <unsigned kPorts, unsigned kVcs>
IslipRequests IslipArbiter<kPorts, kVcs>::gather(const In& in) const {
  IslipRequests requests;
  for (unsigned port = 0; port < kPorts; ++port) {
    const std::uint64_t bit = std::uint64_t{1} << port;
    if (!in.in_busy_i[port] && !out_.match_valid_o[port]) requests.free_inputs |= bit;
    if (!in.out_busy_i[port]) requests.free_outputs |= bit;
  }
  for (unsigned port = 0; port < kPorts; ++port)
    if (out_.match_valid_o[port])
      requests.free_outputs &= ~(std::uint64_t{1} << out_.match_port_o[port]);
  for (unsigned input = 0; input < kPorts; ++input) {
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      if (!in.req_valid_i[input][vc]) continue;
      const unsigned output = in.req_port_i[input][vc];
      TIN_CHECK(PortInRange, output < kPorts,
                fmt::format("input {} VC {} requests output {} of {}", input, vc, output, kPorts));
      requests.inputs_for[output] |= std::uint64_t{1} << input;
      if (in.strict_i[vc]) requests.strict_for[output] |= std::uint64_t{1} << input;
      requests.outputs |= std::uint64_t{1} << output;
    }
  }
  return requests;
}

template <unsigned kPorts, unsigned kVcs>
unsigned IslipArbiter<kPorts, kVcs>::pick_vc(const In& in, unsigned input, unsigned output) {
  VcMask asking = 0, strict = 0;
  for (unsigned vc = 0; vc < kVcs; ++vc) {
    if (!in.req_valid_i[input][vc] || in.req_port_i[input][vc] != output) continue;
    asking |= VcMask{1} << vc;
    if (in.strict_i[vc]) strict |= VcMask{1} << vc;
  }
  std::uint8_t& pointer = vc_pointer_[input][output];
  const unsigned vc = pick_round_robin(strict ? strict : asking, pointer);
  pointer = static_cast<std::uint8_t>(next_cyclic(vc, kVcs));
  return vc;
}

template <unsigned kPorts, unsigned kVcs>
void IslipArbiter<kPorts, kVcs>::reset(const In&) {
  *this = {};
}

template <unsigned kPorts, unsigned kVcs>
void IslipArbiter<kPorts, kVcs>::list_state(StateList& state) const {
  state.add_first("grant_pointer", pointers_.grant, kPorts);
  state.add_first("accept_pointer", pointers_.accept, kPorts);
  state.add("vc_pointer", vc_pointer_);
}

template class IslipArbiter<4, 4>;
template class IslipArbiter<50, 32>;

}  // namespace tinsim
