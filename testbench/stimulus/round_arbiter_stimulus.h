// SPDX-License-Identifier: Apache-2.0
// The random requests, rounds and busy ports of the iSLIP arbiter, under rules that change, for the
// arbiter by rounds.
#pragma once

#include "rtl_models/round_arbiter/round_arbiter.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
class RoundArbiterStimulus {
 public:
  using In = typename RoundArbiter<kPorts, kVcs>::In;
  using Out = typename RoundArbiter<kPorts, kVcs>::Out;

  explicit RoundArbiterStimulus(std::uint64_t seed) : requests_(seed), rules_(seed) {}

  In restart() {
    rrm_ = rules_.chance(50);
    change_percent_ = rules_.chance(50) ? 0 : 2;
    return with_rule(requests_.restart());
  }
  In next(const Out&) {
    if (rules_.chance(change_percent_)) rrm_ = !rrm_;
    return with_rule(requests_.next({}));
  }

 private:
  using Requests = IslipArbiterStimulus<kPorts, kVcs>;

  In with_rule(const typename Requests::In& from) const {
    In in;
    in.iterations_i = from.iterations_i;
    in.rrm_i = rrm_;
    in.strict_i = from.strict_i;
    in.req_valid_i = from.req_valid_i;
    in.req_port_i = from.req_port_i;
    for (unsigned port = 0; port < kPorts; ++port) {
      in.in_free_i[port] = !from.in_busy_i[port];
      in.out_free_i[port] = !from.out_busy_i[port];
    }
    return in;
  }

  Requests requests_;
  Random rules_;
  bool rrm_ = false;
  unsigned change_percent_ = 0;  ///< cycles in which the rule changes
};

}  // namespace tinsim
