// SPDX-License-Identifier: Apache-2.0
// A second, slow implementation of cts_scheduler's decision, straight from its README.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

/// Loops over lists instead of masks, and over virtual times since reset instead of leads: a class
/// starts when its last packet has ended or, if that is past, now.
class NaiveCts {
 public:
  explicit NaiveCts(const CtsPlan& plan) : plan_(plan) {}

  /// The candidate of each port among the queues with true.
  /// Weights from now on.
  void use(const CtsPlan& plan) { plan_ = plan; }

  std::array<std::optional<unsigned>, 4> candidates(const std::array<bool, 32>& waiting) const {
    std::array<std::optional<unsigned>, 4> queues;
    for (unsigned port = 0; port < 4; ++port) {
      std::vector<unsigned> strict, others;
      for (unsigned cos = 0; cos < 8; ++cos)
        if (waiting[8 * port + cos]) (plan_.strict >> cos & 1 ? strict : others).push_back(cos);
      if (!strict.empty())
        queues[port] = 8 * port + strict.back();
      else if (!others.empty())
        queues[port] = 8 * port + shared(ports_[port], others);
    }
    return queues;
  }

  /// The granted queue, among candidates that fit; none if none does.
  std::optional<unsigned> next(const std::array<bool, 32>& waiting,
                               const std::array<bool, 32>& fits,
                               const std::array<unsigned, 32>& bytes) {
    const auto queues = candidates(waiting);
    for (unsigned step = 0; step < 4; ++step) {
      const unsigned port = (pointer_ + step) % 4;
      if (!queues[port] || !fits[*queues[port]]) continue;
      pointer_ = (port + 1) % 4;
      const unsigned cos = *queues[port] % 8;
      if (!(plan_.strict >> cos & 1)) serve(ports_[port], cos, bytes[*queues[port]]);
      return queues[port];
    }
    return std::nullopt;
  }

 private:
  struct Port {
    std::uint64_t now = 0;  ///< when the packet granted last has started
    std::array<std::uint64_t, 8> ends{};
    std::uint64_t start(unsigned cos) const { return ends[cos] < now ? now : ends[cos]; }
  };

  static unsigned shared(const Port& port, const std::vector<unsigned>& waiting) {
    unsigned first = waiting[0];
    for (unsigned cos : waiting)
      if (port.start(cos) < port.start(first)) first = cos;
    return first;
  }

  void serve(Port& port, unsigned cos, std::uint64_t bytes) {
    const std::uint64_t weight = plan_.weights[cos];
    port.now = port.start(cos);
    port.ends[cos] = port.now + bytes * ((262144 + weight / 2) / weight);
  }

  CtsPlan plan_;
  unsigned pointer_ = 0;
  std::array<Port, 4> ports_{};
};

}  // namespace tinsim
