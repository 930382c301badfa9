// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's 1RMA engine: a queue in order of time, then of kind and
// place.
#pragma once

#include <queue>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

struct RmaEvent {
  enum Kind : uint8_t {
    kCellIn,       ///< the last word of `cell` is at terminal port `place`
    kDataIn,       ///< `cell`, RESP, ACK or NACK of port `place`, has been decrypted
    kPullIn,       ///< `cell`, a PULL of port `place`, has been checked
    kJudged,       ///< the oldest request that was taken has been checked
    kInbound,      ///< the next request may be taken
    kCommand,      ///< the command of slot `place` has been checked
    kTimer,        ///< operation or server context `place` may have timed out
    kSolicit,      ///< the window of operations is looked at
    kPullSolicit,  ///< … and that of PULLs
    kCellOut,      ///< `cell` is at its port
  };

  Cycle at = 0;
  Kind kind = kCellIn;
  uint32_t place = 0;
  Cell cell;
};

/// Of one cycle, two events of one kind and place change nothing by their order.
class RmaEvents {
 public:
  void push(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    queue_.push({at, kind, place, cell});
  }
  Cycle next() const { return queue_.empty() ? kNoCycle : queue_.top().at; }
  RmaEvent take() {
    const RmaEvent event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const RmaEvent& a, const RmaEvent& b) const {
      if (a.at != b.at) return a.at > b.at;
      if (a.kind != b.kind) return a.kind > b.kind;
      return a.place > b.place;
    }
  };
  std::priority_queue<RmaEvent, std::vector<RmaEvent>, Later> queue_;
};

}  // namespace tinsim
