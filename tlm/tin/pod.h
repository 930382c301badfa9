// SPDX-License-Identifier: Apache-2.0
// A pod: the chips that one SystemC process advances, in two levels of windows.
#pragma once

#include <algorithm>
#include <exception>
#include <systemc>
#include <utility>
#include <vector>

#include "base/prefetch.h"
#include "tlm/tin/cell_switch/inbox.h"
#include "tlm/tin/tin.h"

namespace tinsim {

/// Window lengths in cycles. A cell or credit sent in a window of `chip` cycles reaches no other
/// chip of the pod in it, and one sent in a window of `pod` cycles no other pod. So each is
/// simulated alone for that time, exactly, and its state stays in the cache.
struct Windows {
  Cycle chip = 1;
  Cycle pod = 1;
  Cycle barrier = 256;  ///< all pods stop at multiples of this
  /// Links run so many slots ahead of their chips. Step 0 processes all of these slots, so the
  /// first of them are reported later than in any other step, and the first window is shorter.
  Cycle ahead = 0;

  /// End of a pod's window that begins in `cycle`.
  Cycle end_of(Cycle cycle) const {
    return std::min(after(cycle, pod), (cycle / barrier + 1) * barrier);
  }
  /// End of a chip's window that begins in `cycle`, if the pod's is not over before.
  Cycle chip_end_of(Cycle cycle) const { return after(cycle, chip); }

 private:
  Cycle after(Cycle cycle, Cycle window) const {
    return cycle + (cycle == 0 && window > ahead ? window - ahead : window);
  }
};

class Pod : public sc_core::sc_module {
 public:
  /// `chips`: destinations of messages from other pods; null if this is the only pod.
  Pod(const sc_core::sc_module_name& name, Windows windows, double cycle_ps,
      const ChipDirectory* chips = nullptr,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// `state`: memory that holds most of the state used in each window of the chip.
  void add(Tin& tin, MemoryRange state = {});
  /// From now on a window begins with a prefetch of its chips' state, which other pods have evicted
  /// from the cache since the last window.
  void fetch_ahead() { fetches_ahead_ = true; }
  /// From now on route table entries are fetched while the chips before run: the tables exceed the
  /// cache.
  void fetch_routes() { fetches_routes_ = true; }
  /// Inboxes of other pods that this one sends to.
  void sends_to(std::vector<Inbox*> others) { others_ = std::move(others); }
  /// Windows end at multiples of this from now on. Precondition: not within a window.
  void set_barrier(Cycle cycles) { windows_.barrier = cycles; }
  /// Those of its chips.
  CellPool& cells() { return cells_; }
  /// Messages from other pods to this one's chips.
  Inbox& inbox() { return inbox_; }
  /// Delivers the inbox; a window begins with it.
  void open_inbox() {
    if (chips_ != nullptr) inbox_.deliver(*chips_);
  }
  /// Every chip of the pod has been advanced to this cycle.
  Cycle now() const { return now_; }
  bool has_failed() const { return failure_ != nullptr; }
  /// Rethrows the exception of a window, which the kernel would have turned into a report.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run_window();
  void advance_to(Cycle end);
  void fetch_routes_after(std::size_t chip, Cycle to) const;

  Windows windows_;
  double cycle_ps_;
  Cycle now_ = 0;
  const ChipDirectory* chips_;
  Inbox inbox_;
  std::vector<Inbox*> others_;
  bool fetches_ahead_ = false;
  bool fetches_routes_ = false;
  std::exception_ptr failure_;
  CellPool cells_;
  std::vector<Tin*> tins_;
  std::vector<MemoryRange> state_;  ///< of the chips; adjacent ranges are joined
};

/// Absolute time of a cycle; the only place where cycles become sc_time.
sc_core::sc_time time_of(Cycle cycle, double cycle_ps);

}  // namespace tinsim
