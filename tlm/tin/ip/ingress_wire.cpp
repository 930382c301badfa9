// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: which host's goes on the wire, and whether it finds room.
#include <algorithm>
#include <utility>

#include "base/masks.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

namespace {
constexpr unsigned kBufferUnit = 64;  // bytes; packets take whole units
}  // namespace

unsigned Ingress::taken_by(unsigned bytes, const Interface& in) {
  return std::max((bytes + kBufferUnit - 1) / kBufferUnit * kBufferUnit, in.least_bytes);
}

void Ingress::attach(unsigned interface, unsigned index, Host& host) {
  Interface& in = interfaces_[interface];
  in.host_count = std::max(in.host_count, index + 1);
  in.host_mask = static_cast<uint8_t>(in.host_mask | 1u << index);
  in.hosts[index] = &host;
}

/// The packet of the host that has had least, of those that have one which fits, or which the
/// buffer does not wait for; null if none has.
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

/// What has been staged and what is new go in turn, so that neither keeps the other waiting.
PacketPtr Ingress::next_of(Cycle now, Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  if (staged.classes == 0) return fresh_of(now, in, host);
  PacketPtr packet = staged.was_last ? fresh_of(now, in, host) : staged_of(in, host);
  if (packet != nullptr) {
    staged.was_last = !staged.was_last;
    return packet;
  }
  return staged.was_last ? staged_of(in, host) : fresh_of(now, in, host);
}

PacketPtr Ingress::staged_of(Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  for (unsigned left = staged.classes; left != 0; left &= left - 1) {
    PacketPtr& packet = in.staged_packets[host][lowest(left)];
    if (!has_room(in, *packet)) continue;
    staged.classes = static_cast<uint8_t>(staged.classes & ~(1u << lowest(left)));
    staged.others_wait = in.hosts[host]->hold(staged.classes);
    return std::move(packet);
  }
  return nullptr;
}

/// A class that has no room is held back, and the host may have others.
PacketPtr Ingress::fresh_of(Cycle now, Interface& in, unsigned host) {
  Staged& staged = in.staged[host];
  while ((staged.classes == 0 || staged.others_wait) && in.hosts[host]->next() <= now) {
    PacketPtr packet = in.hosts[host]->take(now);
    if (packet == nullptr || !in.waits || has_room(in, *packet)) return packet;
    const unsigned cos = packet->cos;
    in.staged_packets[host][cos] = std::move(packet);
    staged.classes = static_cast<uint8_t>(staged.classes | 1u << cos);
    staged.others_wait = in.hosts[host]->hold(staged.classes);
  }
  return nullptr;
}

void Ingress::run_wire(Cycle now, unsigned interface) {
  Interface& in = interfaces_[interface];
  if (in.looks_at <= now) in.looks_at = kNoCycle;
  Cycle next = std::max(in.wire.free_from(), now);
  if (next == now) {
    if (PacketPtr packet = choose(now, in)) {
      arrive(now, interface, std::move(packet));
      next = in.wire.free_from();
    } else {
      next = kNoCycle;  // a packet that leaves the buffer looks again
    }
  }
  Cycle due = kNoCycle;
  for (unsigned h = 0; h < in.host_count; ++h) {
    if (in.hosts[h] == nullptr) continue;
    const Staged& staged = in.staged[h];
    Cycle there = staged.classes != 0 ? next : kNoCycle;
    if (staged.classes == 0 || staged.others_wait) there = std::min(there, in.hosts[h]->next());
    if (there == kNoCycle) continue;
    due = std::min(due, std::max({there, in.wire.free_from(), now + 1}));
  }
  if (due >= in.looks_at) return;
  in.looks_at = due;
  events_.push(due, IpEvent::kWire, interface);
}

/// Where hosts wait, a class takes no more than it leaves free: n classes that would fill the
/// buffer have 1/(n + 1) of it each, and another finds as much. So what a class gets is what the
/// egress fetches of it.
bool Ingress::has_room(const Interface& in, const Packet& packet) const {
  const unsigned bytes = taken_by(packet.bytes, in);
  const unsigned of_class = in.class_bytes[packet.cos];
  const unsigned free = params_.buffer_bytes - in.bytes;
  return bytes <= free && of_class + bytes <= params_.share_bytes[packet.cos] &&
         (!in.waits || of_class == 0 || of_class + bytes <= free) &&
         (in.free_slot != kNoSlot || in.slots.size() < kSlots);
}

/// The first bit of a packet has come, or of a control frame.
void Ingress::arrive(Cycle now, unsigned interface, PacketPtr packet) {
  Interface& in = interfaces_[interface];
  const FrameTimes frame = in.wire.start(now, packet->frame_bytes);
  if (packet->kind == PacketKind::kControl) return mac_.receive(*packet, frame.ends());
  ++counters_.taken;
  if (!has_room(in, *packet)) {
    ++counters_.lost_by(IpLoss::kIngressFull);
    return;
  }
  add_level(now, interface, packet->cos, packet->bytes, 1);
  enter(interface, std::move(packet), frame);
}

void Ingress::add_level(Cycle now, unsigned interface, unsigned cos, unsigned bytes, int sign) {
  Interface& in = interfaces_[interface];
  const unsigned change = taken_by(bytes, in) * static_cast<unsigned>(sign);
  in.bytes += change;
  in.class_bytes[cos] += change;
  if (interface == kMacInterface) mac_.level_changed(now, in.class_bytes);
}

}  // namespace tinsim
