// SPDX-License-Identifier: Apache-2.0
#include "platform/run/load_meter.h"

#include <algorithm>

namespace tinsim {
namespace {

constexpr std::size_t kShownLinks = 40;

/// Counts since the last call. Counters of chips start at zero again with the measurement.
uint64_t grown(uint64_t now, uint64_t& last) {
  const uint64_t before = now < last ? 0 : last;
  last = now;
  return now - before;
}

uint64_t words_through(const SwitchEngine& engine, unsigned ports, unsigned vcs) {
  uint64_t words = 0;
  for (unsigned port = 0; port < ports; ++port)
    for (unsigned vc = 0; vc < vcs; ++vc) words += engine.counters(port, vc).words;
  return words;
}

}  // namespace

RunLoads LoadMeter::read() {
  const Cycle now = state_.platform->now();
  const double cycles = std::max<Cycle>(now - last_, 1);
  last_ = now;
  return {read_chips(cycles), read_links(cycles)};
}

std::vector<ChipLoad> LoadMeter::read_chips(double cycles) {
  std::vector<ChipLoad> loads;
  const std::vector<std::size_t>& own = state_.platform->own_chips();
  words_of_chip_.resize(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto& ports = state_.topology.chips[own[i]].ports;
    const auto used = std::count_if(ports.begin(), ports.end(), [](const PortInfo& port) {
      return port.kind != PortKind::kUnused;
    });
    const SwitchEngine& engine = state_.platform->tin(own[i]).cell_switch();
    const uint64_t words = grown(
        words_through(engine, static_cast<unsigned>(ports.size()), state_.config.tin.switch_.vcs),
        words_of_chip_[i]);
    const double most = cycles * static_cast<double>(std::max<std::ptrdiff_t>(used, 1));
    loads.push_back({static_cast<uint32_t>(own[i]), static_cast<double>(words) / most});
  }
  return loads;
}

std::vector<LinkLoad> LoadMeter::read_links(double cycles) {
  std::vector<LinkLoad> loads;
  const std::vector<LinkRow> rows = state_.platform->link_rows();
  words_of_link_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LinkRow& row = rows[i];
    const uint64_t words = grown(row.slots.cell, words_of_link_[i]);
    loads.push_back(
        {row.chip, row.port, row.peer_chip, row.kind, static_cast<double>(words) / cycles});
  }
  const std::size_t shown = std::min(kShownLinks, loads.size());
  std::partial_sort(loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(shown), loads.end(),
                    [](const LinkLoad& a, const LinkLoad& b) { return a.share > b.share; });
  loads.resize(shown);
  return loads;
}

}  // namespace tinsim
