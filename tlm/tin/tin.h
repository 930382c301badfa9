// SPDX-License-Identifier: Apache-2.0
// One TiN chip: a SystemC module that owns the cell switch with its endpoints.
#pragma once

#include <memory>
#include <systemc>
#include <utility>

#include "tlm/tin/cell_switch/engine.h"

namespace tinsim {

/// A chip does not clock itself: its pod advances it window by window (tlm/tin/pod.h), because
/// nothing sent within the shortest link latency can arrive within it.
class Tin : public sc_core::sc_module {
 public:
  Tin(const sc_core::sc_module_name& name, std::shared_ptr<SwitchEngine> cell_switch)
      : sc_module(name), cell_switch_(std::move(cell_switch)) {}

  SwitchEngine& cell_switch() { return *cell_switch_; }
  const SwitchEngine& cell_switch() const { return *cell_switch_; }

  void advance(Cycle from, Cycle to) { cell_switch_->advance(from, to); }

 private:
  std::shared_ptr<SwitchEngine> cell_switch_;
};

}  // namespace tinsim
