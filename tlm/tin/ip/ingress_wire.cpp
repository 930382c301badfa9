// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: arbitration of the hosts for the wire, and admission.
#include <algorithm>
#include <utility>

#include "base/masks.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

namespace {
constexpr unsigned kBufferUnit = 64;  // bytes; packets occupy whole units
}  // namespace

unsigned Ingress::buffer_bytes_of(unsigned bytes, const Interface& in) {
  return std::max((bytes + kBufferUnit - 1) / kBufferUnit * kBufferUnit, in.min_bytes);
}

void Ingress::attach(unsigned interface, unsigned index, Host& host) {
  Interface& in = interfaces_[interface];
  in.host_count = std::max(in.host_count, index + 1);
  in.host_mask = static_cast<uint8_t>(in.host_mask | 1u << index);
  in.hosts[index] = &host;
}

/// The packet of the host with the least share so far, of the hosts with a packet that fits or that
/// is dropped otherwise; null if there is none.
PacketPtr Ingress::choose(Cycle now, Interface& in) {
  for (unsigned left = in.host_mask; left != 0;) {
    const unsigned h = in.shares.least(static_cast<uint8_t>(left));
    if (PacketPtr packet = next_of(now, in, h)) {
      if (in.host_count > 1) in.shares.charge(h, 1, packet->bytes);
      return packet;
    }
    left &= ~(1u << h);
  }
  return nullptr;
}

/// Staged and new packets alternate, so that neither starves.
PacketPtr Ingress::next_of(Cycle now, Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  if (staged.classes == 0) return new_packet_of(now, in, host);
  PacketPtr packet = staged.sent_last ? new_packet_of(now, in, host) : staged_of(in, host);
  if (packet != nullptr) {
    staged.sent_last = !staged.sent_last;
    return packet;
  }
  return staged.sent_last ? staged_of(in, host) : new_packet_of(now, in, host);
}

PacketPtr Ingress::staged_of(Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  for (unsigned left = staged.classes; left != 0; left &= left - 1) {
    PacketPtr& packet = in.staged_packets[host][lowest(left)];
    if (!has_space(in, *packet)) continue;
    staged.classes = static_cast<uint8_t>(staged.classes & ~(1u << lowest(left)));
    staged.has_other_classes = in.hosts[host]->hold(staged.classes);
    return std::move(packet);
  }
  return nullptr;
}

/// A packet whose class has no space is staged; the host may have packets of other classes.
PacketPtr Ingress::new_packet_of(Cycle now, Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  while ((staged.classes == 0 || staged.has_other_classes) && in.hosts[host]->next() <= now) {
    PacketPtr packet = in.hosts[host]->take(now);
    if (packet == nullptr || !in.is_lossless || has_space(in, *packet)) return packet;
    const unsigned cos = packet->cos;
    in.staged_packets[host][cos] = std::move(packet);
    staged.classes = static_cast<uint8_t>(staged.classes | 1u << cos);
    staged.has_other_classes = in.hosts[host]->hold(staged.classes);
  }
  return nullptr;
}

void Ingress::run_wire(Cycle now, unsigned interface) {
  Interface& in = interfaces_[interface];
  if (in.event_at <= now) in.event_at = kNoCycle;
  Cycle next = std::max(in.wire.free_from(), now);
  if (next == now) {
    if (PacketPtr packet = choose(now, in)) {
      arrive(now, interface, std::move(packet));
      next = in.wire.free_from();
    } else {
      next = kNoCycle;  // release() schedules the wire again
    }
  }
  Cycle due = kNoCycle;
  for (unsigned h = 0; h < in.host_count; ++h) {
    if (in.hosts[h] == nullptr) continue;
    const Staged& staged = in.staged[h];
    Cycle there = staged.classes != 0 ? next : kNoCycle;
    if (staged.classes == 0 || staged.has_other_classes)
      there = std::min(there, in.hosts[h]->next());
    if (there == kNoCycle) continue;
    due = std::min(due, std::max({there, in.wire.free_from(), now + 1}));
  }
  if (due >= in.event_at) return;
  in.event_at = due;
  events_.push(due, IpEvent::kWire, interface);
}

/// In a lossless buffer a class occupies no more than is free: n classes that fill the buffer have
/// 1/(n + 1) of it each, and as much is free for another class. So only the egress limits a class.
bool Ingress::has_space(const Interface& in, const Packet& packet) const {
  const unsigned bytes = buffer_bytes_of(packet.bytes, in);
  const unsigned of_class = in.class_bytes[packet.cos];
  const unsigned free = params_.ingress.buffer_bytes - in.bytes;
  return bytes <= free && of_class + bytes <= params_.ingress.share_bytes[packet.cos] &&
         (!in.is_lossless || of_class == 0 || of_class + bytes <= free) &&
         (in.free_slot != kNoSlot || in.slots.size() < kSlots);
}

/// The first bit of a packet or control frame arrives.
void Ingress::arrive(Cycle now, unsigned interface, PacketPtr packet) {
  Interface& in = interfaces_[interface];
  const FrameTimes frame = in.wire.start(now, packet->frame_bytes);
  if (packet->kind == PacketKind::kControl) return mac_.receive(*packet, frame.ends());
  ++counters_.taken;
  if (!has_space(in, *packet)) {
    ++counters_.lost_by(IpLoss::kIngressFull);
    return;
  }
  change_level(now, interface, packet->cos, packet->bytes, 1);
  enter(interface, std::move(packet), frame);
}

void Ingress::change_level(Cycle now, unsigned interface, unsigned cos, unsigned bytes, int sign) {
  Interface& in = interfaces_[interface];
  const unsigned change = buffer_bytes_of(bytes, in) * static_cast<unsigned>(sign);
  in.bytes += change;
  in.class_bytes[cos] += change;
  if (interface == kMacInterface) mac_.level_changed(now, in.class_bytes);
}

}  // namespace tinsim
