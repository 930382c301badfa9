// SPDX-License-Identifier: Apache-2.0
// The built network: counts of chips and services, credit of sources, failures.
#include "platform/build/failures.h"
#include "platform/build/platform.h"

namespace tinsim {

std::optional<unsigned> Platform::source_credit(std::size_t chip, unsigned port,
                                                unsigned vc) const {
  for (const Service* service : services_) {
    const std::optional<unsigned> words = service->source_credit(chip, port, vc);
    if (words) return *words + endpoints_[chip]->returning(port, vc);
  }
  return std::nullopt;
}

void Platform::clear_counters() {
  for (std::size_t chip : own_chips_) tins_[chip]->cell_switch().clear_counters(now_);
  for (Service* service : services_) service->clear_counters(now_);
}

uint64_t Platform::waiting_age(uint64_t& sources) {
  uint64_t age = 0;
  for (Service* service : services_) age += service->waiting_age(now_, sources);
  return age;
}

uint64_t Platform::injected() const {
  uint64_t cells = 0;
  for (const Service* service : services_) cells += service->cells_injected();
  return cells;
}

uint64_t Platform::delivered() const {
  uint64_t cells = 0;
  for (const auto& log : logs_.all()) cells += log->cells();
  return cells;
}

uint64_t Platform::dropped() const {
  uint64_t cells = links_.lost();
  for (const Service* service : services_) cells += service->cells_dropped();
  for (const auto& log : logs_.all()) cells += log->damaged();
  if (!has_failures_) return cells;
  for (std::size_t chip : own_chips_) {
    const SwitchEngine& engine = tins_[chip]->cell_switch();
    cells += engine.failure_counters().dropped();
    for (unsigned port = 0; port < engine.params().ports; ++port)
      cells += engine.lost_in_queue(port);
  }
  return cells;
}

void Platform::schedule(const Failures& failures) {
  has_failures_ = true;
  for (std::size_t chip : own_chips_)
    tins_[chip]->cell_switch().schedule_failures(static_cast<unsigned>(chip),
                                                 failures.of_chip(static_cast<unsigned>(chip)));
}

FailureCounts Platform::failure_counts() const {
  FailureCounts counts;
  for (std::size_t chip : own_chips_) {
    merge_fields<FailureTotals>(counts, tins_[chip]->cell_switch().failure_counters());
  }
  return counts;
}

ParkedPeak Platform::parked_peak() const {
  ParkedPeak peak;
  for (std::size_t chip : own_chips_) {
    const FailureCounters of_chip = tins_[chip]->cell_switch().failure_counters();
    if (of_chip.peak_parked_words <= peak.words) continue;
    peak = {of_chip.peak_parked_words, of_chip.peak_parked_cells, chip, {}};
  }
  return peak;
}

uint64_t Platform::hops_before_parking() const {
  uint64_t hops = 0;
  for (std::size_t chip : own_chips_)
    hops += tins_[chip]->cell_switch().failure_counters().hops_before_parking;
  return hops;
}

uint64_t Platform::cell_hops() const {
  uint64_t hops = 0;
  for (const Service* service : services_) hops += service->cell_hops();
  for (std::size_t chip : own_chips_) hops += tins_[chip]->cell_switch().cell_hops();
  return hops;
}

}  // namespace tinsim
