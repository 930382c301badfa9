// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: code that runs for each DATA cell.
#pragma once

#include <cstddef>
#include <cstring>

#include "base/masks.h"
#include "base/prefetch.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

/// A DATA cell with word 1 `word`, assembled in a register: the cell is copied next, and a copy
/// stalls on parts that were just stored one by one.
inline Cell data_cell(const Cell& addresses, uint64_t word, unsigned words, unsigned cls,
                      bool is_traced) {
  using Halves [[gnu::vector_size(16)]] = uint64_t;
  static_assert(sizeof(Cell) == sizeof(Halves) && offsetof(Cell, words) == 4 &&
                offsetof(Cell, vc) == 5 && offsetof(Cell, seq) == 8 && offsetof(Cell, birth) == 12);
  constexpr unsigned kType = static_cast<unsigned>(IpCell::kData);
  const uint64_t flags = addresses.hop | cls << 5 | kType << 10 | unsigned{is_traced} << 15;
  const uint64_t first = addresses.src | uint64_t{addresses.dst} << 16 | uint64_t{words} << 32 |
                         uint64_t{first_vc(cls)} << 40 | flags << 48;
  const Halves halves = {first, word};
  Cell cell;
  std::memcpy(static_cast<void*>(&cell), &halves, sizeof(cell));
  return cell;
}

/// The next cell of the packet; its last one releases the slot.
inline void Ingress::send_cell(Cycle now, unsigned interface, unsigned endpoint, uint16_t number,
                               Slot& slot, Cell& cell) {
  if (slot.state != State::kCleared || now < slot.whole) fail_pull(now, interface, slot);
  // Port i of this interface sends to port i of the destination interface: the paths between two
  // interfaces then share no switch port.
  unsigned index = endpoint - params_.groups[interface].first;
  if (index >= slot.dst_ports) index %= slot.dst_ports;
  if (slot.avoid >> index & 1) index = alternative_port(slot, index);
  const DataWord word{slot.eptr, slot.next_idx, slot.vbytes, 0};
  Cell addresses;
  addresses.src = static_cast<uint16_t>(params_.address + endpoint);
  addresses.dst = static_cast<uint16_t>(slot.dst + index);
  addresses.hop = params_.initial_hop;
  cell = data_cell(addresses, pack_word(word), slot.words, slot.cls, slot.is_traced);
  if (decider_ != nullptr && !slot.is_faulty) {
    decide_cell(now, slot, cell);
  }
  if (++slot.next_idx < slot.cells) {
    if (slot.next_idx + 1 == slot.cells) measure_next(slot);  // all but the last are full
    return;
  }
  ++(slot.is_faulty ? counters_.lost_by(IpLoss::kBadFcs) : counters_.sent);
  release(now, iptr_of(interface, number, slot.generation));
}

/// The class that sends next; kCosClasses: none has credit. Precondition: a class has a packet.
inline unsigned Ingress::choose_class(Interface& in, const Credits& credit) {
  if ((in.classes & (in.classes - 1)) == 0) {
    const unsigned cos = lowest(in.classes);
    const Slot& slot = in.slots[in.turns[cos].row.first];
    return credit[slot.cls] >= slot.words ? cos : kCosClasses;
  }
  uint32_t can = 0;
  for (uint32_t left = in.classes; left != 0; left &= left - 1) {
    const unsigned cos = lowest(left);
    const Slot& slot = in.slots[in.turns[cos].row.first];
    can |= uint32_t{credit[slot.cls] >= slot.words} << cos;
  }
  if (can == 0) return kCosClasses;
  return in.picker.next(params_.ingress.pull_plan, can,
                        [&](unsigned cos) { return in.slots[in.turns[cos].row.first].words; });
}

/// Cells of one packet are bound for few links. In a row they wait for these at all ports while
/// other links are idle, so several packets take turns.
inline Ingress::Pull Ingress::next_cell(Cycle now, unsigned interface, unsigned endpoint,
                                        const Credits& credit, Cell& cell) {
  Interface& in = interfaces_[interface];
  if (params_.ingress.spread == IpSpread::packet) {
    const Pull pull = next_bound(now, interface, endpoint, credit, cell);
    if (pull != Pull::kNoData) return pull;
  }
  if (now >= in.next_expiry) discard_expired(now, interface);
  if (in.classes == 0) return Pull::kNoData;
  const unsigned cos = choose_class(in, credit);
  if (cos == kCosClasses) return Pull::kNoCredit;
  Turns& turns = in.turns[cos];
  const uint16_t number = turns.row.first;
  Slot& slot = in.slots[number];
  const bool is_last = slot.next_idx + 1 == slot.cells;
  if (is_last || params_.ingress.spread == IpSpread::packet) {
    end_turns(in, cos, number);
    if (!is_last) in.bound[endpoint - params_.groups[interface].first] = number;
  } else if (turns.count > 1) {
    remove(in, turns.row, number);
    append(in, turns.row, number);
  }
  send_cell(now, interface, endpoint, number, slot, cell);
  return Pull::kCell;
}

}  // namespace tinsim
