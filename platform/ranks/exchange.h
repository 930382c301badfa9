// SPDX-License-Identifier: Apache-2.0
// Exchange of data between pods of different ranks, once per window.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "base/stopwatch.h"
#include "platform/ranks/partition.h"
#include "platform/ranks/ranks.h"
#include "tlm/tin/cell_switch/inbox.h"
#include "tlm/tin/pod.h"

namespace tinsim {

/// Further data for the first rank with every window.
class Relay {
 public:
  virtual ~Relay() = default;
  /// Moves the data since the last window to the end of `to`; not at the first rank.
  virtual void pack(Bytes& to) = 0;
  /// At the first rank: the data that `rank` packed.
  virtual void unpack(unsigned rank, ByteReader& from) = 0;
};

/// Further data for every other rank with every window.
class WindowMail {
 public:
  virtual ~WindowMail() = default;
  /// Moves the data for `rank` to the end of `to`.
  virtual void pack(unsigned rank, Bytes& to) = 0;
  /// The data that another rank packed for this one.
  virtual void unpack(ByteReader& from) = 0;
};

/// A process that runs half a cycle after the pods began their windows: all pods of this rank have
/// then simulated theirs and none has begun the next. Cells and credits of a window take effect
/// after it, so they are in time. Every other rank receives one message; it also carries whether
/// the sender failed, so that all ranks stop after the same window.
class Exchange : public sc_core::sc_module {
 public:
  Exchange(const sc_core::sc_module_name& name, Ranks& ranks, const Partition& partition,
           unsigned pods, Windows windows, double cycle_ps);

  /// The messages for a pod of another rank; where they are left until the window is over.
  Inbox& outbox(unsigned pod) { return *boxes_[pod]; }
  /// Inbox of messages for a pod of this rank.
  void connect(unsigned pod, Inbox& inbox) { boxes_[pod] = &inbox; }
  void relay_with(Relay& relay) { relay_ = &relay; }
  /// At all ranks or none, and in the same order.
  void send_with(WindowMail& mail) { mails_.push_back(&mail); }

  /// As that of the pods.
  void set_barrier(Cycle cycles) { windows_.barrier = cycles; }

  /// Data sent before this cycle has been exchanged.
  Cycle now() const { return now_; }
  /// Handing over, and waiting for others to do so.
  const TimeSpent& time_spent() const { return time_spent_; }
  /// A rank has failed in the last window; the kernel has been paused.
  bool has_failed() const { return has_failed_; }
  /// This rank fails in the window that its pods have just simulated.
  void fail();

 private:
  void end_window();
  void transfer_batch(bool fails);
  void pack(unsigned rank, bool fails, Bytes& to);
  bool unpack(unsigned rank, const Bytes& from);

  Ranks& ranks_;
  Partition partition_;
  Windows windows_;
  double cycle_ps_;
  Cycle now_ = 0;  ///< begin of the current window
  bool has_failed_ = false;
  TimeSpent time_spent_;
  Relay* relay_ = nullptr;
  std::vector<WindowMail*> mails_;
  std::vector<std::unique_ptr<Inbox>> outboxes_;
  std::vector<Inbox*> boxes_;  ///< by pod: an outbox, or the pod's inbox
  std::vector<Bytes> to_;      ///< by rank
  std::vector<Bytes> from_;
};

}  // namespace tinsim
