// SPDX-License-Identifier: Apache-2.0
// Two ends of PMOS on one link, in microseconds; idle time is skipped.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "tests/firmware/noisy_mos.h"

namespace tinsim::firmware_test {

class PmosPair {
 public:
  using Deliver =
      std::function<bool(int end, std::uint8_t channel, const std::vector<std::uint8_t>&)>;

  PmosPair(double ber, double word_loss, std::uint32_t delay_us, std::uint64_t seed)
      : ways{NoisyMos(ber, word_loss, delay_us, seed),
             NoisyMos(ber, word_loss, delay_us, seed + 1)},
        random_(seed + 2) {
    for (int end = 0; end < 2; ++end) reset(end);
  }

  /// The control processor of one end loses its state.
  void reset(int end) {
    owners_[end] = {this, end};
    pmos_init(&ends[end], static_cast<std::uint32_t>(random_()), now, &PmosPair::delivered,
              &owners_[end]);
  }

  /// One microsecond of both ends, or the idle time until one of them has work.
  void step() {
    for (int end = 0; end < 2; ++end) {
      pmos_word word;
      while (ways[1 - end].receive(now, word)) pmos_receive(&ends[end], word);
    }
    if (offer) offer();
    for (int end = 0; end < 2; ++end) {
      pmos_word word;
      while (pmos_next_word(&ends[end], now, &word)) {
        if (on_word) on_word(end, now);
        ways[end].send(now, word);
      }
    }
    std::uint32_t idle = kForever;
    for (int end = 0; end < 2; ++end) {
      idle = std::min(idle, pmos_idle_us(&ends[end], now));
      idle = std::min(idle, ways[end].next_arrival(now, kForever));
    }
    now += std::clamp(idle, 1u, kLongestStep);
  }

  Deliver deliver;
  std::function<void()> offer;  ///< gives packets to the ends that are ready
  std::function<void(int end, std::uint32_t now)> on_word;
  std::uint32_t now = 0;
  std::array<NoisyMos, 2> ways;  ///< [n]: away from end n
  std::array<pmos, 2> ends;

 private:
  static constexpr std::uint32_t kForever = 1u << 30, kLongestStep = 1000000;
  struct Owner {
    PmosPair* pair;
    int end;
  };
  static bool delivered(void* context, std::uint8_t channel, const std::uint8_t* data,
                        std::size_t length) {
    const Owner& owner = *static_cast<Owner*>(context);
    return owner.pair->deliver(owner.end, channel, {data, data + length});
  }

  std::array<Owner, 2> owners_;
  std::mt19937_64 random_;
};

}  // namespace tinsim::firmware_test
