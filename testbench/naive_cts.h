// SPDX-License-Identifier: Apache-2.0
// A second, slow implementation of cts_scheduler's decision, straight from its README.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

/// Loops over lists instead of masks, and keeps all state by name.
class NaiveCts {
 public:
  explicit NaiveCts(const CtsPlan& plan) : plan_(plan) {}

  /// The candidate of each port among the queues with true.
  std::array<std::optional<unsigned>, 4> candidates(const std::array<bool, 32>& waiting) const {
    std::array<std::optional<unsigned>, 4> queues;
    for (unsigned port = 0; port < 4; ++port) {
      std::vector<unsigned> strict, others;
      for (unsigned cos = 0; cos < 8; ++cos)
        if (waiting[8 * port + cos]) (plan_.strict >> cos & 1 ? strict : others).push_back(cos);
      if (!strict.empty())
        queues[port] = 8 * port + strict.back();
      else if (others.size() == 1)
        queues[port] = 8 * port + others[0];
      else if (!others.empty())
        queues[port] = 8 * port + shared(ports_[port], others);
    }
    return queues;
  }

  /// The queue that is granted, of those candidates that fit; none if none does.
  std::optional<unsigned> next(const std::array<bool, 32>& waiting,
                               const std::array<bool, 32>& fits,
                               const std::array<unsigned, 32>& bytes) {
    const auto queues = candidates(waiting);
    for (unsigned step = 0; step < 4; ++step) {
      const unsigned port = (pointer_ + step) % 4;
      if (!queues[port] || !fits[*queues[port]]) continue;
      pointer_ = (port + 1) % 4;
      unsigned others = 0;
      for (unsigned cos = 0; cos < 8; ++cos)
        others += waiting[8 * port + cos] && !(plan_.strict >> cos & 1);
      const unsigned cos = *queues[port] % 8;
      if (others >= 2 && !(plan_.strict >> cos & 1))
        serve(ports_[port], cos, static_cast<long>(bytes[*queues[port]]));
      return queues[port];
    }
    return std::nullopt;
  }

 private:
  struct Port {
    unsigned cur = 0;
    std::array<long, 8> budget{};
  };

  static unsigned shared(const Port& port, const std::vector<unsigned>& waiting) {
    const auto is_waiting = [&](unsigned cos) {
      for (unsigned w : waiting)
        if (w == cos) return true;
      return false;
    };
    if (is_waiting(port.cur) && port.budget[port.cur] > 0) return port.cur;
    unsigned cos = port.cur;
    do cos = (cos + 1) % 8;
    while (!is_waiting(cos));
    return cos;
  }

  /// `cos` goes on only if it is current and has a budget: else it would not be the candidate.
  void serve(Port& port, unsigned cos, long bytes) {
    long& budget = port.budget[cos];
    if (cos != port.cur || budget <= 0) {
      port.cur = cos;
      if (budget > 0) budget = 0;
      budget += 16384L * plan_.weights[cos];
    }
    budget -= bytes;
  }

  CtsPlan plan_;
  unsigned pointer_ = 0;
  std::array<Port, 4> ports_{};
};

}  // namespace tinsim
