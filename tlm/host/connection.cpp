// SPDX-License-Identifier: Apache-2.0
// The sending end of a connection: window, scoreboard, losses.
#include "tlm/host/connection.h"

#include <algorithm>

namespace tinsim {

namespace {
/// A segment is lost when so many that were sent after it have been acknowledged (RFC 5681, 3.2).
constexpr unsigned kOvertaken = 3;
}  // namespace

Cycle Connection::may_send(Cycle now) const {
  if (messages_.empty() && lost_ == 0) return kNoCycle;
  const double window = control_.window();
  if (in_flight_ + 1.0 > std::max(window, 1.0)) return kNoCycle;
  if (window >= 1 || !has_sent_) return now;
  return std::max(now, last_sent_ + control_.pacing_delay());
}

OutgoingSegment Connection::send(Cycle now) {
  if (in_flight_ == 0) progress_ = now;
  last_sent_ = now;
  has_sent_ = true;
  ++in_flight_;
  if (lost_ == 0) {
    outstanding_.push_back({cut(), now});
    return outstanding_.back().segment;
  }
  Outstanding& entry = first_lost();
  --lost_;
  entry.state = State::kFlying;
  entry.sent = now;
  entry.overtaken = 0;
  entry.segment.is_retransmission = true;
  return entry.segment;
}

/// The next piece of the first message.
OutgoingSegment Connection::cut() {
  const Message& message = messages_.front();
  OutgoingSegment segment;
  segment.number = first_ + static_cast<uint32_t>(outstanding_.size());
  segment.message = message_;
  segment.bytes = std::min(segment_bytes_, message.bytes - cut_bytes_);
  segment.message_born = message.born;
  cut_bytes_ += segment.bytes;
  segment.is_last = cut_bytes_ == message.bytes;
  if (segment.is_last) {
    messages_.pop_front();
    cut_bytes_ = 0;
    ++message_;
  }
  return segment;
}

Connection::Outstanding& Connection::first_lost() {
  return *std::find_if(outstanding_.begin(), outstanding_.end(),
                       [](const Outstanding& entry) { return entry.state == State::kLost; });
}

bool Connection::acked(Cycle now, uint32_t number, Cycle sent, const SwiftDelays& delays,
                       bool marked) {
  const uint32_t index = number - first_;
  if (index >= outstanding_.size() || outstanding_[index].state == State::kAcked) return false;
  Outstanding& entry = outstanding_[index];
  (entry.state == State::kFlying ? in_flight_ : lost_) -= 1;
  entry.state = State::kAcked;
  progress_ = now;
  control_.acked(now, sent, delays, marked);
  // Without losses acknowledgements arrive in order, and there is no loss to find.
  if (index != 0 || entry.segment.is_retransmission) find_lost(now, sent);
  while (!outstanding_.empty() && outstanding_.front().state == State::kAcked) {
    outstanding_.pop_front();
    ++first_;
  }
  return true;
}

void Connection::find_lost(Cycle now, Cycle sent) {
  const unsigned before = lost_;
  for (Outstanding& entry : outstanding_) {
    if (entry.state != State::kFlying || entry.sent >= sent) continue;
    if (++entry.overtaken >= kOvertaken) mark_lost(entry);
  }
  if (lost_ != before) control_.lost(now);
}

void Connection::mark_lost(Outstanding& entry) {
  entry.state = State::kLost;
  --in_flight_;
  ++lost_;
}

Cycle Connection::timeout_at() const {
  return in_flight_ == 0 ? kNoCycle : progress_ + control_.timeout();
}

void Connection::time_out(Cycle now) {
  for (Outstanding& entry : outstanding_) {
    if (entry.state == State::kFlying) mark_lost(entry);
  }
  control_.timed_out(now);
}

}  // namespace tinsim
