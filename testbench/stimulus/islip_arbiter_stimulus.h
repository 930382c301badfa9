// SPDX-License-Identifier: Apache-2.0
// Random request matrices and settings that drift, and random busy ports, for the iSLIP arbiter.
#pragma once

#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "testbench/bench_random.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs>
class IslipArbiterStimulus {
 public:
  using In = typename IslipArbiter<kPorts, kVcs>::In;
  using Out = typename IslipArbiter<kPorts, kVcs>::Out;

  explicit IslipArbiterStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    in_ = {};
    in_.iterations_i = random_.range(1, 4);
    strict_percent_ = random_.chance(50) ? 0 : random_.range(0, 100);
    for (bool& strict : in_.strict_i) strict = random_.chance(strict_percent_);
    profile_left_ = 0;
    return in_;
  }

  /// Requests change a few at a time: so all relations of pointers to requests occur.
  In next(const Out&) {
    if (profile_left_-- == 0) change_profile();
    if (random_.chance(5)) in_.iterations_i = random_.range(1, 4);
    if (random_.chance(5)) in_.strict_i[random_.below(kVcs)] = random_.chance(strict_percent_);
    for (unsigned n = 0; n < changes_; ++n) set(random_.below(kPorts), random_.below(kVcs));
    const std::uint64_t in_busy = busy_bits(), out_busy = busy_bits();
    for (unsigned port = 0; port < kPorts; ++port) {
      in_.in_busy_i[port] = in_busy >> port & 1;
      in_.out_busy_i[port] = out_busy >> port & 1;
    }
    return in_;
  }

 private:
  void change_profile() {
    constexpr std::array<unsigned, 6> kPercent = {0, 2, 10, 50, 90, 100};
    valid_percent_ = kPercent[random_.below(kPercent.size())];
    outputs_ = random_.chance(60) ? kPorts : random_.range(1, kPorts);
    changes_ = random_.chance(30) ? kPorts * kVcs : random_.range(0, kPorts * 2);
    busy_profile_ = random_.below(4);
    profile_left_ = random_.range(5, 200);
    for (unsigned input = 0; input < kPorts; ++input)
      for (unsigned vc = 0; vc < kVcs; ++vc) set(input, vc);
    if (changes_ > kPorts * 2) profile_left_ = random_.range(1, 5);
  }
  void set(unsigned input, unsigned vc) {
    const bool valid = random_.chance(valid_percent_);
    in_.req_valid_i[input][vc] = valid;
    in_.req_port_i[input][vc] = valid ? random_.below(outputs_) : random_.below(64);
  }
  std::uint64_t busy_bits() {
    switch (busy_profile_) {
      case 0:
        return 0;
      case 1:
        return random_.bits() & random_.bits() & random_.bits();
      case 2:
        return random_.bits();
      default:
        return random_.bits() | random_.bits();
    }
  }

  Random random_;
  In in_;
  unsigned profile_left_ = 0, valid_percent_ = 50, outputs_ = kPorts, changes_ = 1,
           busy_profile_ = 0, strict_percent_ = 0;
};

}  // namespace tinsim
