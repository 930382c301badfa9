// SPDX-License-Identifier: Apache-2.0
// Sums over the directions of links.
#include "platform/statistics/link_row.h"

namespace tinsim {
namespace {

template <class Counts>
void add_fields(Counts& to, const Counts& from) {
  Counts::zip(to, from, [](const char*, uint64_t& sum, uint64_t count) { sum += count; });
}

}  // namespace

void LinkSum::add(const LinkRow& row) {
  ++directions;
  wire += row.wire;
  cells_sent += row.cells_sent;
  add_fields(slots, row.slots);
  add_fields(lost, row.lost);
  add_fields(errors, row.errors);
}

double LinkSum::fc_percent() const {
  const uint64_t all = slots.total();
  return all == 0 ? 0 : 100 * static_cast<double>(slots.fc) / static_cast<double>(all);
}

double LinkSum::fc_gbps(unsigned core_mhz) const {
  return fc_percent() / 100 * 64 * core_mhz / 1000;
}

LinkSum sum_of(const std::vector<LinkRow>& rows) {
  LinkSum sum;
  for (const LinkRow& row : rows) sum.add(row);
  return sum;
}

std::map<std::string, uint64_t> lost_by_cause(const std::vector<LinkRow>& rows) {
  std::map<std::string, uint64_t> causes;
  LostCells::walk(sum_of(rows).lost, [&](const char* name, uint64_t cells) {
    if (cells != 0) causes[name] = cells;
  });
  return causes;
}

}  // namespace tinsim
