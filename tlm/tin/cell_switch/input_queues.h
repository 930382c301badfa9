// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the VC FIFOs of the inputs, and the requests of their heads.
#pragma once

#include <array>
#include <memory_resource>
#include <vector>

#include "base/masks.h"
#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/core_records.h"
#include "tlm/tin/cell_switch/engine.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class InputQueues : public CorePart<InputQueues> {
 public:
  explicit InputQueues(const SwitchParams& params);
  /// Parked cells are an input, too.
  void add_memory_input();

  /// Precondition for other than reading: a cell has arrived on this VC of this port.
  VcRecord& record(unsigned port, unsigned vc);
  const VcRecord& record(unsigned port, unsigned vc) const;
  /// VCs of an input that have a head.
  VcMask heads(unsigned port) const;
  /// Inputs with a head on a strict VC.
  PortMask strict_inputs() const { return strict_inputs_; }
  /// Other VCs are strict now.
  void find_strict_inputs();
  /// VCs on which cells have arrived, at any port.
  VcMask vcs_used() const { return vcs_used_; }

  /// Writes a cell that is due to its FIFO.
  void enqueue(Cycle now, uint32_t index);
  /// Writes a parked cell to the FIFO of the memory input. It is the head now: true.
  bool enqueue_parked(uint32_t index);
  /// Accounts for a cell that bypasses its FIFO, which is empty.
  VcRecord& note_bypass(Cycle now, uint32_t index, const CellPool::Node& node);
  /// Removes the head of `q`; the next cell may be matched from cycle now + 1 on.
  void pop(Cycle now, unsigned in, unsigned vc, VcRecord& q);
  /// Loads the request of the head of `q`, whose node this is.
  void load_head(Cycle since, unsigned in, VcRecord& q, CellPool::Node& node);
  /// The same where only the route of the head has changed.
  void reload_route(VcRecord& q);
  /// Whether a head of this input requests `out`.
  bool has_head_for(unsigned in, unsigned out) const;
  /// Where the crossbar is faster than links: cycle in which the last word of this cell is there;
  /// 0 if a later cell has arrived.
  Cycle complete_at(unsigned in, uint32_t index) const {
    return arrivals_[in].index == index ? arrivals_[in].complete_at : 0;
  }

  /// Calls fn(port, record) for each FIFO of a port on which a cell has arrived.
  template <class Fn>
  void for_all_in_use(Fn&& fn);
  /// Peaks count from here on.
  void clear_peaks();
  VcHead head(unsigned port, unsigned vc) const;
  void prefetch() const;

 private:
  /// The cell that arrived last at an input, of which words may still be missing.
  struct Arrival {
    uint32_t index = kNil;
    Cycle complete_at = 0;
  };

  VcRecord& open(unsigned port, unsigned vc);
  bool append(VcRecord& q, unsigned port, unsigned vc, uint32_t index);
  [[gnu::cold, gnu::noinline]] [[noreturn]] void fail_overrun(Cycle now,
                                                              const CellPool::Node& node) const;

  PortMask strict_inputs_ = 0;
  VcMask vcs_used_ = 0;
  /// Records of the VCs on which cells have arrived, in the order of their first cells, so that a
  /// window fetches no unused ones. The first record stays empty and stands for all unused VCs.
  std::pmr::vector<VcRecord> records_;
  std::pmr::vector<Arrival> arrivals_;  ///< by port; empty where the crossbar is as fast as links
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
