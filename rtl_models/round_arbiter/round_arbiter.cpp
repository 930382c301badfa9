// SPDX-License-Identifier: Apache-2.0
// Arbiter by rounds of request, grant and accept: iSLIP or round-robin matching.
#include "rtl_models/round_arbiter/round_arbiter.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
void RoundArbiter<kPorts, kVcs>::tick(const In& in) {
  const unsigned iterations = in.iterations_i;
  TIN_CHECK(IterationsInRange, iterations >= 1 && iterations <= 4,
            fmt::format("{} iterations", iterations));
  const IslipRequests requests = gather(in);
  const IslipPointers behind_grants = pointers_after_grants(requests);
  const IslipMatch match = islip_match(pointers_, requests, kPorts, iterations);
  if (in.rrm_i) pointers_.grant = behind_grants.grant;
  out_ = {};
  for (std::uint64_t left = match.inputs; left != 0; left &= left - 1) {
    const auto input = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned output = match.output_of[input];
    out_.match_valid_o[input] = true;
    out_.match_port_o[input] = output;
    out_.match_vc_o[input] = pick_vc(in, input, output);
  }
}

template <unsigned kPorts, unsigned kVcs>
IslipRequests RoundArbiter<kPorts, kVcs>::gather(const In& in) {
  IslipRequests requests;
  for (unsigned port = 0; port < kPorts; ++port) {
    requests.free_inputs |= std::uint64_t{in.in_free_i[port]} << port;
    requests.free_outputs |= std::uint64_t{in.out_free_i[port]} << port;
  }
  for (unsigned input = 0; input < kPorts; ++input) {
    if (!in.in_free_i[input]) continue;
    const std::uint64_t bit = std::uint64_t{1} << input;
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      if (!in.req_valid_i[input][vc]) continue;
      const unsigned output = in.req_port_i[input][vc];
      TIN_CHECK(PortInRange, output < kPorts,
                fmt::format("input {} VC {} requests output {} of {}", input, vc, output, kPorts));
      requests.inputs_for[output] |= bit;
      if (in.strict_i[vc]) requests.strict_for[output] |= bit;
      requests.outputs |= std::uint64_t{1} << output;
    }
  }
  return requests;
}

/// Those of outputs behind the grants of the first round, accepted or not.
template <unsigned kPorts, unsigned kVcs>
IslipPointers RoundArbiter<kPorts, kVcs>::pointers_after_grants(
    const IslipRequests& requests) const {
  IslipPointers pointers = pointers_;
  for (std::uint64_t left = requests.outputs & requests.free_outputs; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(__builtin_ctzll(left));
    const std::uint64_t strict = requests.strict_for[output];
    const std::uint64_t asking = strict != 0 ? strict : requests.inputs_for[output];
    std::uint8_t& pointer = pointers.grant[output];
    pointer = static_cast<std::uint8_t>(next_cyclic(pick_round_robin(asking, pointer), kPorts));
  }
  return pointers;
}

template <unsigned kPorts, unsigned kVcs>
unsigned RoundArbiter<kPorts, kVcs>::pick_vc(const In& in, unsigned input, unsigned output) {
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
void RoundArbiter<kPorts, kVcs>::reset(const In&) {
  *this = {};
}

template <unsigned kPorts, unsigned kVcs>
void RoundArbiter<kPorts, kVcs>::list_state(StateList& state) const {
  state.add_first("grant_pointer", pointers_.grant, kPorts);
  state.add_first("accept_pointer", pointers_.accept, kPorts);
  state.add("vc_pointer", vc_pointer_);
}

template class RoundArbiter<4, 4>;
template class RoundArbiter<50, 32>;

}  // namespace tinsim
