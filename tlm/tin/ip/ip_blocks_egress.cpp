// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's IP path: queues, grants, reassembly, order.
#include <algorithm>

#include "tlm/tin/ip/ip_blocks.h"

namespace tinsim {

EcnCtd::In IpBlocks::thresholds() const {
  EcnCtd::In in;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    in.drop_threshold_i[cos] = params_.egress.drop_thresholds[cos];
    in.mark_threshold_i[cos] = params_.egress.mark_thresholds[cos];
  }
  return in;
}

bool IpBlocks::refused(Cycle now, unsigned queue, unsigned depth, bool own) {
  if (!ecn_) return own;
  ecn_.decide(now, "depth_o", unsigned(ecn_.out().depth_o[queue]), depth);
  EcnCtd::In in = thresholds();
  in.rts_valid_i = true;
  in.rts_queue_i = queue;
  ecn_.tick(now, in);
  ++compared_[kEcnCtd];
  ecn_.decide(now, "accept_o", ecn_.out().accept_o, !own);
  return ecn_.decide(now, "ctd_o", ecn_.out().ctd_o, own);
}

bool IpBlocks::is_full(Cycle now, bool own) {
  return buffer_ ? buffer_.decide(now, "can_reserve_o", !buffer_.out().can_reserve_o, own) : own;
}

CtsScheduler::In IpBlocks::cts_inputs(const CtsView& view) const {
  constexpr unsigned kMaxSpace = 255;
  CtsScheduler::In in = cts_straps_;
  in.hold_i = view.hold;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) in.weight_i[cos] = weight(cos);
  for (unsigned q = 0; q < kRtsQueues; ++q) {
    in.head_valid_i[q] = view.waiting >> q & 1;
    in.head_bytes_i[q] = view.bytes[q];
  }
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    in.space_i[eport] = std::min(view.slots[eport], kMaxSpace);
    in.window_i[eport] = view.window[eport];
  }
  return in;
}

unsigned IpBlocks::chosen(Cycle now, const CtsView& view, unsigned own) {
  chosen_ = own;
  if (!cts_) return own;
  cts_in_ = cts_inputs(view);
  const CtsScheduler::Out out = cts_.eval(now, cts_in_);
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    cts_.decide(now, "outstanding_o", unsigned(out.outstanding_o[eport]), view.outstanding[eport]);
  }
  const bool valid = cts_.decide(now, "grant_valid_o", out.grant_valid_o, own != kNoQueue);
  if (valid) chosen_ = cts_.decide(now, "grant_queue_o", unsigned(out.grant_queue_o), own);
  if (!valid) chosen_ = kNoQueue;
  ++compared_[kCtsScheduler];
  return chosen_;
}

/// The scheduler holds back what is not granted; the RTS leaves its queue all the same.
void IpBlocks::scheduled(Cycle now, bool is_expired) {
  if (cts_) {
    cts_in_.hold_i = cts_in_.hold_i || is_expired;
    cts_.tick(now, cts_in_);
  }
  if (!ecn_ || chosen_ == kNoQueue) return;
  EcnCtd::In pop = thresholds();
  pop.pop_valid_i = true;
  pop.pop_queue_i = chosen_;
  ecn_.tick(now, pop);
}

uint16_t IpBlocks::reserved(Cycle now, unsigned bytes, uint16_t own) {
  if (!buffer_) return own;
  const auto eptr =
      buffer_.decide(now, "reserve_eptr_o", uint16_t(unsigned(buffer_.out().reserve_eptr_o)), own);
  Buffer::In in;
  in.reserve_valid_i = true;
  in.reserve_bytes_i = bytes;
  buffer_.tick(now, in);
  ++compared_[kReassembly];
  return eptr;
}

void IpBlocks::pushed(Cycle now, const EgressPlace& place, uint32_t flow) {
  Port& port = port_of(place);
  if (!port.order) return;
  // A MAC with priority flow control bypasses packets that the block would offer.
  const bool may_pass = place.eport == kMacEport && params_.mac_pause.mode == FlowControl::pfc;
  if (++port.packets > kReorderEntries || may_pass) port.has_overflowed = true;
  if (!port.has_overflowed) {
    const auto entry = unsigned(port.order.out().push_entry_o);
    port.order.decide(now, "push_entry_o", entry, place.entry);
    port.entries[place.eptr] = entry;
  }
  Order::In push;
  push.push_valid_i = true;
  push.push_flow_i = flow;
  push.push_tag_i = place.eptr;
  tick_order(now, port, push);
}

void IpBlocks::tick_order(Cycle now, Port& port, const Order::In& in) {
  if (port.has_overflowed) {
    ++skipped_;
    if (port.packets != 0) return;
    port.order.reset(now, {});
    port.entries.clear();
    port.has_overflowed = false;
    return;
  }
  port.order.tick(now, in);
  port.order.decide(now, "occupancy_o", unsigned(port.order.out().occupancy_o), port.packets);
  ++compared_[kReorder];
}

CellArrival IpBlocks::stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                             const CellArrival& own) {
  if (!buffer_) return own;
  Buffer::In in;
  in.data_valid_i = true;
  in.data_eptr_i = eptr;
  in.data_idx_i = idx;
  in.data_vbytes_i = vbytes;
  buffer_.tick(now, in);
  const Buffer::Out& out = buffer_.out();
  ++compared_[kReassembly];
  return {buffer_.decide(now, "result_stored_o", out.result_stored_o, own.stored),
          buffer_.decide(now, "result_complete_o", out.result_complete_o, own.complete),
          buffer_.decide(now, "result_aborted_o", out.result_aborted_o, own.aborted)};
}

void IpBlocks::completed(Cycle now, const EgressPlace& place) {
  Port& port = port_of(place);
  if (!port.order) return;
  Order::In in;
  in.complete_valid_i = true;
  in.complete_entry_i = port.entries[place.eptr];
  tick_order(now, port, in);
}

void IpBlocks::cancelled(Cycle now, const EgressPlace& place) {
  Port& port = port_of(place);
  if (!port.order) return;
  --port.packets;
  Order::In in;
  in.cancel_valid_i = true;
  in.cancel_entry_i = port.entries[place.eptr];
  tick_order(now, port, in);
}

std::optional<uint16_t> IpBlocks::offered(Cycle now, unsigned eport, bool is_strict,
                                          std::optional<uint16_t> own) {
  const Port& port = ports_[is_strict][eport];
  if (!port.order || port.has_overflowed) return own;
  const Order::Out& out = port.order.out();
  if (!port.order.decide(now, "offer_valid_o", out.offer_valid_o, own.has_value()))
    return std::nullopt;
  const auto tag = static_cast<uint16_t>(unsigned(out.offer_tag_o));
  return port.order.decide(now, "offer_tag_o", tag, own.value_or(tag));
}

uint8_t IpBlocks::departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                          uint8_t own) {
  pop_order(now, place);
  if (!ecn_) return own;
  const unsigned queue = rts_queue(place.eport, packet.cos);
  ecn_.decide(now, "depth_o", unsigned(ecn_.out().depth_o[queue]), depth);
  EcnCtd::In ready = thresholds();
  ready.ready_valid_i = true;
  ready.ready_queue_i = queue;
  ready.ready_ecn_i = packet.ecn;
  ecn_.tick(now, ready);
  ++compared_[kEcnCtd];
  const unsigned ecn = ecn_.decide(now, "ecn_o", unsigned(ecn_.out().ecn_o), unsigned{own});
  ecn_.decide(now, "marked_o", ecn_.out().marked_o, own != packet.ecn);
  return static_cast<uint8_t>(ecn);
}

void IpBlocks::pop_order(Cycle now, const EgressPlace& place) {
  Port& port = port_of(place);
  if (!port.order) return;
  if (!port.has_overflowed) {
    const Order::Out& out = port.order.out();
    port.order.decide(now, "offer_valid_o", out.offer_valid_o, true);
    port.order.decide(now, "offer_entry_o", unsigned(out.offer_entry_o), place.entry);
    port.order.decide(now, "offer_tag_o", unsigned(out.offer_tag_o), unsigned{place.eptr});
  }
  --port.packets;
  Order::In pop;
  pop.pop_i = true;
  tick_order(now, port, pop);
}

void IpBlocks::released(Cycle now, const EgressPlace& place, unsigned bytes) {
  if (buffer_) {
    Buffer::In in;
    in.release_valid_i = true;
    in.release_eptr_i = place.eptr;
    buffer_.tick(now, in);
  }
  if (!cts_) return;
  // The chip's scheduler sees a release in the same cycle, the block in the next one.
  CtsScheduler::In done = cts_straps_;
  done.hold_i = true;
  done.done_valid_i = true;
  done.done_port_i = place.eport;
  done.done_bytes_i = bytes;
  cts_.tick(now, done);
}

}  // namespace tinsim
