// SPDX-License-Identifier: Apache-2.0
// The receiving end of a connection: segments in order of their numbers, messages complete.
#pragma once

#include <map>

#include "tlm/ethernet/packet.h"

namespace tinsim {

class Receiver {
 public:
  /// With `waits` (a transport that sends again), what comes after a gap is held until the gap is
  /// filled; without, the gap is stepped over, and the message in it is never complete.
  explicit Receiver(bool waits) : waits_(waits) {}

  /// Calls done(message_born) for each message that is complete now. False: the segment had come
  /// before.
  template <class Done>
  bool take(const Segment& segment, Done&& done) {
    if (segment.number < next_ || ahead_.count(segment.number) != 0) return false;
    if (segment.number != next_ && !waits_) {
      broken_ = true;
      next_ = segment.number;
    }
    ahead_.insert({segment.number, {segment.is_last, segment.message_born}});
    for (auto at = ahead_.find(next_); at != ahead_.end(); at = ahead_.find(next_)) {
      if (at->second.is_last && !broken_) done(at->second.message_born);
      if (at->second.is_last) broken_ = false;
      ahead_.erase(at);
      ++next_;
    }
    return true;
  }

  /// Segments that wait for one before them.
  std::size_t held() const { return ahead_.size(); }

 private:
  struct Held {
    bool is_last;
    Cycle message_born;
  };

  bool waits_;
  bool broken_ = false;  ///< a segment of this message was lost
  uint32_t next_ = 0;
  std::map<uint32_t, Held> ahead_;
};

}  // namespace tinsim
