// SPDX-License-Identifier: Apache-2.0
// Random cells that look for a port, with candidates missing, down and equally costly, for
// route_select.
#pragma once

#include "rtl_models/route_select/route_select.h"
#include "testbench/random.h"

namespace tinsim {

template <unsigned kPorts>
class RouteSelectStimulus {
 public:
  using In = typename RouteSelect<kPorts>::In;
  using Out = typename RouteSelect<kPorts>::Out;

  explicit RouteSelectStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.minimal_count_i = random_.chance(50) ? 2 : random_.range(1, 8);
    straps_.nonminimal_count_i = random_.chance(50) ? 3 : random_.range(0, 8);
    straps_.minimal_weight_i = random_.chance(50) ? 1 : random_.below(256);
    straps_.nonminimal_weight_i = random_.chance(50) ? 2 : random_.below(256);
    straps_.minimal_bias_i = random_.chance(70) ? 0 : random_.below(65536);
    straps_.nonminimal_bias_i = random_.chance(50) ? 40 : random_.below(65536);
    valid_percent_ = random_.chance(50) ? 100 : random_.range(5, 95);
    entry_percent_ = random_.chance(50) ? 100 : random_.range(0, 95);
    up_percent_ = random_.chance(50) ? 100 : random_.range(0, 95);
    // Short queues tie; long ones use all bits of the cost.
    most_words_ = random_.chance(40) ? random_.range(1, 4) : 1u << random_.range(4, 20);
    return straps_;
  }

  In next(const Out&) {
    In in = straps_;
    in.valid_i = random_.chance(valid_percent_);
    in.hashed_i = random_.chance(30);
    in.detour_i = random_.chance(70);
    for (unsigned i = 0; i < kMinimalEntries; ++i) entry(in.minimal_i[i], in.minimal_valid_i[i]);
    for (unsigned i = 0; i < kDetourEntries; ++i)
      entry(in.nonminimal_i[i], in.nonminimal_valid_i[i]);
    if (random_.chance(5)) in.minimal_valid_i.fill(false);
    if (random_.chance(5)) in.nonminimal_valid_i.fill(false);
    in.hash_i = random_.below(32);
    for (auto& number : in.random_i) number = random_.below(4096);
    for (bool& up : in.up_i) up = random_.chance(up_percent_);
    for (auto& words : in.queue_i) words = random_.below(most_words_);
    return in;
  }

 private:
  /// What is not valid may be anything.
  void entry(Bits<6>& port, bool& valid) {
    valid = random_.chance(entry_percent_);
    port = valid ? random_.below(kPorts) : random_.below(64);
  }

  Random random_;
  In straps_;
  unsigned valid_percent_ = 100, entry_percent_ = 100, up_percent_ = 100, most_words_ = 100;
};

}  // namespace tinsim
