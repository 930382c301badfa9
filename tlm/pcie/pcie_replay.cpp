// SPDX-License-Identifier: Apache-2.0
// Errors on a PCIe wire, Acks, and the sender's timer.
#include "tlm/pcie/pcie_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "rtl_models/common/check.h"

namespace tinsim {
namespace {
// Distinct from the streams of traffic and read latencies.
constexpr uint32_t kErrorStream = 0x4c435243, kAckStream = 0x41434b53;
}  // namespace

PcieReplay::PcieReplay(const PcieParams& params, uint32_t way)
    : of_tlps_(params.tlp_errors),
      of_naks_(params.nak_errors),
      of_acks_(params.ack_errors),
      nak_cycles_(params.nak_cycles),
      ack_cycles_(params.ack_cycles),
      replay_cycles_(params.replay_cycles),
      seed_(params.seed),
      place_(uint32_t{params.chip} << 9 | uint32_t{params.host} << 1 | way),
      keeps_(keeps(params)),
      max_bytes_(params.replay_bytes) {}

/// A packet fails at its receiver, which accepts no other packet until it arrives again: packets
/// sent in between are lost, so the wire is modelled as busy.
void PcieReplay::send(PcieWire& wire, const PcieWire::Time& time, Cycle at) {
  wire.wait_until(keeps_ ? cycle_with_space(wire, time.bytes, at) : at);
  wire.occupy(time);
  for (bool nak_is_lost = false; fails(nak_is_lost);) {
    wait_for_repeat(wire, nak_is_lost);
    wire.occupy(time);
    ++counters_.packets;
    counters_.wire_bytes += time.bytes;
  }
  if (!keeps_) return;
  kept_.push_back({wire.end(), time.bytes});
  bytes_ += time.bytes;
}

bool PcieReplay::fails(bool& nak_is_lost) {
  if (of_tlps_ == 0) return false;
  const Draw random = draw(seed_, kErrorStream, place_, sent_++);
  nak_is_lost = random.destination < of_naks_;
  return random.gap < of_tlps_;
}

/// A Nak acknowledges the packets before it. The timer is that of the oldest packet, which with its
/// successors is sent before the one that failed.
void PcieReplay::wait_for_repeat(PcieWire& wire, bool nak_is_lost) {
  const Cycle end = wire.end() + (nak_is_lost ? replay_cycles_ : nak_cycles_);
  take_acks(end);
  if (timeout() < end) return retransmit(wire);
  wire.wait_until(end);
  if (nak_is_lost) {
    ++counters_.timeouts;
  } else {
    discard_all();
  }
}

void PcieReplay::discard_all() {
  kept_.clear();
  acked_by_lost_ = bytes_ = 0;
}

/// kNoCycle: no packet has arrived since the last Ack of the receiver.
Cycle PcieReplay::next_ack() const {
  return acked_by_lost_ < kept_.size() ? kept_[acked_by_lost_].arrival + ack_cycles_ : kNoCycle;
}

Cycle PcieReplay::timeout() const {
  return kept_.empty() ? kNoCycle : kept_.front().arrival + replay_cycles_;
}

/// Acks up to cycle `by`, but none after the timer has ended.
void PcieReplay::take_acks(Cycle by) {
  for (Cycle at = next_ack(); at <= std::min(by, timeout()) && at != kNoCycle; at = next_ack()) {
    while (acked_by_lost_ < kept_.size() && kept_[acked_by_lost_].arrival <= at) ++acked_by_lost_;
    if (draw(seed_, kAckStream, place_, acks_++).gap < of_acks_) continue;
    for (; acked_by_lost_ > 0; --acked_by_lost_) {
      bytes_ -= kept_.front().bytes;
      kept_.pop_front();
    }
  }
}

/// The cycle, `at` or later, in which a packet may start.
Cycle PcieReplay::cycle_with_space(PcieWire& wire, uint32_t bytes, Cycle at) {
  TIN_CHECK(PcieReplayFits, max_bytes_ == 0 || bytes <= max_bytes_,
            fmt::format("chip {} host {}: a packet of {} octets in a replay buffer of {}",
                        place_ >> 9, place_ >> 1 & 0xff, bytes, max_bytes_));
  for (at = std::max(at, wire.free_at());;) {
    take_acks(at);
    if (timeout() <= at) {
      retransmit(wire);
      at = std::max(at, wire.free_at());
    } else if (max_bytes_ == 0 || bytes_ + bytes <= max_bytes_) {
      return at;
    } else {
      at = std::min(next_ack(), timeout());
    }
  }
}

/// The receiver has all of it, and an Ack for the first acknowledges the others.
void PcieReplay::retransmit(PcieWire& wire) {
  wire.wait_until(std::max(timeout(), wire.end()));
  PcieWire first = wire;
  first.occupy(wire.time_of(kept_.front().bytes));
  wire.occupy(wire.time_of(bytes_));
  for (Kept& kept : kept_) kept.arrival = first.end();
  acked_by_lost_ = 0;
  counters_.packets += kept_.size();
  counters_.wire_bytes += bytes_;
  ++counters_.timeouts;
}

}  // namespace tinsim
