// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: from the wire to the RTS, and its answer.
#include "tlm/tin/ip/ingress.h"

#include <algorithm>
#include <utility>

#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/cell_ports.h"

namespace tinsim {

namespace {
constexpr unsigned kHeaderBytes = 64;  // what is parsed of a frame: L2, tags, IP and ports
constexpr unsigned kGenerations = 16;
}  // namespace

Ingress::Ingress(const IpParams& params, const IpRoutes& routes, IpCounters& counters,
                 IpEvents& events, MacPort& mac, PacketDirectory& directory)
    : params_(params),
      routes_(routes),
      counters_(counters),
      events_(events),
      mac_(mac),
      directory_(directory),
      allowance_({params.rts_forget, params.rts_retry, params.rts_earn_percent}),
      interfaces_{Interface(params.memory), Interface(params.memory), Interface(params.memory)},
      start_(params.rts_start, params.rts_forget) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    Interface& in = interfaces_[i];
    in.wire = WireTransmitter(params.rates[i]);
    in.waits = i != kMacInterface;
    // Flow control and the classes' shares look at bytes. So there must be slots for as long as
    // there are bytes.
    if (in.waits || mac.is_on()) in.least_bytes = (params.buffer_bytes + kSlots - 1) / kSlots;
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
  slot.facts = *packet;
  slot.is_faulty = packet->bad_fcs;
  slot.is_shared = observer_ != nullptr;
  slot.cells = static_cast<uint8_t>(cells_of(packet->bytes));
  slot.cls =
      static_cast<uint8_t>(traffic_class(IpCell::kData, params_.high_classes >> packet->cos & 1));
  measure_next(slot);
  const bool early = params_.early_rts_bytes != 0 && packet->bytes > params_.early_rts_bytes;
  const Cycle known = early ? frame.byte_arrived(kHeaderBytes - 1) : slot.whole;
  // The look-up takes a packet in a cycle; a wire of more than 672 bits in a cycle may bring two.
  in.known_at = std::max(known, in.known_at + 1);
  slot.packet = std::move(packet);
  routes_.expect(
      {slot.packet->kind == PacketKind::kIpv6, slot.packet->address_hi, slot.packet->address_lo});
  events_.push(in.known_at + params_.ingress_cycles, IpEvent::kRtsOut,
               iptr_of(interface, number, slot.generation));
}

void Ingress::ask(Cycle now, uint32_t iptr, CellPorts& ports) {
  Slot& slot = *find(iptr);
  const Packet& packet = *slot.packet;
  if (packet.bad_fcs && now >= slot.whole) return lose(now, iptr, IpLoss::kBadFcs);
  const IpAddress address{packet.kind == PacketKind::kIpv6, packet.address_hi, packet.address_lo};
  const auto route = routes_.find(address, packet.flow_hash);
  if (observer_ != nullptr) observer_->looked_up(now, address, packet.flow_hash, route);
  if (!route) return lose(now, iptr, IpLoss::kUnroutable);
  const EndpointGroup& cpu = params_.groups[kCpuInterface];
  slot.dst = route->punt ? static_cast<uint16_t>(params_.address + cpu.first) : route->dst;
  const unsigned endpoint = slot.dst & 63u;
  const unsigned eport = endpoint < params_.groups[kMacInterface].first ? endpoint
                         : endpoint < cpu.first                         ? 2
                                                                        : 3;
  slot.eport = static_cast<uint8_t>(eport);
  if (!may_ask(now, queue_of(slot))) return wait_to_ask(now, iptr, slot);
  request(now, iptr, slot, ports);
}

/// The RTS of a packet that has been looked up, unless it is not earned.
void Ingress::request(Cycle now, uint32_t iptr, Slot& slot, CellPorts& ports) {
  const Packet& packet = *slot.packet;
  const unsigned interface = iptr >> 16;
  if (!allowance_.take(now, queue_of(slot))) {
    ++counters_.held_back;
    return lose(now, iptr, IpLoss::kClearedToDrop);
  }
  start_.asked(now, queue_of(slot));
  const EndpointGroup& to = params_.groups[interface_of(slot.eport)];
  const EndpointGroup& from = params_.groups[interface];
  Interface& in = interfaces_[interface];

  RtsWord word;
  word.len = packet.bytes;
  word.cos = packet.cos;
  word.eport = slot.eport;
  word.iptr = iptr;
  word.usage = static_cast<uint8_t>(uint64_t{in.bytes} * 255 / params_.buffer_bytes);
  word.fhash = packet.flow_hash;
  word.ect = packet.ecn;
  // The flow's hash fixes both ends of the path, so that RTSs of a flow arrive in order.
  const bool high = params_.high_classes >> packet.cos & 1;
  Cell cell = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kRts), kMinCellWords,
                        traffic_class(IpCell::kRts, high));
  cell.dst = static_cast<uint16_t>((slot.dst & ~63u) + to.first + packet.flow_hash % to.count);
  directory_.announce(cell.dst, params_.address, iptr, slot.packet);
  slot.state = State::kAsked;
  slot.since = now;
  ports.queue(now, from.first + packet.flow_hash % from.count, cell);
  watch(now, interface, static_cast<uint16_t>(iptr & (kSlots - 1)));
}

/// The packet is given up unless it is answered in time.
void Ingress::watch(Cycle now, unsigned interface, uint16_t slot) {
  if (params_.rts_timeout == 0) return;
  Interface& in = interfaces_[interface];
  append(in, in.asked, slot);
  if (in.is_watching) return;
  in.is_watching = true;
  events_.push(now + params_.rts_timeout, IpEvent::kTimeout, interface);
}

void Ingress::answered(Cycle now, const Cell& cell, CellPorts& ports) {
  const bool is_cleared = static_cast<IpCell>(cell.type) == IpCell::kCts;
  const CtsWord cts = unpack_cts(word_1(cell));
  Slot* slot = find(cts.iptr);
  if (slot == nullptr || slot->state != State::kAsked) {
    ++counters_.late_cells;
    return;
  }
  Interface& in = interfaces_[cts.iptr >> 16];
  if (params_.rts_timeout != 0) remove(in, in.asked, cts.iptr & (kSlots - 1));
  if (!is_cleared) {
    const uint32_t queue = queue_of(*slot);
    const bool is_crowded = unpack_ctd(word_1(cell)).reason == kCtdCrowded;
    allowance_.refused(now, queue, is_crowded);
    start_.answered(queue, false);
    if (is_crowded) start_.restart(queue);
    lose(now, cts.iptr, IpLoss::kClearedToDrop);
    return ask_waiting(now, queue, ports);
  }
  clear(now, cts, *slot);
}

/// Only a timeout, in a later cycle, changes a packet that has asked.
bool Ingress::cleared_ahead(Cycle at, const Cell& cell) {
  const CtsWord cts = unpack_cts(word_1(cell));
  Slot* slot = find(cts.iptr);
  if (slot == nullptr || slot->state != State::kAsked) return false;
  if (params_.rts_timeout != 0) {
    if (at > slot->since + params_.rts_timeout) return false;
    Interface& in = interfaces_[cts.iptr >> 16];
    remove(in, in.asked, cts.iptr & (kSlots - 1));
  }
  clear(at, cts, *slot);
  return true;
}

/// The CTS of a packet comes in cycle `now`.
void Ingress::clear(Cycle now, const CtsWord& cts, Slot& slot) {
  slot.state = State::kCleared;
  slot.since = now;
  slot.eptr = cts.eptr;
  // The egress port's cells come in by the terminal ports of its interface.
  const EndpointGroup& to = params_.groups[interface_of(cts.eport)];
  slot.dst = static_cast<uint16_t>((slot.dst & ~63u) + to.first);
  slot.dst_ports = to.count;
  slot.avoid = cts.avoid;
  events_.push(std::max(now + params_.pull_cycles, slot.whole), IpEvent::kPull, cts.iptr);
}

void Ingress::pull(Cycle now, uint32_t iptr, CellPorts& ports) {
  const unsigned interface = iptr >> 16;
  Interface& in = interfaces_[interface];
  const Slot& slot = *find(iptr);
  const unsigned cos = slot.facts.cos;
  const uint32_t queue = queue_of(slot);
  allowance_.fetched(queue);
  start_.answered(queue, true);
  if (params_.fetch_timeout != 0) {
    in.gives_up_at = std::min(in.gives_up_at, slot.since + params_.fetch_timeout);
  }
  append(in, in.cleared[cos], iptr & (kSlots - 1));
  in.classes = static_cast<uint8_t>(in.classes | 1u << cos);
  ports.look_at(now, interface);
  ask_waiting(now, queue, ports);
}

void Ingress::time_out(Cycle now, unsigned interface, CellPorts& ports) {
  Interface& in = interfaces_[interface];
  while (in.asked.first != kNoSlot) {
    const uint16_t number = in.asked.first;
    const Slot& slot = in.slots[number];
    if (slot.since + params_.rts_timeout > now) {
      return events_.push(slot.since + params_.rts_timeout, IpEvent::kTimeout, interface);
    }
    remove(in, in.asked, number);
    if (slot.packet != nullptr)
      given_up_[iptr_of(interface, number, slot.generation)] = slot.packet;
    const uint32_t queue = queue_of(slot);
    start_.answered(queue, false);
    lose(now, iptr_of(interface, number, slot.generation), IpLoss::kRtsTimeout);
    ask_waiting(now, queue, ports);
  }
  in.is_watching = false;
}

void Ingress::append(Interface& in, Row& row, uint16_t slot) {
  in.slots[slot].before = row.last;
  in.slots[slot].after = kNoSlot;
  (row.last == kNoSlot ? row.first : in.slots[row.last].after) = slot;
  row.last = slot;
}

void Ingress::remove(Interface& in, Row& row, uint16_t slot) {
  const Slot& gone = in.slots[slot];
  (gone.before == kNoSlot ? row.first : in.slots[gone.before].after) = gone.after;
  (gone.after == kNoSlot ? row.last : in.slots[gone.after].before) = gone.before;
}

void Ingress::lose(Cycle now, uint32_t iptr, IpLoss cause) {
  ++counters_.lost_by(cause);
  release(now, iptr);
}

void Ingress::release(Cycle now, uint32_t iptr) {
  const unsigned interface = iptr >> 16;
  Interface& in = interfaces_[interface];
  Slot& slot = *find(iptr);
  add_level(now, interface, slot.facts.cos, slot.facts.bytes, -1);
  slot.packet.reset();
  slot.state = State::kFree;
  slot.generation = static_cast<uint8_t>((slot.generation + 1) % kGenerations);
  slot.after = in.free_slot;
  in.free_slot = static_cast<uint16_t>(iptr & (kSlots - 1));
  ++in.free_slots;
  if (in.free_slot < kMarked) in.slots_used &= ~bit(in.free_slot);
  const bool held_back = std::any_of(in.staged.begin(), in.staged.end(),
                                     [](const Staged& staged) { return staged.classes != 0; });
  if (!held_back) return;
  in.looks_at = std::max(in.wire.free_from(), now + 1);
  events_.push(in.looks_at, IpEvent::kWire, interface);
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

/// Called for another chip, of which nothing but the slot is near. The slot gives the packet away,
/// which is far from here when its last cell goes.
AskedPacket Ingress::asked_packet(void* slots, unsigned count, uint32_t iptr) {
  Slot* slot = find_in(static_cast<Slot*>(slots), count, iptr);
  if (slot != nullptr)
    return {slot->is_shared ? slot->packet : std::move(slot->packet), slot->facts};
  const auto found = given_up_.find(iptr);
  if (found == given_up_.end()) return {};
  PacketPtr packet = std::move(found->second);
  given_up_.erase(found);
  return {packet, *packet};
}

unsigned Ingress::held() const {
  unsigned held = 0;
  for (const Interface& in : interfaces_) {
    held += static_cast<unsigned>(in.slots.size()) - in.free_slots;
  }
  return held;
}

}  // namespace tinsim
