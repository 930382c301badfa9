// SPDX-License-Identifier: Apache-2.0
// Tables of a plan.
#include "platform/controller/re/planned_tables.h"

#include <algorithm>
#include <set>

#include "platform/controller/clique/nib_tables.h"
#include "platform/network/routing/live_tables.h"

namespace tinsim::control {
namespace {

using Units = std::vector<std::uint16_t>;

class Drained {
 public:
  Drained(const CliquePlan& plan, const LiveNetwork& live, Units units)
      : plan_(plan), live_(live), units_(std::move(units)) {
    const Topology& topology = plan.topology;
    for (unsigned pod = 0; pod < topology.pods; ++pod) unit_of_pod_.push_back(join(pod));
  }

  std::vector<RouteTable> tables() {
    const std::vector<RouteTable>& whole = of_all();
    std::vector<RouteTable> merged = whole;
    for (unsigned tin = 0; tin < merged.size(); ++tin) {
      RouteRows rows = *whole[tin].routes;
      for (unsigned row = 0; row < rows.rows; ++row) {
        std::set<std::uint16_t> kept = {units_[tin], unit_of_row(tin, row)};
        kept.erase(kNotDrained);
        copy_row(*without(kept)[tin].routes, row, rows);
      }
      if (!(rows == *whole[tin].routes))
        merged[tin].routes = std::make_shared<RouteRows>(std::move(rows));
    }
    return merged;
  }

 private:
  /// Units that hold all TiNs of a pod count as one: there is no way around them within it.
  std::uint16_t join(unsigned pod) {
    const std::size_t first = std::size_t{pod} * plan_.topology.tins_per_pod;
    const std::size_t last =
        std::min<std::size_t>(first + plan_.topology.tins_per_pod, units_.size());
    for (std::size_t tin = first; tin < last; ++tin)
      if (units_[tin] == kNotDrained) return kNotDrained;
    const std::set<std::uint16_t> joined(units_.begin() + static_cast<std::ptrdiff_t>(first),
                                         units_.begin() + static_cast<std::ptrdiff_t>(last));
    for (std::uint16_t& unit : units_)
      if (joined.count(unit) != 0) unit = *joined.begin();
    for (std::uint16_t& unit : unit_of_pod_)
      if (joined.count(unit) != 0) unit = *joined.begin();
    return *joined.begin();
  }

  std::uint16_t unit_of_row(std::size_t tin, unsigned row) const {
    const Topology& topology = plan_.topology;
    const unsigned pod = topology.chips[tin].pod;
    if (row < topology.tins_per_pod) {
      const std::size_t to = std::size_t{pod} * topology.tins_per_pod + row;
      return to < units_.size() ? units_[to] : kNotDrained;
    }
    return unit_of_pod_[(pod + row - topology.tins_per_pod) % topology.pods];
  }

  const std::vector<RouteTable>& of_all() {
    std::set<std::uint16_t> all(units_.begin(), units_.end());
    all.erase(kNotDrained);
    return without(all);
  }

  /// Tables of the live network without all units but these.
  const std::vector<RouteTable>& without(const std::set<std::uint16_t>& kept) {
    const auto found = tables_.find(kept);
    if (found != tables_.end()) return found->second;
    LiveNetwork rest = live_;
    for (std::size_t tin = 0; tin < units_.size(); ++tin) {
      if (units_[tin] == kNotDrained || kept.count(units_[tin]) != 0) continue;
      for (std::uint64_t left = rest.links(static_cast<unsigned>(tin)); left != 0; left &= left - 1)
        rest.fail_link(
            {static_cast<std::uint16_t>(tin), static_cast<std::uint8_t>(__builtin_ctzll(left))});
    }
    return tables_.emplace(kept, make_live_tables(plan_.topology, plan_.original, rest))
        .first->second;
  }

  /// Entries that lead nowhere are left out.
  static void copy_row(const RouteRows& from, unsigned row, RouteRows& to) {
    for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
      for (unsigned phase = 0; phase < from.phases; ++phase) {
        const std::size_t place = from.place(port_class, phase, row);
        if (from.minimal(place)[0] != kNoRoute) to.set(place, from.at(place));
      }
  }

  const CliquePlan& plan_;
  const LiveNetwork& live_;
  Units units_;
  std::vector<std::uint16_t> unit_of_pod_;
  std::map<std::set<std::uint16_t>, std::vector<RouteTable>> tables_;  ///< by the units that stay
};

}  // namespace

std::vector<RouteTable> planned_tables(const CliquePlan& plan, const LiveNetwork& live,
                                       std::vector<std::uint16_t> units) {
  units.resize(plan.tins(), kNotDrained);
  const bool none = std::all_of(units.begin(), units.end(),
                                [](std::uint16_t unit) { return unit == kNotDrained; });
  return none ? make_live_tables(plan.topology, plan.original, live)
              : Drained(plan, live, std::move(units)).tables();
}

}  // namespace tinsim::control
