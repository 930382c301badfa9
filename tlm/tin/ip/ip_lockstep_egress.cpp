// SPDX-License-Identifier: Apache-2.0
// Compares a chip's IP path with the models of its blocks: queues, grants, reassembly, order.
#include <algorithm>

#include "tlm/tin/ip/ip_lockstep.h"
#include "tlm/tin/ip/ip_lockstep_compare.h"

namespace tinsim {

EcnCtd::In IpLockstep::thresholds() const {
  EcnCtd::In in;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    in.drop_threshold_i[cos] = params_.egress.drop_thresholds[cos];
    in.mark_threshold_i[cos] = params_.egress.mark_thresholds[cos];
  }
  return in;
}

void IpLockstep::requested(Cycle now, unsigned queue, unsigned depth, bool refused) {
  expect(kEcnCtd, now, "depth_o", unsigned(ecn_.out().depth_o[queue]), depth);
  EcnCtd::In in = thresholds();
  in.rts_valid_i = true;
  in.rts_queue_i = queue;
  tick(kEcnCtd, now, ecn_, in);
  expect(kEcnCtd, now, "accept_o", ecn_.out().accept_o, !refused);
  expect(kEcnCtd, now, "ctd_o", ecn_.out().ctd_o, refused);
  ++compared_[kEcnCtd];
}

void IpLockstep::scheduled(Cycle now, const CtsView& view, unsigned queue) {
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
  const CtsScheduler::Out out = cts_.eval(in);
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    expect(kCtsScheduler, now, "outstanding_o", unsigned(out.outstanding_o[eport]),
           view.outstanding[eport]);
  }
  expect(kCtsScheduler, now, "grant_valid_o", out.grant_valid_o, queue != kNoQueue);
  if (queue != kNoQueue) {
    expect(kCtsScheduler, now, "grant_queue_o", unsigned(out.grant_queue_o), queue);
    EcnCtd::In pop = thresholds();
    pop.pop_valid_i = true;
    pop.pop_queue_i = queue;
    tick(kEcnCtd, now, ecn_, pop);
  }
  tick(kCtsScheduler, now, cts_, in);
  ++compared_[kCtsScheduler];
}

void IpLockstep::reserved(Cycle now, const EgressPlace& place, uint32_t flow, unsigned bytes) {
  expect(kReassembly, now, "can_reserve_o", buffer_.out().can_reserve_o, true);
  expect(kReassembly, now, "reserve_eptr_o", unsigned(buffer_.out().reserve_eptr_o),
         unsigned{place.eptr});
  Buffer::In in;
  in.reserve_valid_i = true;
  in.reserve_bytes_i = bytes;
  tick(kReassembly, now, buffer_, in);
  ++compared_[kReassembly];

  Port& port = port_of(place);
  // A MAC with priority flow control bypasses packets that the block would offer.
  const bool may_pass = place.eport == kMacEport && params_.mac_pause.mode == FlowControl::pfc;
  if (++port.packets > kMaxEntries || may_pass) port.has_overflowed = true;
  if (!port.has_overflowed) {
    expect(kReorder, now, "push_entry_o", unsigned(port.order.out().push_entry_o), place.entry);
  }
  Order::In push;
  push.push_valid_i = true;
  push.push_flow_i = flow;
  push.push_tag_i = place.eptr;
  tick_order(now, port, push);
}

void IpLockstep::tick_order(Cycle now, Port& port, const Order::In& in) {
  if (port.has_overflowed) {
    ++skipped_;
    if (port.packets != 0) return;
    port.order.reset({});
    port.has_overflowed = false;
    return;
  }
  tick(kReorder, now, port.order, in);
  expect(kReorder, now, "occupancy_o", unsigned(port.order.out().occupancy_o), port.packets);
  ++compared_[kReorder];
}

void IpLockstep::stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                        const CellArrival& arrival) {
  Buffer::In in;
  in.data_valid_i = true;
  in.data_eptr_i = eptr;
  in.data_idx_i = idx;
  in.data_vbytes_i = vbytes;
  tick(kReassembly, now, buffer_, in);
  const Buffer::Out& out = buffer_.out();
  expect(kReassembly, now, "result_stored_o", out.result_stored_o, arrival.stored);
  expect(kReassembly, now, "result_complete_o", out.result_complete_o, arrival.complete);
  expect(kReassembly, now, "result_aborted_o", out.result_aborted_o, arrival.aborted);
  ++compared_[kReassembly];
}

void IpLockstep::completed(Cycle now, const EgressPlace& place) {
  Order::In in;
  in.complete_valid_i = true;
  in.complete_entry_i = place.entry;
  tick_order(now, port_of(place), in);
}

void IpLockstep::cancelled(Cycle now, const EgressPlace& place) {
  Port& port = port_of(place);
  --port.packets;
  Order::In in;
  in.cancel_valid_i = true;
  in.cancel_entry_i = place.entry;
  tick_order(now, port, in);
}

void IpLockstep::departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                         unsigned ecn) {
  const unsigned queue = rts_queue(place.eport, packet.cos);
  expect(kEcnCtd, now, "depth_o", unsigned(ecn_.out().depth_o[queue]), depth);
  EcnCtd::In ready = thresholds();
  ready.ready_valid_i = true;
  ready.ready_queue_i = queue;
  ready.ready_ecn_i = packet.ecn;
  tick(kEcnCtd, now, ecn_, ready);
  expect(kEcnCtd, now, "ecn_o", unsigned(ecn_.out().ecn_o), ecn);
  expect(kEcnCtd, now, "marked_o", ecn_.out().marked_o, ecn != packet.ecn);
  ++compared_[kEcnCtd];

  Port& port = port_of(place);
  if (!port.has_overflowed) {
    const Order::Out& out = port.order.out();
    expect(kReorder, now, "offer_valid_o", out.offer_valid_o, true);
    expect(kReorder, now, "offer_entry_o", unsigned(out.offer_entry_o), place.entry);
    expect(kReorder, now, "offer_tag_o", unsigned(out.offer_tag_o), unsigned{place.eptr});
  }
  --port.packets;
  Order::In pop;
  pop.pop_i = true;
  tick_order(now, port, pop);
}

void IpLockstep::released(Cycle now, const EgressPlace& place, unsigned bytes) {
  Buffer::In in;
  in.release_valid_i = true;
  in.release_eptr_i = place.eptr;
  tick(kReassembly, now, buffer_, in);
  // The chip's scheduler sees a release in the same cycle, the block in the next one.
  CtsScheduler::In done = cts_straps_;
  done.hold_i = true;
  done.done_valid_i = true;
  done.done_port_i = place.eport;
  done.done_bytes_i = bytes;
  tick(kCtsScheduler, now, cts_, done);
}

}  // namespace tinsim
