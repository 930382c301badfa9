// SPDX-License-Identifier: Apache-2.0
// The output queues of all ports of a chip, at cell granularity: queues and the choice between VCs.
#include "tlm/tin/cell_switch/output_stage.h"

namespace tinsim {

void OutputStage::activate() {
  if (!ports_.empty()) return;
  ports_.resize(params_->ports);
  for (Port& port : ports_) {
    port.waiting.resize(params_->vcs);
    port.picker.reset(params_->vcs, params_->strict_vcs, params_->weights);
  }
}

void OutputStage::admit(Port& port, Cycle now, const CellPool& pool) {
  while (!port.coming.empty() && port.coming.front().at <= now) {
    const uint32_t index = port.coming.front().index;
    port.waiting[pool[index].out_vc].push_back(index);
    port.nonempty |= 1u << pool[index].out_vc;
    port.coming.pop_front();
  }
}

uint32_t OutputStage::take(Port& port, const CellPool& pool) {
  const unsigned vc = port.picker.pick(port.nonempty);
  const uint32_t index = port.waiting[vc].front();
  port.waiting[vc].pop_front();
  if (port.waiting[vc].empty()) port.nonempty &= ~(1u << vc);
  port.picker.serve(vc, pool[index].cell.words);
  return index;
}

}  // namespace tinsim
