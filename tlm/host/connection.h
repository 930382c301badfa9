// SPDX-License-Identifier: Apache-2.0
// The sending end of a connection: messages cut into segments, sent as the window allows, and sent
// again when they are lost.
#pragma once

#include <memory>
#include <utility>

#include "tlm/host/congestion_control.h"
#include "tlm/host/short_queue.h"

namespace tinsim {

struct Message {
  Cycle born = 0;
  uint32_t bytes = 0;  ///< at least 1
};

/// A segment as it is sent.
struct OutgoingSegment {
  uint32_t number = 0;   ///< within the connection
  uint32_t message = 0;  ///< likewise
  uint32_t bytes = 0;    ///< of the message
  bool is_last = false;  ///< of its message
  bool is_retransmission = false;
  Cycle message_born = 0;
};

class Connection {
 public:
  /// `segment_bytes`: of a message, at most, in one segment.
  Connection(const SwiftParams& params, uint32_t segment_bytes)
      : Connection(CongestionControl(std::make_shared<const SwiftRules>(params)), segment_bytes) {}
  Connection(CongestionControl control, uint32_t segment_bytes)
      : control_(std::move(control)), segment_bytes_(segment_bytes) {}

  void add(const Message& message) { messages_.push_back(message); }

  /// First cycle >= now in which a segment may be sent; kNoCycle: not before an acknowledgement, a
  /// timeout or a message.
  Cycle may_send(Cycle now) const;
  /// Precondition: may_send(now) == now.
  OutgoingSegment send(Cycle now);

  /// The segment `number`, sent in cycle `sent`, has been acknowledged; `marked`: it arrived with
  /// CE. False if that was known.
  bool acked(Cycle now, uint32_t number, Cycle sent, const SwiftDelays& delays,
             bool marked = false);

  /// When time_out() is due, unless an acknowledgement arrives; kNoCycle: no segment is
  /// outstanding.
  Cycle timeout_at() const;
  /// All outstanding segments count as lost. Precondition: now >= timeout_at().
  void time_out(Cycle now);

  const CongestionControl& control() const { return control_; }
  /// Precondition: the connection is under Swift.
  const Swift& swift() const { return control_.swift(); }
  unsigned in_flight() const { return in_flight_; }
  bool is_idle() const { return messages_.empty() && outstanding_.empty(); }

 private:
  enum class State : uint8_t { kFlying, kLost, kAcked };
  struct Outstanding {
    OutgoingSegment segment;
    Cycle sent = 0;
    State state = State::kFlying;
    uint8_t overtaken = 0;  ///< later ones that have been acknowledged
  };

  OutgoingSegment cut();
  Outstanding& first_lost();
  void find_lost(Cycle now, Cycle sent);
  void mark_lost(Outstanding& entry);

  CongestionControl control_;
  uint32_t segment_bytes_;
  ShortQueue<Message> messages_;  ///< the first one has been sent up to `cut_bytes_`
  uint32_t cut_bytes_ = 0;
  uint32_t message_ = 0;                 ///< number of the first of `messages_`
  uint32_t first_ = 0;                   ///< number of the first of `outstanding_`
  ShortQueue<Outstanding> outstanding_;  ///< consecutive, the first not acknowledged
  unsigned in_flight_ = 0, lost_ = 0;
  Cycle last_sent_ = 0;
  bool has_sent_ = false;
  Cycle progress_ = 0;  ///< when the timeout began to run
};

}  // namespace tinsim
