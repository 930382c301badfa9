// SPDX-License-Identifier: Apache-2.0
// A pod: the chips that one SystemC process advances together, in two levels of windows.
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

/// Window lengths in cycles. Nothing a chip sends within `chip` cycles reaches another chip of the
/// pod in them, nothing sent within `pod` cycles reaches another pod: so each is simulated alone
/// for so long, exactly, and its state stays in the cache.
struct Windows {
  Cycle chip = 1;
  Cycle pod = 1;
  Cycle barrier = 256;  ///< all pods stop at multiples of this, whatever the windows
  /// Links run so many slots ahead of their chips. Step 0 catches up with all of them, so what is
  /// found in the first slots is told later than in any other step, and the first window is
  /// shorter.
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
  /// `chips`: whom messages of other pods may name; needed where there are other pods.
  Pod(const sc_core::sc_module_name& name, Windows windows, double cycle_ps,
      const ChipDirectory* chips = nullptr,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// `state`: where most of what each window of the chip touches is.
  void add(Tin& tin, MemoryRange state = {});
  /// A window begins by fetching the state of its chips: where other pods have thrown it out of the
  /// cache since the last one.
  void fetch_ahead() { fetches_ahead_ = true; }
  /// Where it leaves messages for other pods.
  void sends_to(std::vector<Inbox*> others) { others_ = std::move(others); }
  /// Windows end at multiples of this from now on; to be told between two of them.
  void set_barrier(Cycle cycles) { windows_.barrier = cycles; }
  /// Those of its chips.
  CellPool& cells() { return cells_; }
  /// Where other pods leave what they send to this one's chips.
  Inbox& inbox() { return inbox_; }
  /// Hands out what they left; a window begins with it.
  void open_inbox() {
    if (chips_ != nullptr) inbox_.deliver(*chips_);
  }
  /// Every chip of the pod has been advanced to this cycle.
  Cycle now() const { return now_; }
  bool has_failed() const { return failure_ != nullptr; }
  /// Throws what a window threw; the kernel would have turned it into a report of its own.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run_window();
  void advance_to(Cycle end);

  Windows windows_;
  double cycle_ps_;
  Cycle now_ = 0;
  const ChipDirectory* chips_;
  Inbox inbox_;
  std::vector<Inbox*> others_;
  bool fetches_ahead_ = false;
  std::exception_ptr failure_;
  CellPool cells_;
  std::vector<Tin*> tins_;
  std::vector<MemoryRange> state_;  ///< of the chips; what is side by side is one
};

/// Absolute time of a cycle; the only place where cycles become sc_time.
sc_core::sc_time time_of(Cycle cycle, double cycle_ps);

}  // namespace tinsim
