// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: from the wire to the RTS, and the slots that hold them.
#include "tlm/tin/ip/ingress.h"

#include <algorithm>
#include <utility>

#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/cell_ports.h"

namespace tinsim {

namespace {
constexpr unsigned kHeaderBytes = 64;  // parsed bytes of a frame: L2, tags, IP and ports
constexpr unsigned kGenerations = 16;
}  // namespace

Ingress::Ingress(const IpParams& params, const IpRoutes& routes, IpCounters& counters,
                 IpEvents& events, MacPort& mac, PacketDirectory& directory)
    : params_(params),
      routes_(&routes),
      counters_(counters),
      events_(events),
      mac_(mac),
      directory_(directory),
      rts_credit_(rts_credit_params()),
      interfaces_{Interface(params.memory), Interface(params.memory), Interface(params.memory)},
      initial_window_(params.ingress.initial_rts_window, params.ingress.rts_state_lifetime) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    Interface& in = interfaces_[i];
    in.wire = WireTransmitter(params.rates[i]);
    in.is_lossless = i != kMacInterface;
    // Flow control and the shares of classes count bytes, so bytes must be the tighter limit than
    // slots.
    if (in.is_lossless || mac.is_on())
      in.min_bytes = (params.ingress.buffer_bytes + kSlots - 1) / kSlots;
    in.bound.assign(params.groups[i].count, kNoSlot);
  }
}

void Ingress::enter(unsigned interface, PacketPtr packet, const FrameTimes& frame) {
  Interface& in = interfaces_[interface];
  if (in.free_slot == kNoSlot) {
    in.free_slot = static_cast<uint16_t>(in.slots.size());
    ++in.free_slots;
    in.slots.emplace_back();
    directory_.moved(params_.address, interface, in.slots.data(), in.slots.size());
  }
  const unsigned number = in.free_slot;
  Slot& slot = in.slots[number];
  in.free_slot = slot.after;
  --in.free_slots;
  if (number < kMarked) in.slots_used |= bit(number);
  slot.state = State::kEntering;
  slot.whole = frame.ends();
  slot.next_idx = 0;
  slot.descriptor = *packet;
  slot.is_faulty = packet->bad_fcs;
  slot.is_shared = decider_ != nullptr;
  slot.cells = static_cast<uint8_t>(cells_of(packet->bytes));
  slot.cls =
      static_cast<uint8_t>(traffic_class(IpCell::kData, params_.high_classes >> packet->cos & 1));
  measure_next(slot);
  const bool early =
      params_.ingress.early_rts_bytes != 0 && packet->bytes > params_.ingress.early_rts_bytes;
  const Cycle known = early ? frame.byte_arrived(kHeaderBytes - 1) : slot.whole;
  // One packet is looked up per cycle; a wire of more than 672 bits per cycle may deliver two.
  in.lookup_at = std::max(known, in.lookup_at + 1);
  slot.packet = std::move(packet);
  routes_->prefetch(
      {slot.packet->kind == PacketKind::kIpv6, slot.packet->address_hi, slot.packet->address_lo});
  events_.push(in.lookup_at + params_.ingress.lookup_cycles, IpEvent::kRtsOut,
               iptr_of(interface, number, slot.generation));
}

/// A trap precedes the table.
inline std::optional<IpRoutes::Answer> Ingress::destination(Cycle now, unsigned interface,
                                                            const Packet& packet) {
  if (params_.traps.match(packet, interface)) return IpRoutes::Answer{true, 0};
  const IpAddress address{packet.kind == PacketKind::kIpv6, packet.address_hi, packet.address_lo};
  const auto route = routes_->find(address, packet.flow_hash);
  return decider_ == nullptr ? route : destination_decided(now, address, packet, route);
}

void Ingress::look_up(Cycle now, uint32_t iptr, CellPorts& ports) {
  Slot& slot = *find(iptr);
  const Packet& packet = *slot.packet;
  if (packet.bad_fcs && now >= slot.whole) return drop_packet(now, iptr, IpLoss::kBadFcs);
  const auto route = destination(now, iptr >> 16, packet);
  if (!route) return drop_packet(now, iptr, IpLoss::kUnroutable);
  const EndpointGroup& cpu = params_.groups[kCpuInterface];
  slot.dst = route->punt ? static_cast<uint16_t>(params_.address + cpu.first) : route->dst;
  const unsigned endpoint = slot.dst & 63u;
  const unsigned eport = endpoint < params_.groups[kMacInterface].first ? endpoint
                         : endpoint < cpu.first                         ? kMacEport
                                                                        : kCpuEport;
  slot.eport = static_cast<uint8_t>(eport);
  if (params_.time_to_live != TimeToLive::keep && !update_time_to_live(now, iptr, slot)) return;
  if (!may_send_rts(now, queue_of(slot))) return hold(now, iptr, slot);
  send_rts(now, iptr, slot, ports);
}

/// Sends the RTS of a packet that has been looked up; a packet without credit for it is dropped.
void Ingress::send_rts(Cycle now, uint32_t iptr, Slot& slot, CellPorts& ports) {
  const Packet& packet = *slot.packet;
  const unsigned interface = iptr >> 16;
  if (!rts_credit_.take(now, queue_of(slot))) {
    ++counters_.held_back;
    return drop_packet(now, iptr, IpLoss::kClearedToDrop);
  }
  initial_window_.sent(now, queue_of(slot));
  const EndpointGroup& to = params_.groups[interface_of(slot.eport)];
  const EndpointGroup& from = params_.groups[interface];
  Interface& in = interfaces_[interface];

  RtsWord word;
  word.len = packet.bytes;
  word.cos = packet.cos;
  word.eport = slot.eport;
  word.iptr = iptr;
  word.usage = static_cast<uint8_t>(uint64_t{in.bytes} * 255 / params_.ingress.buffer_bytes);
  word.fhash = packet.flow_hash;
  word.ect = packet.ecn;
  // The flow's hash selects both ends of the path, so that RTSs of a flow arrive in order.
  const bool high = params_.high_classes >> packet.cos & 1;
  Cell cell = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kRts), kMinCellWords,
                        traffic_class(IpCell::kRts, high));
  cell.dst = static_cast<uint16_t>((slot.dst & ~63u) + to.first + packet.flow_hash % to.count);
  const unsigned endpoint = from.first + packet.flow_hash % from.count;
  slot.is_traced = tracer_ != nullptr && is_traced(now, endpoint, cell);
  cell.traced = slot.is_traced;
  directory_.announce(cell.dst, params_.address, iptr, slot.packet);
  slot.state = State::kRequested;
  slot.since = now;
  ports.queue(now, endpoint, cell);
  watch(now, interface, static_cast<uint16_t>(iptr & (kSlots - 1)));
}

/// Of the packet whose RTS leaves by `endpoint`; it has no source address yet.
bool Ingress::is_traced(Cycle now, unsigned endpoint, const Cell& rts) const {
  Cell sent = rts;
  sent.src = static_cast<uint16_t>(params_.address + endpoint);
  return tracer_->traces_packet(now, params_.first_terminal + endpoint, sent);
}

/// From now on the packet is given up after a timeout without an answer.
void Ingress::watch(Cycle now, unsigned interface, uint16_t slot) {
  if (params_.ingress.rts_timeout == 0) return;
  Interface& in = interfaces_[interface];
  append(in, in.requested, slot);
  if (in.is_watching) return;
  in.is_watching = true;
  events_.push(now + params_.ingress.rts_timeout, IpEvent::kTimeout, interface);
}

void Ingress::append(Interface& in, Row& row, uint16_t slot) {
  in.slots[slot].before = row.last;
  in.slots[slot].after = kNoSlot;
  (row.last == kNoSlot ? row.first : in.slots[row.last].after) = slot;
  row.last = slot;
}

void Ingress::remove(Interface& in, Row& row, uint16_t slot) {
  const Slot& removed = in.slots[slot];
  (removed.before == kNoSlot ? row.first : in.slots[removed.before].after) = removed.after;
  (removed.after == kNoSlot ? row.last : in.slots[removed.after].before) = removed.before;
}

void Ingress::drop_packet(Cycle now, uint32_t iptr, IpLoss cause) {
  ++counters_.lost_by(cause);
  release(now, iptr);
}

void Ingress::release(Cycle now, uint32_t iptr) {
  const unsigned interface = iptr >> 16;
  Interface& in = interfaces_[interface];
  Slot& slot = *find(iptr);
  change_level(now, interface, slot.descriptor.cos, slot.descriptor.bytes, -1);
  slot.packet.reset();
  slot.state = State::kFree;
  slot.generation = static_cast<uint8_t>((slot.generation + 1) % kGenerations);
  slot.after = in.free_slot;
  in.free_slot = static_cast<uint16_t>(iptr & (kSlots - 1));
  ++in.free_slots;
  if (in.free_slot < kMarked) in.slots_used &= ~bit(in.free_slot);
  retry_staged(now, interface);
}

/// There may be space for packets that were taken from hosts and did not fit.
inline void Ingress::retry_staged(Cycle now, unsigned interface) {
  Interface& in = interfaces_[interface];
  const bool held_back = std::any_of(in.staged.begin(), in.staged.end(),
                                     [](const Staged& staged) { return staged.classes != 0; });
  if (!held_back) return;
  in.event_at = std::max(in.wire.free_from(), now + 1);
  events_.push(in.event_at, IpEvent::kWire, interface);
}

RtsCredit::Params Ingress::rts_credit_params() const {
  return {params_.ingress.rts_state_lifetime, params_.ingress.rts_probe_interval,
          params_.ingress.rts_credit_percent};
}

void Ingress::use_params(Cycle now) {
  rts_credit_.change(rts_credit_params());
  initial_window_.change(params_.ingress.initial_rts_window, params_.ingress.rts_state_lifetime);
  for (unsigned i = 0; i < kIpInterfaces; ++i) retry_staged(now, i);
}

Ingress::Slot* Ingress::find(uint32_t iptr) {
  if (iptr >> 16 >= kIpInterfaces) return nullptr;
  auto& slots = interfaces_[iptr >> 16].slots;
  return find_in(slots.data(), slots.size(), iptr);
}

Ingress::Slot* Ingress::find_in(Slot* slots, std::size_t count, uint32_t iptr) {
  const unsigned number = iptr & (kSlots - 1);
  if (number >= count || slots[number].state == State::kFree) return nullptr;
  return slots[number].generation == (iptr >> 12 & (kGenerations - 1)) ? &slots[number] : nullptr;
}

unsigned Ingress::held() const {
  unsigned held = 0;
  for (const Interface& in : interfaces_) {
    held += static_cast<unsigned>(in.slots.size()) - in.free_slots;
  }
  return held;
}

}  // namespace tinsim
