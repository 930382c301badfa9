// SPDX-License-Identifier: Apache-2.0
// Senders of the source cluster, which always have data, and the receivers of the end cluster.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// A data frame on its way.
struct WanFrame {
  uint64_t number;  ///< RDMA: place in the sequence; TCP: of the transmission
  uint32_t bytes;
  uint16_t flow;
  bool is_tcp;
};

/// Notice of a receiver to its sender: RDMA: the first frame that is missing; TCP: of a
/// transmission that arrived.
struct WanReport {
  uint64_t number;
  uint16_t flow;
  bool is_tcp;
};

/// RDMA over a reliable connection: no window; after a report it sends from the lost frame on.
class RdmaFlow {
 public:
  uint64_t send() { return next_++; }
  void report(uint64_t missing) {
    if (missing >= next_) return;
    repeated_ += next_ - missing;
    next_ = missing;
  }
  uint64_t repeated() const { return repeated_; }

 private:
  uint64_t next_ = 0, repeated_ = 0;
};

class RdmaReceiver {
 public:
  explicit RdmaReceiver(Cycle repeat_after) : repeat_after_(repeat_after) {}

  /// The frame is delivered if it is the expected one.
  bool accepts(uint64_t number) {
    if (number != expected_) return false;
    ++expected_;
    reported_.reset();
    return true;
  }
  /// The missing frame, to be reported now that frame `number` has not been accepted. A report is
  /// repeated if the missing frame has not arrived after `repeat_after` cycles.
  std::optional<uint64_t> report(uint64_t number, Cycle now) {
    if (number < expected_) return std::nullopt;
    if (reported_ && now - *reported_ < repeat_after_) return std::nullopt;
    reported_ = now;
    return expected_;
  }

 private:
  Cycle repeat_after_;
  uint64_t expected_ = 0;
  std::optional<Cycle> reported_;
};

/// A window of additive increase and multiplicative decrease (Chiu and Jain, 1989), with slow start
/// and selective acknowledgement, as TCP Reno with SACK has. The path keeps the order of frames, so
/// a transmission is lost when a later one has been acknowledged.
class AimdFlow {
 public:
  explicit AimdFlow(Cycle base_rtt) : rtt_(base_rtt), base_rtt_(base_rtt) {}

  bool may_send() const { return static_cast<double>(in_flight_.size()) < window_; }
  uint64_t send(Cycle now) {
    if (in_flight_.empty()) progress_ = now;
    in_flight_.push_back({next_, now});
    return next_++;
  }
  void acknowledge(uint64_t number, Cycle now) {
    for (; !in_flight_.empty() && in_flight_.front().number < number; in_flight_.pop_front())
      lose(in_flight_.front().number);
    if (in_flight_.empty() || in_flight_.front().number != number) return;
    rtt_ = now - in_flight_.front().at;
    in_flight_.pop_front();
    progress_ = now;
    window_ += window_ < threshold_ ? 1 : 1 / window_;
  }
  /// Without an acknowledgement for three round trips all in flight counts as lost.
  void check_timeout(Cycle now) {
    if (in_flight_.empty() || now - progress_ < 3 * std::max(rtt_, base_rtt_)) return;
    lost_ += in_flight_.size();
    in_flight_.clear();
    threshold_ = std::max(window_ / 2, kLeastWindow);
    window_ = kLeastWindow;
    recovered_from_ = next_;
    progress_ = now;
    ++timeouts_;
  }
  double window() const { return window_; }
  uint64_t lost() const { return lost_; }
  uint64_t timeouts() const { return timeouts_; }

 private:
  static constexpr double kLeastWindow = 2, kFirstWindow = 10;

  struct Sent {
    uint64_t number;
    Cycle at;
  };

  /// The window is halved once per round trip, however many frames of it are lost.
  void lose(uint64_t number) {
    ++lost_;
    if (number < recovered_from_) return;
    window_ = threshold_ = std::max(window_ / 2, kLeastWindow);
    recovered_from_ = next_;
  }

  std::deque<Sent> in_flight_;
  uint64_t next_ = 0, recovered_from_ = 0, lost_ = 0, timeouts_ = 0;
  double window_ = kFirstWindow, threshold_ = 1e18;
  Cycle rtt_, base_rtt_, progress_ = 0;
};

}  // namespace tinsim
