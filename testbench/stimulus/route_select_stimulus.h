// SPDX-License-Identifier: Apache-2.0
// Cells with full and empty lists, ports up and down, long, short and equal queues, for
// route_select.
#pragma once

#include <algorithm>

#include "rtl_models/route_select/route_select.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// How full the lists and queues are and how many ports are up is drawn again every few hundred
/// cycles. Queues are often so short, and straps so equal, that costs are equal.
template <unsigned kPorts>
class RouteSelectStimulus {
 public:
  using In = typename RouteSelect<kPorts>::In;
  using Out = typename RouteSelect<kPorts>::Out;

  explicit RouteSelectStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.minimal_count_i = random_.chance(40) ? 2 : random_.range(1, 8);
    straps_.nonminimal_count_i = random_.chance(40) ? 3 : random_.below(9);
    straps_.minimal_weight_i = straps_.nonminimal_weight_i = weight();
    straps_.minimal_bias_i = straps_.nonminimal_bias_i = bias();
    if (random_.chance(60)) straps_.nonminimal_weight_i = weight();
    if (random_.chance(60)) straps_.nonminimal_bias_i = bias();
    left_ = 0;
    return straps_;
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in = straps_;
    in.valid_i = cells_.go(random_);
    in.hashed_i = random_.chance(hashed_percent_);
    in.detour_i = random_.chance(detour_percent_);
    in.hash_i = random_.bits();
    fill(in.minimal_i, in.minimal_valid_i, minimal_percent_, in.valid_i);
    fill(in.nonminimal_i, in.nonminimal_valid_i, nonminimal_percent_, in.valid_i);
    draw(in);
    for (unsigned port = 0; port < kPorts; ++port) {
      in.up_i[port] = random_.chance(up_percent_);
      in.queue_i[port] = queue();
    }
    return in;
  }

 private:
  static constexpr unsigned kLongest = (1u << 20) - 1;

  void new_profile() {
    constexpr std::array<unsigned, 7> kPercents = {0, 3, 10, 50, 90, 100, 100};
    auto percent = [&] { return kPercents[random_.below(kPercents.size())]; };
    hashed_percent_ = percent();
    detour_percent_ = random_.chance(20) ? 0 : 80;
    minimal_percent_ = percent();
    nonminimal_percent_ = percent();
    up_percent_ = percent();
    queue_limit_ = random_.chance(50)   ? random_.below(4)
                   : random_.chance(50) ? random_.below(300)
                                        : kLongest;
    queue_base_ = random_.chance(20) ? kLongest - queue_limit_ : 0;
    left_ = random_.range(1, 400);
  }
  unsigned weight() {
    if (random_.chance(10)) return 0;
    return random_.chance(40) ? random_.range(1, 3) : random_.chance(30) ? 255 : random_.below(256);
  }
  unsigned bias() {
    if (random_.chance(40)) return random_.below(4);
    if (random_.chance(30)) return 1u << (random_.chance(30) ? 15 : random_.below(16));
    return random_.below(random_.chance(50) ? 65536 : 1000);
  }
  unsigned queue() {
    return queue_base_ + (queue_limit_ == 0 ? 0 : random_.below(queue_limit_ + 1));
  }
  /// Only a valid entry of a cell that is there must name a port.
  template <class Ports, class Valids>
  void fill(Ports& ports, Valids& valids, unsigned percent, bool cell) {
    for (std::size_t n = 0; n < ports.size(); ++n) {
      valids[n] = random_.chance(percent);
      ports[n] = cell && valids[n] ? random_.below(kPorts) : random_.bits();
    }
  }
  /// Sometimes only the largest and the smallest numbers, sometimes one for all draws.
  void draw(In& in) {
    const bool ends = random_.chance(10), same = random_.chance(10);
    for (auto& number : in.random_i) {
      const std::uint64_t bits = random_.bits();
      number = ends ? (bits & 1 ? 4095 : 0) : bits;
      if (same) number = in.random_i[0];
    }
  }

  Random random_;
  RandomStall cells_;
  In straps_;
  // The profile of random rates, and cycles until the next one.
  unsigned hashed_percent_ = 0, detour_percent_ = 0, minimal_percent_ = 0, nonminimal_percent_ = 0;
  unsigned up_percent_ = 0, queue_limit_ = 0, queue_base_ = 0, left_ = 0;
};

}  // namespace tinsim
