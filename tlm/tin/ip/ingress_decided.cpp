// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: results of attached blocks.
#include <fmt/format.h>

#include "base/errors.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

std::optional<IpRoutes::Answer> Ingress::destination_decided(
    Cycle now, const IpAddress& address, const Packet& packet,
    const std::optional<IpRoutes::Answer>& own) {
  auto route = decider_->looked_up(now, address, packet.flow_hash, own);
  if (route && !route->punt && !(own && own->dst == route->dst) && !directory_.has(route->dst))
    throw InvariantError(
        fmt::format("{} cycle {}: ip_lookup: gives address {:#06x}, which is of no "
                    "chip with an IP path",
                    params_.name, now, route->dst));
  return route;
}

/// The credit of a cell has been checked for the words of `slot`.
void Ingress::decide_cell(Cycle now, const Slot& slot, Cell& cell) {
  decider_->cell_sent(now, *slot.packet, slot.eptr, slot.next_idx + 1 == slot.cells, cell);
  if (cell.words > slot.words || cell.words < kMinCellWords)
    throw InvariantError(
        fmt::format("{} cycle {}: cellifier: a cell has {} words; expected {} to {}", params_.name,
                    now, cell.words, kMinCellWords, slot.words));
}

}  // namespace tinsim
