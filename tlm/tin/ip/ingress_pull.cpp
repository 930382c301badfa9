// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: DATA cells of packets that are cleared to send.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/errors.h"
#include "base/masks.h"
#include "tlm/tin/ip/ingress_inline.h"

namespace tinsim {

namespace {
constexpr std::array<const char*, kIpInterfaces> kInterfaceNames = {"NIC", "MAC", "CPU"};
}  // namespace

/// R1 and R4 of docs/reference/ip_over_gnet.md.
void Ingress::fail_pull(Cycle now, unsigned interface, const Slot& slot) const {
  throw InvariantError(fmt::format(
      "{} {} cycle {}: {}", params_.name, kInterfaceNames[interface], now,
      slot.state == State::kCleared ? "R4: a DATA cell leaves before its packet is whole"
                                    : "R1: a DATA cell leaves before its packet's CTS has come"));
}

/// Whether the egress has given up the packet: its DATA would arrive for an eptr that may be
/// another packet's by now. It is discarded here, and counted at the egress.
bool Ingress::is_expired(Cycle now, const Slot& slot) const {
  return params_.egress.fetch_timeout != 0 && now >= slot.since + params_.egress.fetch_timeout;
}

void Ingress::discard_expired(Cycle now, unsigned interface) {
  Interface& in = interfaces_[interface];
  for (uint32_t left = in.classes; left != 0; left &= left - 1) {
    const unsigned cos = lowest(left);
    const Row& sending = in.turns[cos].row;
    for (uint16_t number = sending.first; number != kNoSlot;) {
      const Slot& slot = in.slots[number];
      if (!is_expired(now, slot)) {
        number = slot.after;
        continue;
      }
      end_turns(in, cos, number);
      release(now, iptr_of(interface, number, slot.generation));
      number = sending.first;  // another packet may have taken its place
    }
  }
  in.next_expiry = kNoCycle;
  const auto add = [&](const Row& row) {
    for (uint16_t number = row.first; number != kNoSlot; number = in.slots[number].after) {
      in.next_expiry =
          std::min(in.next_expiry, in.slots[number].since + params_.egress.fetch_timeout);
    }
  };
  for (const Turns& turns : in.turns) add(turns.row);
  for (const Row& cleared : in.cleared) add(cleared);
}

/// Cleared packets take the free turns.
void Ingress::fill_turns(Interface& in, unsigned cos) {
  Turns& turns = in.turns[cos];
  Row& cleared = in.cleared[cos];
  while (cleared.first != kNoSlot && turns.count < params_.ingress.interleaved_packets) {
    const uint16_t number = cleared.first;
    remove(in, cleared, number);
    append(in, turns.row, number);
    ++turns.count;
  }
}

/// The packet sends no more cells in turn.
void Ingress::end_turns(Interface& in, unsigned cos, uint16_t slot) {
  Turns& turns = in.turns[cos];
  remove(in, turns.row, slot);
  --turns.count;
  fill_turns(in, cos);
  if (turns.count == 0) in.classes = static_cast<uint8_t>(in.classes & ~(1u << cos));
}

/// The destination port of a cell instead of port `index`, which is to be avoided: all other ports
/// of the destination interface in turn.
unsigned Ingress::alternative_port(const Slot& slot, unsigned index) {
  unsigned ports = ((1u << slot.dst_ports) - 1) & ~unsigned{slot.avoid};
  if (ports == 0) return index;
  const auto count = static_cast<unsigned>(__builtin_popcount(ports));
  for (unsigned skip = (slot.eptr + slot.next_idx) % count; skip != 0; --skip) ports &= ports - 1;
  return lowest(ports);
}

/// As next_cell(), if a packet is sent by `endpoint` alone once its first cell was.
Ingress::Pull Ingress::next_bound(Cycle now, unsigned interface, unsigned endpoint,
                                  const Credits& credit, Cell& cell) {
  Interface& in = interfaces_[interface];
  uint16_t& bound = in.bound[endpoint - params_.groups[interface].first];
  if (bound != kNoSlot && is_expired(now, in.slots[bound])) {
    release(now, iptr_of(interface, bound, in.slots[bound].generation));
    bound = kNoSlot;
  }
  if (bound == kNoSlot) return Pull::kNoData;
  const uint16_t number = bound;
  Slot& slot = in.slots[number];
  if (credit[slot.cls] < slot.words) return Pull::kNoCredit;
  if (slot.next_idx + 1 == slot.cells) bound = kNoSlot;
  send_cell(now, interface, endpoint, number, slot, cell);
  return Pull::kCell;
}

}  // namespace tinsim
