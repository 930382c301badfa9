// SPDX-License-Identifier: Apache-2.0
// RTS queues, windows and space near the sizes of the heads, packets done, for cts_scheduler.
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/cts_scheduler/cts_scheduler.h"
#include "rtl_models/parts/ip_cells.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Which queues fill, how long packets are and how tight windows and space are is drawn again every
/// few hundred cycles.
class CtsSchedulerStimulus {
 public:
  using In = CtsScheduler::In;
  using Out = CtsScheduler::Out;

  explicit CtsSchedulerStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    in_ = {};
    const bool all_strict = random_.chance(5);
    for (auto& strict : in_.strict_i) strict = all_strict || random_.chance(20);
    draw_weights();
    outstanding_ = {};
    left_ = 0;
    return in_;
  }

  In next(const Out& before) {
    if (left_ == 0) new_profile();
    --left_;
    follow(before);
    for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
      if (!in_.head_valid_i[queue] && random_.chance(fill_percent_[queue])) {
        in_.head_valid_i[queue] = true;
        in_.head_bytes_i[queue] = length(queue);
      } else if (!in_.head_valid_i[queue]) {
        in_.head_bytes_i[queue] = random_.bits();
      }
    }
    for (unsigned port = 0; port < kEgressPorts; ++port) {
      in_.window_i[port] = window(port);
      in_.space_i[port] = space(port);
    }
    in_.hold_i = !grants_.go(random_);
    finish_packet();
    return in_;
  }

 private:
  /// Changes by the cycle before, whose inputs are still in `in_`.
  void follow(const Out& before) {
    if (before.grant_valid_o) {
      const unsigned queue = before.grant_queue_o;
      outstanding_[port_of_queue(queue)] += static_cast<unsigned>(in_.head_bytes_i[queue]);
      in_.head_valid_i[queue] = false;
    }
    if (in_.done_valid_i) outstanding_[in_.done_port_i] -= static_cast<unsigned>(in_.done_bytes_i);
    in_.done_valid_i = false;
  }
  void draw_weights() {
    const unsigned kind = random_.below(4);
    for (auto& weight : in_.weight_i)
      weight = kind == 0   ? 1
               : kind == 1 ? random_.range(1, 5)
               : kind == 2 ? random_.range(1, 255)
                           : 1 + 254 * random_.below(2);
  }
  void new_profile() {
    if (random_.chance(30)) draw_weights();
    constexpr std::array<unsigned, 5> kPercents = {0, 5, 30, 100, 100};
    const bool no_heads = random_.chance(5);
    for (auto& percent : fill_percent_)
      percent = no_heads ? 0 : kPercents[random_.below(kPercents.size())];
    if (random_.chance(30)) {  // two classes that share a port
      fill_percent_ = {};
      for (int n = 0; n < 2; ++n) fill_percent_[random_.below(kCosClasses)] = 100;
    }
    longest_ = random_.chance(40) ? kMaxPacketBytes : random_.range(1, 3000);
    equal_cost_ = random_.chance(30);
    window_kind_ = random_.below(4);
    space_kind_ = random_.below(4);
    left_ = random_.range(50, 500);
    flood_ = random_.chance(10);
    if (!flood_) return;
    // The bytes outstanding of one port reach the widest window.
    fill_percent_ = {};
    std::fill_n(fill_percent_.begin() + rts_queue(random_.below(kEgressPorts), 0), kCosClasses,
                100);
    longest_ = kMaxPacketBytes;
    equal_cost_ = false;
    window_kind_ = space_kind_ = 0;
    left_ = 200;
  }
  /// Lengths in proportion to the weights have equal cost in all classes, except for rounding.
  unsigned length(unsigned queue) {
    if (equal_cost_) {
      const auto weight = static_cast<unsigned>(in_.weight_i[cos_of_queue(queue)]);
      return std::min(weight * (random_.chance(50) ? 1 : random_.range(1, 8)), kMaxPacketBytes);
    }
    return random_.chance(flood_ ? 60 : 10) ? longest_
           : random_.chance(10)             ? 1
                                            : random_.range(1, longest_);
  }
  /// Wide open, the size of one of the heads or a byte less, fixed, or anything.
  unsigned window(unsigned port) {
    constexpr unsigned kWidest = (1u << 20) - 1;
    const unsigned queue = rts_queue(port, random_.below(kCosClasses));
    if (window_kind_ == 0) return kWidest;
    if (window_kind_ == 1)
      return std::min(kWidest, outstanding_[port] + static_cast<unsigned>(in_.head_bytes_i[queue]) -
                                   random_.below(2));
    return window_kind_ == 2 ? 32768 : random_.below(random_.chance(50) ? 40000 : kWidest);
  }
  /// Plenty, the size of one of the heads or a cell less, or anything.
  unsigned space(unsigned port) {
    const unsigned queue = rts_queue(port, random_.below(kCosClasses));
    const unsigned cells = cells_of(static_cast<unsigned>(in_.head_bytes_i[queue]));
    if (space_kind_ <= 1) return 255;
    return space_kind_ == 2 ? cells - (cells > 0 && random_.chance(50)) : random_.below(256);
  }
  void finish_packet() {
    const unsigned port = random_.below(kEgressPorts);
    in_.done_port_i = port;
    in_.done_bytes_i = random_.bits();
    if (!dones_.go(random_) || flood_) return;
    const unsigned most = std::min(outstanding_[port], kMaxPacketBytes);
    in_.done_valid_i = true;
    in_.done_bytes_i = random_.chance(60) ? most : random_.below(most + 1);
    // The outstanding rest is a power of two.
    unsigned rest = 1u << random_.below(20);
    while (rest < outstanding_[port] / 2) rest *= 2;
    if (rest < outstanding_[port] && outstanding_[port] - rest <= most && random_.chance(50))
      in_.done_bytes_i = outstanding_[port] - rest;
  }

  Random random_;
  RandomStall grants_, dones_;
  In in_;  ///< of the cycle before, until `next` makes it this one's
  std::array<unsigned, kEgressPorts> outstanding_{};
  // The profile of random rates, and cycles until the next one.
  std::array<unsigned, kRtsQueues> fill_percent_{};
  bool equal_cost_ = false, flood_ = false;
  unsigned longest_ = 1, window_kind_ = 0, space_kind_ = 0, left_ = 0;
};

}  // namespace tinsim
