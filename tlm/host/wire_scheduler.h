// SPDX-License-Identifier: Apache-2.0
// Scheduler of a host's wire: classes of service strict or by weighted fair shares of bytes, and
// round robin within a class.
#pragma once

#include <array>
#include <memory_resource>
#include <utility>

#include "base/masks.h"
#include "base/prefetch.h"
#include "rtl_models/parts/fair_shares.h"
#include "tlm/host/flat_queue.h"

namespace tinsim {

/// Configuration of the classes of service, for all hosts.
struct WireShares {
  uint8_t strict = 0;  ///< mask of classes that precede all others, the highest first
  std::array<uint8_t, kCosClasses> weights{1, 1, 1, 1, 1, 1, 1, 1};  ///< of the others, 1..255
};

/// Connections and sources without transport that have packets; masks are of classes of service.
template <class Sender, class Source>
class WireScheduler {
 public:
  /// In turn; so are connections and sources, packet by packet.
  struct Turn {
    explicit Turn(std::pmr::memory_resource* memory) : senders(memory), sources(memory) {}
    FlatQueue<Sender*> senders;
    FlatQueue<Source*> sources;
    bool is_of_sources = false;
    bool takes_source() const { return !sources.empty() && (is_of_sources || senders.empty()); }
  };

  /// `shares` must outlive this.
  WireScheduler(const WireShares& shares, std::pmr::memory_resource* memory)
      : plan_(shares), turns_(turns_in(memory, std::make_index_sequence<kCosClasses>())) {}

  void add(unsigned cos, Sender* sender) {
    turns_[cos].senders.push_back(sender);
    waits(cos);
  }
  void add(unsigned cos, Source* source) {
    turns_[cos].sources.push_back(source);
    waits(cos);
  }

  /// Whether classes other than `held` have packets.
  bool has_any(uint8_t held) const { return (waiting_ & ~held) != 0; }
  /// The class that is next. Precondition: has_any(held).
  unsigned next_class(uint8_t held) const {
    const auto classes = static_cast<uint8_t>(waiting_ & ~held);
    if ((classes & (classes - 1)) == 0) return lowest(classes);
    const unsigned strict = classes & plan_.strict;
    return strict != 0 ? 31 - static_cast<unsigned>(__builtin_clz(strict)) : shares_.least(classes);
  }
  bool takes_source(unsigned cos) const { return turns_[cos].takes_source(); }
  Sender* take_sender(unsigned cos) { return take(cos, turns_[cos].senders); }
  Source* take_source(unsigned cos) { return take(cos, turns_[cos].sources); }
  /// A packet of `bytes`, at most 16383, of the next class was sent, from a source or not. As long
  /// as a host has used one class only, there is nothing to share.
  void sent(unsigned cos, unsigned bytes, bool from_source) {
    turns_[cos].is_of_sources = !from_source;
    const unsigned sharing = used_ & ~plan_.strict;
    if ((sharing & (sharing - 1)) == 0 || !(sharing >> cos & 1)) return;
    shares_.charge(cos, plan_.weights[cos], bytes);
  }

  /// Prefetches the data of the classes in use.
  void prefetch() const {
    for (unsigned left = used_; left != 0; left &= left - 1)
      prefetch_lines(&turns_[lowest(left)], sizeof(Turn));
  }

 private:
  template <std::size_t... cos>
  static std::array<Turn, kCosClasses> turns_in(std::pmr::memory_resource* memory,
                                                std::index_sequence<cos...>) {
    return {(static_cast<void>(cos), Turn(memory))...};
  }
  void waits(unsigned cos) {
    waiting_ = static_cast<uint8_t>(waiting_ | 1u << cos);
    used_ = static_cast<uint8_t>(used_ | waiting_);
  }
  template <class T>
  T* take(unsigned cos, FlatQueue<T*>& queue) {
    T* const first = queue.front();
    queue.pop_front();
    const Turn& turn = turns_[cos];
    if (turn.senders.empty() && turn.sources.empty())
      waiting_ = static_cast<uint8_t>(waiting_ & ~(1u << cos));
    return first;
  }

  const WireShares& plan_;
  uint8_t waiting_ = 0;  ///< classes that have a packet
  uint8_t used_ = 0;     ///< … or have had one
  FairShares shares_;
  std::array<Turn, kCosClasses> turns_;
};

}  // namespace tinsim
