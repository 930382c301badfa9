// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: the DATA cells of those that have been cleared to send.
#include <fmt/format.h>

#include <array>

#include "platform/errors.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/cell_switch/masks.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

namespace {
constexpr std::array<const char*, kIpInterfaces> kInterfaceNames = {"NIC", "MAC", "CPU"};
}  // namespace

/// A packet whose frame has turned out faulty is taken back: cells without bytes.
unsigned Ingress::vbytes_of_next(const Slot& slot) const {
  return slot.is_faulty ? 0 : vbytes_of(slot.bytes, slot.next_idx);
}

unsigned Ingress::words_of_next(const Slot& slot) const {
  return words_of_data_cell(vbytes_of_next(slot));
}

unsigned Ingress::data_class(unsigned cos) const {
  return traffic_class(IpCell::kData, params_.high_classes >> cos & 1);
}

/// R1 and R4 of docs/ip_over_gnet.md.
void Ingress::check_pull(Cycle now, unsigned interface, const Slot& slot) const {
  const bool cleared = slot.state == State::kCleared;
  if (cleared && now >= slot.whole) return;
  throw InvariantError(
      fmt::format("{} {} cycle {}: {}", params_.name, kInterfaceNames[interface], now,
                  cleared ? "R4: a DATA cell leaves before its packet is whole"
                          : "R1: a DATA cell leaves before its packet's CTS has come"));
}

/// Whether the egress has given up the packet, which is discarded then: its DATA would come for an
/// eptr that may be another packet's by now. (It is counted there.)
bool Ingress::is_given_up(Cycle now, const Slot& slot) const {
  return params_.fetch_timeout != 0 && now >= slot.since + params_.fetch_timeout;
}

void Ingress::discard_given_up(Cycle now, unsigned interface, unsigned cos) {
  Interface& in = interfaces_[interface];
  Row& cleared = in.cleared[cos];
  while (cleared.first != kNoSlot && is_given_up(now, in.slots[cleared.first])) {
    const uint16_t number = cleared.first;
    remove(in, cleared, number);
    release(now, iptr_of(interface, number, in.slots[number].generation));
  }
  if (cleared.first == kNoSlot) in.classes = static_cast<uint8_t>(in.classes & ~(1u << cos));
}

/// The next cell of the packet; after its last one the packet is gone.
Cell Ingress::send_cell(Cycle now, unsigned interface, unsigned endpoint, uint16_t number) {
  Slot& slot = interfaces_[interface].slots[number];
  check_pull(now, interface, slot);
  DataWord word;
  word.eptr = slot.eptr;
  word.idx = slot.next_idx;
  word.vbytes = static_cast<uint8_t>(vbytes_of_next(slot));
  Cell cell = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kData),
                        words_of_data_cell(word.vbytes), data_class(slot.cos));
  // Port i of this interface sends to port i of the far one: two interfaces then talk over paths
  // that do not meet in a switch.
  const unsigned index = endpoint - params_.groups[interface].first;
  cell.dst = static_cast<uint16_t>(slot.dst + index % slot.dst_ports);
  if (observer_ != nullptr && !slot.is_faulty) {
    observer_->cell_sent(now, *slot.packet, slot.eptr, cell);
  }
  if (slot.next_idx + 2 == slot.cells) prefetch_soon(slot.packet.get(), kCacheLine);
  if (++slot.next_idx < slot.cells) return cell;
  ++(slot.is_faulty ? counters_.lost_by(IpLoss::kBadFcs) : counters_.sent);
  release(now, iptr_of(interface, number, slot.generation));
  return cell;
}

Ingress::Pull Ingress::next_cell(Cycle now, unsigned interface, unsigned endpoint,
                                 const Credits& credit, Cell& cell) {
  Interface& in = interfaces_[interface];
  const auto may_go = [&](const Slot& slot) {
    return credit[first_vc(data_class(slot.cos))] >= words_of_next(slot);
  };
  uint16_t& bound = in.bound[endpoint - params_.groups[interface].first];
  if (bound != kNoSlot && is_given_up(now, in.slots[bound])) {
    release(now, iptr_of(interface, bound, in.slots[bound].generation));
    bound = kNoSlot;
  }
  if (bound != kNoSlot) {
    const uint16_t number = bound;
    const Slot& slot = in.slots[number];
    if (!may_go(slot)) return Pull::kNoCredit;
    if (slot.next_idx + 1 == slot.cells) bound = kNoSlot;
    cell = send_cell(now, interface, endpoint, number);
    return Pull::kCell;
  }
  uint32_t can = 0;
  for (uint64_t left = in.classes; left != 0; left &= left - 1) {
    const unsigned cos = lowest(left);
    discard_given_up(now, interface, cos);
    if (in.cleared[cos].first == kNoSlot) continue;
    can |= uint32_t{may_go(in.slots[in.cleared[cos].first])} << cos;
  }
  if (can == 0) return in.classes != 0 ? Pull::kNoCredit : Pull::kNothing;
  const unsigned cos = in.picker.next(params_.pull_plan, can, [&](unsigned c) {
    return words_of_next(in.slots[in.cleared[c].first]);
  });
  const uint16_t number = in.cleared[cos].first;
  const bool last = in.slots[number].next_idx + 1 == in.slots[number].cells;
  if (last || !params_.spread_cells) {
    remove(in, in.cleared[cos], number);
    if (in.cleared[cos].first == kNoSlot)
      in.classes = static_cast<uint8_t>(in.classes & ~(1u << cos));
  }
  if (!last && !params_.spread_cells) bound = number;
  cell = send_cell(now, interface, endpoint, number);
  return Pull::kCell;
}

}  // namespace tinsim
