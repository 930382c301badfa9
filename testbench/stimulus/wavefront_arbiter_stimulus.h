// SPDX-License-Identifier: Apache-2.0
// The random requests, strict VCs and busy ports of the iSLIP arbiter, for the wave front arbiter.
#pragma once

#include "rtl_models/wavefront_arbiter/wavefront_arbiter.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
class WavefrontArbiterStimulus {
 public:
  using In = typename WavefrontArbiter<kPorts, kVcs>::In;
  using Out = typename WavefrontArbiter<kPorts, kVcs>::Out;

  explicit WavefrontArbiterStimulus(std::uint64_t seed) : requests_(seed) {}

  In restart() { return without_rounds(requests_.restart()); }
  In next(const Out&) { return without_rounds(requests_.next({})); }

 private:
  using Requests = IslipArbiterStimulus<kPorts, kVcs>;

  static In without_rounds(const typename Requests::In& from) {
    In in;
    in.strict_i = from.strict_i;
    in.req_valid_i = from.req_valid_i;
    in.req_port_i = from.req_port_i;
    in.in_busy_i = from.in_busy_i;
    in.out_busy_i = from.out_busy_i;
    return in;
  }

  Requests requests_;
};

}  // namespace tinsim
