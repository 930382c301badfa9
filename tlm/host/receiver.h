// SPDX-License-Identifier: Apache-2.0
// The receiving end of a connection: segments in order of their numbers, messages complete.
#pragma once

#include <map>
#include <memory>

#include "tlm/ethernet/packet.h"

namespace tinsim {

class Receiver {
 public:
  /// With `waits` (a transport with retransmission), segments after a gap are held until the gap is
  /// filled; without, the gap is skipped, and the message in it is never complete.
  explicit Receiver(bool waits) : waits_(waits) {}

  /// Calls done(message_born) for each message that is complete now. False: the segment had arrived
  /// before.
  template <class Done>
  bool take(const Segment& segment, Done&& done) {
    if (segment.number == next_ && ahead_ == nullptr) {
      step(segment.is_last, segment.message_born, done);
      return true;
    }
    if (segment.number < next_ || (ahead_ != nullptr && ahead_->count(segment.number) != 0)) {
      return false;
    }
    if (segment.number != next_ && !waits_) {
      broken_ = true;
      next_ = segment.number;
    }
    if (ahead_ == nullptr) ahead_ = std::make_unique<Ahead>();
    ahead_->insert({segment.number, {segment.is_last, segment.message_born}});
    for (auto at = ahead_->find(next_); at != ahead_->end(); at = ahead_->find(next_)) {
      step(at->second.is_last, at->second.message_born, done);
      ahead_->erase(at);
    }
    if (ahead_->empty()) ahead_.reset();
    return true;
  }

  /// Segments that wait for one before them.
  std::size_t held() const { return ahead_ != nullptr ? ahead_->size() : 0; }

 private:
  struct Held {
    bool is_last;
    Cycle message_born;
  };

  using Ahead = std::map<uint32_t, Held>;

  template <class Done>
  void step(bool is_last, Cycle message_born, Done& done) {
    if (is_last && !broken_) done(message_born);
    if (is_last) broken_ = false;
    ++next_;
  }

  bool waits_;
  bool broken_ = false;  ///< a segment of this message was lost
  uint32_t next_ = 0;
  std::unique_ptr<Ahead> ahead_;  ///< null: in order, as nearly always
};

}  // namespace tinsim
