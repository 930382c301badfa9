// SPDX-License-Identifier: Apache-2.0
// The output queues of all ports of a chip, at cell granularity. Needed only where a link may hold
// a cell back: a link that is always ready sends a cell as it comes from the crossbar.
#pragma once

#include <deque>
#include <vector>

#include "rtl_models/parts/qos.h"
#include "tlm/tin/cell_switch/mailbox.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

class OutputStage {
 public:
  explicit OutputStage(const SwitchParams& params) : params_(&params) {}
  void activate();

  /// A matched cell's header reaches the queue of `out` in cycle `at`.
  void push(unsigned out, Cycle at, uint32_t index) {
    ports_[out].coming.push_back({at, index});
    work_ |= 1ull << out;
  }
  bool idle() const { return work_ == 0; }

  /// Decisions of cycle `now`: calls depart(out, index) for each cell whose header is on the link
  /// in now + 1. `ready`: links that can begin a cell then.
  template <class Depart>
  void run(Cycle now, uint64_t ready, const CellPool& pool, Depart&& depart) {
    for (uint64_t left = work_; left != 0; left &= left - 1) {
      const auto out = static_cast<unsigned>(__builtin_ctzll(left));
      Port& port = ports_[out];
      admit(port, now, pool);
      if (port.nonempty != 0 && (ready >> out & 1) && now + 1 >= port.link_free) {
        const uint32_t index = take(port, pool);
        port.link_free = now + 1 + pool[index].cell.words;
        depart(out, index);
      }
      if (port.nonempty == 0 && port.coming.empty()) work_ &= ~(1ull << out);
    }
  }

 private:
  struct Coming {
    Cycle at;
    uint32_t index;
  };
  struct Port {
    std::deque<Coming> coming;                  ///< matched, still in the crossbar
    std::vector<std::deque<uint32_t>> waiting;  ///< by VC
    uint32_t nonempty = 0;
    Cycle link_free = 0;  ///< first cycle in which a header may be on the link
    QosPicker picker;
  };
  void admit(Port& port, Cycle now, const CellPool& pool);
  uint32_t take(Port& port, const CellPool& pool);

  const SwitchParams* params_;
  uint64_t work_ = 0;
  std::vector<Port> ports_;
};

}  // namespace tinsim
