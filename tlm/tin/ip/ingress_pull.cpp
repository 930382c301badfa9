// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: the DATA cells of those that have been cleared to send.
#include <fmt/format.h>

#include <array>

#include "platform/errors.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

namespace {
constexpr std::array<const char*, kIpInterfaces> kInterfaceNames = {"NIC", "MAC", "CPU"};
}  // namespace

Cell Ingress::data_cell(unsigned interface, unsigned endpoint, const Slot& slot) const {
  const Packet& packet = *slot.packet;
  DataWord word;
  word.eptr = slot.eptr;
  word.idx = slot.next_idx;
  // A packet whose frame has turned out faulty is taken back: cells without bytes.
  word.vbytes = static_cast<uint8_t>(packet.bad_fcs ? 0 : vbytes_of(packet.bytes, slot.next_idx));
  const bool high = params_.high_classes >> packet.cos & 1;
  Cell cell = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kData),
                        words_of_data_cell(word.vbytes), traffic_class(IpCell::kData, high));
  // Port i of this interface sends to port i of the far one: two interfaces then talk over paths
  // that do not meet in a switch.
  const unsigned index = endpoint - params_.groups[interface].first;
  cell.dst = static_cast<uint16_t>(slot.dst + index % slot.dst_ports);
  return cell;
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

/// `iptr`'s next cell has been sent; true if it was the last.
bool Ingress::advance(Cycle now, uint32_t iptr) {
  Slot& slot = *find(iptr);
  check_pull(now, iptr >> 16, slot);
  if (++slot.next_idx < cells_of(slot.packet->bytes)) return false;
  if (slot.packet->bad_fcs) {
    lose(now, iptr, IpLoss::kBadFcs);
  } else {
    ++counters_.sent;
    release(now, iptr);
  }
  return true;
}

/// Whether the egress has given up the packet, which is discarded then: its DATA would come for an
/// eptr that may be another packet's by now. (It is counted there.)
bool Ingress::is_given_up(Cycle now, uint32_t iptr) {
  if (params_.fetch_timeout == 0 || now < find(iptr)->since + params_.fetch_timeout) return false;
  release(now, iptr);
  return true;
}

Ingress::Pull Ingress::next_cell(Cycle now, unsigned interface, unsigned endpoint,
                                 const Credits& credit, Cell& cell) {
  Interface& in = interfaces_[interface];
  uint32_t& bound = in.bound[endpoint - params_.groups[interface].first];
  if (bound != kNoPacket && is_given_up(now, bound)) bound = kNoPacket;
  if (bound != kNoPacket) {
    cell = data_cell(interface, endpoint, *find(bound));
    if (credit[cell.vc] < cell.words) return Pull::kNoCredit;
    if (advance(now, bound)) bound = kNoPacket;
    return Pull::kCell;
  }
  std::array<Cell, kCosClasses> offers;
  uint32_t can = 0;
  bool any = false;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    auto& cleared = in.cleared[cos];
    while (!cleared.empty() && is_given_up(now, cleared.front())) cleared.pop_front();
    if (cleared.empty()) continue;
    any = true;
    offers[cos] = data_cell(interface, endpoint, *find(cleared.front()));
    if (credit[offers[cos].vc] >= offers[cos].words) can |= 1u << cos;
  }
  if (can == 0) return any ? Pull::kNoCredit : Pull::kNothing;
  const unsigned cos =
      in.picker.next(params_.pull_plan, can, [&](unsigned c) { return offers[c].words; });
  cell = offers[cos];
  const uint32_t iptr = in.cleared[cos].front();
  const bool last = advance(now, iptr);
  if (last || !params_.spread_cells) in.cleared[cos].pop_front();
  if (!last && !params_.spread_cells) bound = iptr;
  return Pull::kCell;
}

}  // namespace tinsim
