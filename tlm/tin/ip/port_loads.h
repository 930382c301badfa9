// SPDX-License-Identifier: Apache-2.0
// Load of each terminal port of an interface by arriving cells: ports congested by RTSs, and ports
// that DATA avoids.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tlm/gnet/cell.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

/// All RTSs of a flow arrive at one port and have priority over DATA there. DATA of all packets is
/// spread evenly over the ports, and a packet is complete when its slowest cell has arrived. So an
/// egress counts per port the words of RTSs and of the DATA that its CTSs will cause. DATA avoids
/// ports that are behind the least loaded one by more than two cells; for long packets, by more
/// than the share of each other port in a packet that avoids one port.
class PortLoads {
 public:
  static constexpr unsigned kMaxPorts = 8;  ///< further ones are not counted

  PortLoads() = default;
  /// RTSs that take `congestion_percent` of a port's words in `period` cycles, or more, congest it.
  PortLoads(unsigned ports, unsigned congestion_percent, Cycle period)
      : ports_(std::min(ports, kMaxPorts)) {
    change(congestion_percent, period);
  }
  void change(unsigned congestion_percent, Cycle period) {
    congestion_words_ = period * congestion_percent / 100;
    period_ = period;
  }

  void add_rts(Cycle now, unsigned port) {
    if (port >= ports_) return;
    add(now, port, kMinCellWords * kShares);
    Port& p = all_[port];
    if (now - p.began >= period_) {
      p.rts_words_before = now - p.began < 2 * period_ ? p.rts_words : 0;
      p.rts_words = 0;
      p.began = now - now % period_;
    }
    p.rts_words += kMinCellWords;
  }

  /// As of its last RTS: in the period of that RTS so far, or in the one before.
  bool is_congested(unsigned port) const {
    if (port >= ports_) return false;
    return std::max(all_[port].rts_words, all_[port].rts_words_before) >= congestion_words_;
  }

  /// Adds `words` of DATA. Returns the ports that these avoid, a bit each; never all.
  uint8_t add_data(Cycle now, unsigned words) {
    if (ports_ < 3) return 0;  // one port alone would take twice as long for a packet
    // The slack is at least the additional share of each other port if one is avoided.
    const uint64_t slack = std::max(kSlackWords, uint64_t{words} / (ports_ - 1));
    uint64_t least = all_[0].busy_until;
    for (unsigned p = 1; p < ports_; ++p) least = std::min(least, all_[p].busy_until);
    const uint64_t limit = std::max(least, now * kShares) + slack * kShares;
    unsigned avoided = 0, count = ports_;
    for (unsigned p = 0; p < ports_; ++p) {
      if (all_[p].busy_until <= limit) continue;
      avoided |= 1u << p;
      --count;
    }
    for (unsigned p = 0; p < ports_; ++p) {
      if (!(avoided >> p & 1)) add(now, p, words * kShares / count);
    }
    return static_cast<uint8_t>(avoided);
  }

 private:
  struct Port {
    uint64_t busy_until = 0;                       ///< with all counted words, in shares of a cycle
    Cycle began = 0;                               ///< begin of the period of the last RTS
    uint32_t rts_words = 0, rts_words_before = 0;  ///< in that period, and in the one before
  };
  static constexpr uint64_t kShares = 840;  ///< of a word: any number of ports divides it
  static constexpr uint64_t kSlackWords = 2 * kMaxCellWords;

  void add(Cycle now, unsigned port, uint64_t shares) {
    uint64_t& busy_until = all_[port].busy_until;
    busy_until = std::max(busy_until, now * kShares) + shares;
  }

  unsigned ports_ = 0;
  uint64_t congestion_words_ = 0;  ///< in a period
  Cycle period_ = 1;
  std::array<Port, kMaxPorts> all_{};
};

}  // namespace tinsim
