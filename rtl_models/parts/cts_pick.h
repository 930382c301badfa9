// SPDX-License-Identifier: Apache-2.0
// Choice of the RTS queue for the next CTS: ports in turn, classes strict or by weighted fair
// shares.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/fair_shares.h"

namespace tinsim {

inline constexpr unsigned kEgressPorts = 4;  ///< NIC0, NIC1, MAC, CPU
inline constexpr unsigned kRtsQueues = kCosClasses * kEgressPorts;
inline constexpr unsigned kNoQueue = kRtsQueues;

/// Queue q is 8 * port + cos.
constexpr unsigned rts_queue(unsigned port, unsigned cos) { return kCosClasses * port + cos; }
constexpr unsigned port_of_queue(unsigned queue) { return queue / kCosClasses; }
/// The queues of a port, a bit each.
constexpr std::uint32_t queues_of(unsigned port) {
  return ((1u << kCosClasses) - 1) << rts_queue(port, 0);
}
constexpr unsigned cos_of_queue(unsigned queue) { return queue % kCosClasses; }

/// Whether a packet may be fetched in addition to `outstanding` bytes of its port. A packet greater
/// than the window is fetched alone.
constexpr bool fits_window(std::uint32_t outstanding, unsigned bytes, std::uint32_t window) {
  return outstanding == 0 || outstanding + bytes <= window;
}

/// Configuration: the same for all ports.
struct CtsPlan {
  std::uint8_t strict = 0;                          ///< mask of classes served before all others
  std::array<std::uint8_t, kCosClasses> weights{};  ///< of the others, 1..255
};

/// The decision of cts_scheduler (its README) on a mask of queues that have an RTS. Each port
/// chooses its class first, and waits until that one's packet fits.
class CtsPicker {
 public:
  /// The queue that is granted; kNoQueue if none is. `fits(queue)`: whether the queue's first
  /// packet has room now; called for at most one queue of a port.
  template <class Fits>
  unsigned peek(const CtsPlan& plan, std::uint32_t waiting, Fits&& fits) const {
    for (unsigned step = 0; step < kEgressPorts && waiting != 0; ++step) {
      const unsigned port = (port_pointer_ + step) % kEgressPorts;
      const std::uint8_t classes = classes_of(waiting, port);
      if (classes == 0) continue;
      const unsigned queue = rts_queue(port, candidate(plan, classes, port));
      if (fits(queue)) return queue;
    }
    return kNoQueue;
  }

  /// `queue`, which peek() has named, is granted a packet of `bytes`.
  void grant(const CtsPlan& plan, unsigned queue, unsigned bytes) {
    const unsigned port = port_of_queue(queue);
    const unsigned cos = cos_of_queue(queue);
    if (!(plan.strict >> cos & 1)) shares_[port].charge(cos, plan.weights[cos], bytes);
    port_pointer_ = static_cast<std::uint8_t>((port + 1) % kEgressPorts);
  }
  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add("port_pointer", port_pointer_);
  }

 private:
  static std::uint8_t classes_of(std::uint32_t waiting, unsigned port) {
    return static_cast<std::uint8_t>(waiting >> rts_queue(port, 0));
  }
  unsigned candidate(const CtsPlan& plan, std::uint8_t classes, unsigned port) const;

  std::array<FairShares, kEgressPorts> shares_{};
  std::uint8_t port_pointer_ = 0;
};

}  // namespace tinsim
