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

  /// The queue that is served, out of those with true; none if there is none.
  std::optional<unsigned> next(const std::array<bool, 32>& eligible,
                               const std::array<unsigned, 32>& bytes) {
    for (unsigned step = 0; step < 4; ++step) {
      const unsigned port = (pointer_ + step) % 4;
      std::vector<unsigned> strict, others;
      for (unsigned cos = 0; cos < 8; ++cos)
        if (eligible[8 * port + cos]) (plan_.strict >> cos & 1 ? strict : others).push_back(cos);
      if (strict.empty() && others.empty()) continue;
      pointer_ = (port + 1) % 4;
      if (!strict.empty()) return 8 * port + strict.back();
      if (others.size() == 1) return 8 * port + others[0];
      return 8 * port + serve(ports_[port], others, &bytes[8 * port]);
    }
    return std::nullopt;
  }

 private:
  struct Port {
    unsigned cur = 0;
    std::array<long, 8> budget{};
  };

  unsigned serve(Port& port, const std::vector<unsigned>& eligible, const unsigned* bytes) {
    const auto is_eligible = [&](unsigned cos) {
      for (unsigned e : eligible)
        if (e == cos) return true;
      return false;
    };
    if (!is_eligible(port.cur) || port.budget[port.cur] <= 0) {
      do port.cur = (port.cur + 1) % 8;
      while (!is_eligible(port.cur));
      long& budget = port.budget[port.cur];
      if (budget > 0) budget = 0;
      budget += 16384L * plan_.weights[port.cur];
    }
    port.budget[port.cur] -= static_cast<long>(bytes[port.cur]);
    return port.cur;
  }

  CtsPlan plan_;
  unsigned pointer_ = 0;
  std::array<Port, 4> ports_{};
};

}  // namespace tinsim
