// SPDX-License-Identifier: Apache-2.0
// Sums over the directions of links.
#include "platform/statistics/link_row.h"

#include "tlm/gnet/full_rate.h"

namespace tinsim {

void LinkSum::add(const LinkRow& row) {
  ++directions;
  wire += row.wire;
  if (row.full_rate) full_rate_slots += row.slots.total();
  merge_fields<LinkTraffic>(*this, row);
  merge_fields<LinkFaults>(*this, row);
}

double LinkSum::fc_percent() const {
  const uint64_t all = slots.total();
  return all == 0 ? 0 : 100 * static_cast<double>(slots.fc) / static_cast<double>(all);
}

double LinkSum::fc_gbps(double core_mhz, uint64_t word_bits) const {
  const auto all = static_cast<double>(slots.total());
  const double cycles =
      all - static_cast<double>(full_rate_slots) * (1 - 1 / full_rate::kWordsPerCycle);
  if (cycles == 0) return 0;
  return static_cast<double>(slots.fc) / cycles * static_cast<double>(word_bits) * core_mhz / 1000;
}

LinkSum sum_of(const std::vector<LinkRow>& rows) {
  LinkSum sum;
  for (const LinkRow& row : rows) sum.add(row);
  return sum;
}

std::string_view name_of(PortKind kind) {
  switch (kind) {
    case PortKind::kUnused:
      return "unused";
    case PortKind::kLocal:
      return "local";
    case PortKind::kGlobal:
      return "global";
    case PortKind::kTerminal:
      return "terminal";
  }
  return "unknown";
}

std::vector<LinkLine> link_lines(const std::vector<LinkRow>& rows) {
  std::vector<LinkLine> lines;
  std::map<PortKind, LinkLine> rest;
  for (const LinkRow& row : rows) {
    LinkLine of_row;
    LinkLine& line = row.is_of_interest() ? of_row : rest[row.kind];
    line.kind = row.kind;
    ++line.directions;
    merge_fields<LinkTraffic>(line, row);
    merge_fields<LinkFaults>(line, row);
    if (!row.is_of_interest()) continue;
    line.chip = row.chip, line.pod = row.pod, line.tin = row.tin, line.port = row.port;
    line.peer_chip = row.peer_chip, line.peer_port = row.peer_port, line.wire = row.wire;
    lines.push_back(line);
  }
  for (const auto& [kind, line] : rest) lines.push_back(line);
  return lines;
}

std::map<std::string, uint64_t> lost_by_cause(const std::vector<LinkRow>& rows) {
  std::map<std::string, uint64_t> causes;
  LostCells::walk(sum_of(rows).lost, [&](const char* name, uint64_t cells) {
    if (cells != 0) causes[name] = cells;
  });
  return causes;
}

}  // namespace tinsim
