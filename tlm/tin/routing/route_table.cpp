// SPDX-License-Identifier: Apache-2.0
// The routing state of a chip; chips with equal views of the network share their entries.
#include "tlm/tin/routing/route_table.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace tinsim {

RouteRows::RouteRows(unsigned row_count, bool with_detours, unsigned phase_count, unsigned classes)
    : rows(row_count),
      phases(phase_count),
      class_stride(phase_count * row_count),
      phase_stride(phase_count == 1 ? 0 : row_count),
      has_detours(with_detours),
      index(size_t{classes} * class_stride),
      entries(1) {
  entries[0].minimal.fill(kNoRoute);
  entries[0].detours.fill(kNoRoute);
}

void RouteRows::set(size_t place, const RouteEntry& entry) {
  if (at(place) == entry) return;
  const auto known = std::find(entries.begin(), entries.end(), entry);
  const auto number = static_cast<size_t>(known - entries.begin());
  if (known == entries.end()) entries.push_back(entry);
  if (number > UINT16_MAX) throw std::length_error("a chip has more than 65536 different routes");
  index[place] = static_cast<uint16_t>(number);
}

bool RouteRows::operator==(const RouteRows& o) const {
  if (index.size() != o.index.size()) return false;
  for (size_t place = 0; place < index.size(); ++place)
    if (!(at(place) == o.at(place))) return false;
  return true;
}

void RouteRows::set_minimal(unsigned port_class, unsigned row, const Candidates& candidates) {
  for (unsigned phase = 0; phase < phases; ++phase)
    set_minimal(place(port_class, phase, row), candidates);
}

RouteRows& RouteTable::edit() {
  auto own = std::make_shared<RouteRows>(*routes);
  RouteRows& rows = *own;
  routes = std::move(own);
  return rows;
}

size_t table_bytes(const std::vector<RouteTable>& tables) {
  std::set<const void*> counted;
  size_t bytes = tables.size() * sizeof(RouteTable);
  for (const RouteTable& table : tables) {
    if (counted.insert(table.row_of.get()).second) bytes += table.row_of->size() * sizeof(uint16_t);
    if (!counted.insert(table.routes.get()).second) continue;
    bytes += table.routes->index.size() * sizeof(table.routes->index[0]);
    bytes += table.routes->entries.size() * sizeof(RouteEntry);
  }
  return bytes;
}

}  // namespace tinsim
