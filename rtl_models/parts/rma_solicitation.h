// SPDX-License-Identifier: Apache-2.0
// Solicitation of 1RMA data: the window, two classes, and the turns between them.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// Settings of the owner of a solicitation window.
struct SolicitationLimits {
  std::uint32_t window = 0;                     ///< bytes that may be in service
  bool strict = false;                          ///< class 0 has strict priority
  std::array<std::uint8_t, 2> weight = {1, 1};  ///< grants in a row while both classes wait
  std::uint32_t dispatch_limit = 0;             ///< cycles that an operation may wait
};

/// The state of solicitation (its README), for up to 256 operations of each class.
class SolicitationState {
 public:
  static constexpr unsigned kMaxDepth = 256;
  static constexpr unsigned kReserve = 4096;  ///< bytes that must be free, for any size

  struct Waiting {
    std::uint64_t since = 0;  ///< cycle of the push
    std::uint16_t size = 0;   ///< bytes
    std::uint8_t slot = 0;
  };
  /// An operation that leaves, and its class.
  struct Departure {
    bool valid = false;
    std::uint8_t cls = 0;
    Waiting op;
  };
  struct Decision {
    Departure grant, expired;
  };

  std::uint32_t used() const { return used_; }
  unsigned waiting(unsigned cls) const { return queues_[cls].count; }
  /// Precondition: something of the class waits.
  const Waiting& head(unsigned cls) const { return queues_[cls].ring[queues_[cls].first]; }

  /// The operations that leave in cycle `now`; they have left when this returns. Pushes and refunds
  /// of the same cycle follow.
  Decision decide(std::uint64_t now, const SolicitationLimits& limits, bool hold);
  /// The operations at the heads that `by` names by class and slot leave instead of those of `own`,
  /// the latest decision. False: one of them is at no head.
  bool replace(const Decision& own, const Decision& by);
  /// Precondition: fewer than kMaxDepth of the class wait.
  void push(unsigned cls, const Waiting& op);
  /// Precondition: `bytes` <= used().
  void refund(std::uint32_t bytes) { used_ -= bytes; }

  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add_each("waiting", queues_, [](const Queue& queue) { return queue.count; });
    state.add("used_bytes", used_);
    state.add("turn", turn_);
    state.add("granted", granted_);
  }

 private:
  struct Queue {
    std::array<Waiting, kMaxDepth> ring{};
    unsigned first = 0, count = 0;
  };

  bool is_late(unsigned cls, std::uint64_t now, const SolicitationLimits& limits) const;
  unsigned class_to_grant(bool has0, bool has1, const SolicitationLimits& limits);
  Departure take(unsigned cls);
  void put_back(const Departure& departure);
  bool take(const Departure& named);

  std::array<Queue, 2> queues_;
  std::uint32_t used_ = 0;               ///< bytes in service
  std::uint8_t turn_ = 0, granted_ = 0;  ///< whose turn it is, and its grants while both waited
};

}  // namespace tinsim
