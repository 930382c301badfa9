// SPDX-License-Identifier: Apache-2.0
// One TiN chip: a SystemC module that owns the cell switch with its endpoints.
#pragma once

#include <memory>
#include <systemc>
#include <utility>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/ordered_set_unit.h"

namespace tinsim {

/// A chip does not clock itself: its pod advances it window by window (tlm/tin/pod.h), because
/// nothing sent within the shortest link latency can arrive within it.
class Tin : public sc_core::sc_module {
 public:
  Tin(const sc_core::sc_module_name& name, std::shared_ptr<SwitchEngine> cell_switch)
      : sc_module(name), cell_switch_(std::move(cell_switch)) {}

  SwitchEngine& cell_switch() { return *cell_switch_; }
  const SwitchEngine& cell_switch() const { return *cell_switch_; }

  /// A unit that sends ordered sets of its own; outlives the chip. Call before links are joined.
  void add_set_unit(OrderedSetUnit& unit) { set_unit_ = &unit; }
  OrderedSetUnit* set_unit() const { return set_unit_; }
  /// In the multiples of `interval` software accesses the registers of the unit: reads show the
  /// cycle `delay` later, and writes count from then on. Call before the first cycle.
  void access_set_unit_every(Cycle interval, Cycle delay) {
    access_interval_ = interval;
    access_delay_ = delay;
  }

  void advance(Cycle from, Cycle to) {
    if (set_unit_ != nullptr && access_interval_ != 0) from = advance_by_accesses(from, to);
    if (from >= to) return;
    if (set_unit_ != nullptr) set_unit_->advance(to);
    cell_switch_->advance(from, to);
  }

 private:
  Cycle advance_by_accesses(Cycle from, Cycle to);

  OrderedSetUnit* set_unit_ = nullptr;
  Cycle access_interval_ = 0;  ///< 0: none
  Cycle access_delay_ = 0;
  std::shared_ptr<SwitchEngine> cell_switch_;
};

}  // namespace tinsim
