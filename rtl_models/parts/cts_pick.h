// SPDX-License-Identifier: Apache-2.0
// Which RTS queue gets the next CTS: ports in turn, classes strict or by surplus round robin.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/ip_cells.h"

namespace tinsim {

inline constexpr unsigned kCosClasses = 8;
inline constexpr unsigned kEgressPorts = 4;  ///< NIC0, NIC1, MAC, CPU
inline constexpr unsigned kRtsQueues = kCosClasses * kEgressPorts;
inline constexpr unsigned kNoQueue = kRtsQueues;

/// Queue q is 8 * port + cos.
constexpr unsigned rts_queue(unsigned port, unsigned cos) { return kCosClasses * port + cos; }
constexpr unsigned port_of_queue(unsigned queue) { return queue / kCosClasses; }
constexpr unsigned cos_of_queue(unsigned queue) { return queue % kCosClasses; }

/// Whether a packet may be fetched beside `outstanding` bytes of its port. A packet greater than
/// the window goes alone.
constexpr bool fits_window(std::uint32_t outstanding, unsigned bytes, std::uint32_t window) {
  return outstanding == 0 || outstanding + bytes <= window;
}

/// What is configured: the same for all ports.
struct CtsPlan {
  std::uint8_t strict = 0;                          ///< mask of classes served before all others
  std::array<std::uint8_t, kCosClasses> weights{};  ///< of the others, 1..255
};

/// The decision of cts_scheduler (its README) on a mask of eligible queues.
class CtsPicker {
 public:
  /// The queue that peek() names; it is served, `bytes(queue)` being the length of its packet.
  /// kNoQueue, and nothing changes, if no queue is eligible.
  template <class Bytes>
  unsigned next(const CtsPlan& plan, std::uint32_t eligible, Bytes&& bytes) {
    if (eligible == 0) return kNoQueue;
    const unsigned port = port_of(eligible);
    const std::uint8_t classes = classes_of(eligible, port);
    const unsigned cos = class_of(plan, classes, port);
    const unsigned queue = rts_queue(port, cos);
    if (is_shared(plan, classes)) charge(plan, port, cos, bytes(queue));
    port_pointer_ = static_cast<std::uint8_t>((port + 1) % kEgressPorts);
    return queue;
  }

  /// The queue that would be served; kNoQueue if none is eligible.
  unsigned peek(const CtsPlan& plan, std::uint32_t eligible) const {
    if (eligible == 0) return kNoQueue;
    const unsigned port = port_of(eligible);
    return rts_queue(port, class_of(plan, classes_of(eligible, port), port));
  }

 private:
  struct Share {
    std::uint8_t current = 0;                        ///< class whose turn it is
    std::array<std::int32_t, kCosClasses> budget{};  ///< bytes; at least 1 - 16383
  };

  static std::uint8_t classes_of(std::uint32_t eligible, unsigned port) {
    return static_cast<std::uint8_t>(eligible >> rts_queue(port, 0));
  }
  /// Whether the classes share the port, and an account is kept: two or more, none of them strict.
  static bool is_shared(const CtsPlan& plan, std::uint8_t classes) {
    return !(classes & plan.strict) && (classes & (classes - 1)) != 0;
  }
  bool goes_on(const Share& share, std::uint8_t classes) const {
    return (classes >> share.current & 1) && share.budget[share.current] > 0;
  }
  unsigned port_of(std::uint32_t eligible) const;
  unsigned class_of(const CtsPlan& plan, std::uint8_t classes, unsigned port) const;
  void charge(const CtsPlan& plan, unsigned port, unsigned cos, unsigned bytes);

  std::array<Share, kEgressPorts> share_{};
  std::uint8_t port_pointer_ = 0;
};

}  // namespace tinsim
