// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the VC FIFOs of the inputs, and the requests of their heads.
#include "tlm/tin/cell_switch/input_queues.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/prefetch.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

InputQueues::InputQueues(const SwitchParams& params)
    : records_(params.dense), arrivals_(buffers_words(params) ? params.ports : 0, params.dense) {
  records_.reserve(params.reserved_queues);
  records_.emplace_back();
}

void InputQueues::add_memory_input() {
  if (!arrivals_.empty()) arrivals_.resize(kMemory + 1);
}

void InputQueues::enqueue(Cycle now, uint32_t index) {
  CellPool::Node& node = records().mailbox().pool()[index];
  const unsigned port = node.port;
  VcRecord& q = open(port, node.cell.vc);
  q.fifo.occupancy_ += node.cell.words;
  if (q.fifo.occupancy_ > at_port(records().params().rx_depth, port)) fail_overrun(now, node);
  q.fifo.peak_ = std::max(q.fifo.peak_, q.fifo.occupancy_);
  node.next = kNil;
  if (buffers_words(records().params())) arrivals_[port] = {index, now + node.cell.words};
  if (append(q, port, node.cell.vc, index)) {
    load_head(now, port, q, node);
    arbiter().schedule_arbitration(now, port, q.fifo.out());
  }
}

void InputQueues::find_strict_inputs() {
  strict_inputs_ = 0;
  for (unsigned in = 0; in < kCorePorts; ++in) {
    const bool is_strict = (heads(in) & records().params().strict_vcs) != 0;
    strict_inputs_ |= port_bit_if(is_strict, in);
  }
}

bool InputQueues::enqueue_parked(uint32_t index) {
  CellPool::Node& node = records().mailbox().pool()[index];
  VcRecord& q = open(kMemory, node.cell.vc);
  q.fifo.occupancy_ = static_cast<uint16_t>(q.fifo.occupancy_ + node.cell.words);
  node.next = kNil;
  return append(q, kMemory, node.cell.vc, index);
}

void InputQueues::pop(Cycle now, unsigned in, unsigned vc, VcRecord& q) {
  CellPool& pool = records().mailbox().pool();
  InputFifo& fifo = q.fifo;
  const unsigned out = fifo.out_;
  fifo.occupancy_ -= fifo.words_;
  fifo.head_ = pool[fifo.head_].next;
  if (fifo.head_ != kNil) {
    load_head(now + 1, in, q, pool[fifo.head_]);
    arbiter().schedule_arbitration(now, in, fifo.out_);
  } else {
    VcMask& heads = records().port(in).heads.vcs;
    heads &= ~(vc_bit(vc));
    const bool is_strict = (heads & records().params().strict_vcs) != 0;
    strict_inputs_ &= ~(port_bit_if(!is_strict, in));
  }
  arbiter().remove_request_without_head(in, out);
}

void InputQueues::reload_route(VcRecord& q) {
  const CellPool::Node& node = records().mailbox().pool()[q.fifo.head_];
  q.fifo.out_ = node.out;
  q.fifo.out_vc_ = node.out_vc;
}

void InputQueues::clear_peaks() {
  for_all_in_use([](unsigned, VcRecord& q) { q.fifo.peak_ = q.fifo.occupancy_; });
}

VcHead InputQueues::head(unsigned port, unsigned vc) const {
  const VcRecord& q = record(port, vc);
  if (q.fifo.empty()) return {};
  return {true, q.fifo.out_, q.fifo.out_vc_, observation().waits_since(q),
          records().mailbox().pool()[q.fifo.head_].cell};
}

// Records in dense memory are fetched with the pod's.
void InputQueues::prefetch() const {
  if (records_.size() > records().params().reserved_queues)
    prefetch_lines(records_.data(), records_.size() * sizeof(VcRecord));
}

void InputQueues::fail_overrun(Cycle now, const CellPool::Node& node) const {
  const SwitchParams& params = records().params();
  records().fail(
      now, node.port, node.cell.vc,
      fmt::format("VC FIFO overrun, {} words in a FIFO of {}",
                  record(node.port, node.cell.vc).fifo.occupancy(), params.rx_depth[node.port]));
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
