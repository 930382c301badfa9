// SPDX-License-Identifier: Apache-2.0
// What comes in by each terminal port of an interface: which of them RTSs crowd, and which DATA had
// better avoid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tlm/gnet/cell.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

/// All RTSs of a flow come by one port, and go before DATA there; DATA of all packets is spread
/// evenly over the ports, and a packet is complete when its slowest cell is. So an egress books per
/// port the words that have come as RTSs and those that it has asked for, and DATA avoids the ports
/// that are behind the least loaded by more than two cells; with long packets, by more than each of
/// the others has from a packet that avoids one.
class PortLoads {
 public:
  static constexpr unsigned kMaxPorts = 8;  ///< further ones are not looked at

  PortLoads() = default;
  /// RTSs that take `crowd_percent` of a port's words in `period` cycles, or more, crowd it.
  PortLoads(unsigned ports, unsigned crowd_percent, Cycle period)
      : ports_(std::min(ports, kMaxPorts)), crowd_(period * crowd_percent / 100), period_(period) {}

  void request_came(Cycle now, unsigned port) {
    if (port >= ports_) return;
    book(now, port, kMinCellWords * kShares);
    Port& p = all_[port];
    if (now - p.began >= period_) {
      p.rts_words_before = now - p.began < 2 * period_ ? p.rts_words : 0;
      p.rts_words = 0;
      p.began = now - now % period_;
    }
    p.rts_words += kMinCellWords;
  }

  /// As of the last RTS that came by it: in its period, as far as it has gone, or the one before.
  bool is_crowded(unsigned port) const {
    if (port >= ports_) return false;
    return std::max(all_[port].rts_words, all_[port].rts_words_before) >= crowd_;
  }

  /// Books `words` of DATA; the ports that these are to avoid, a bit each, are not all.
  uint8_t place(Cycle now, unsigned words) {
    if (ports_ < 3) return 0;  // one port alone would take twice as long for a packet
    // Without one port the others would have so much more: they are not to be behind it then.
    const uint64_t slack = std::max(kSlackWords, uint64_t{words} / (ports_ - 1));
    uint64_t least = all_[0].busy_until;
    for (unsigned p = 1; p < ports_; ++p) least = std::min(least, all_[p].busy_until);
    const uint64_t most = std::max(least, now * kShares) + slack * kShares;
    unsigned avoided = 0, count = ports_;
    for (unsigned p = 0; p < ports_; ++p) {
      if (all_[p].busy_until <= most) continue;
      avoided |= 1u << p;
      --count;
    }
    for (unsigned p = 0; p < ports_; ++p) {
      if (!(avoided >> p & 1)) book(now, p, words * kShares / count);
    }
    return static_cast<uint8_t>(avoided);
  }

 private:
  struct Port {
    uint64_t busy_until = 0;  ///< with all that is booked, in shares of a cycle
    Cycle began = 0;          ///< period of the last RTS
    uint32_t rts_words = 0, rts_words_before = 0;  ///< in it, and in the one before
  };
  static constexpr uint64_t kShares = 840;  ///< of a word: any number of ports divides it
  static constexpr uint64_t kSlackWords = 2 * kMaxCellWords;

  void book(Cycle now, unsigned port, uint64_t shares) {
    uint64_t& busy_until = all_[port].busy_until;
    busy_until = std::max(busy_until, now * kShares) + shares;
  }

  unsigned ports_ = 0;
  uint64_t crowd_ = 0;  ///< words in a period
  Cycle period_ = 1;
  std::array<Port, kMaxPorts> all_{};
};

}  // namespace tinsim
