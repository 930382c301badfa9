// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the VC FIFOs of the inputs, steps on the path of every cell.
#pragma once

#include <algorithm>

#include "tlm/tin/cell_switch/core_parts.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

inline VcRecord& InputQueues::record(unsigned port, unsigned vc) {
  return records_[records().vc(port, vc).fifo.place];
}
inline const VcRecord& InputQueues::record(unsigned port, unsigned vc) const {
  return records_[records().vc(port, vc).fifo.place];
}

inline VcMask InputQueues::heads(unsigned port) const { return records().port(port).heads.vcs; }

/// The FIFO on which a cell arrives; makes its record for the first one.
inline VcRecord& InputQueues::open(unsigned port, unsigned vc) {
  uint16_t& place = records().vc(port, vc).fifo.place;
  if (place == 0) {
    place = static_cast<uint16_t>(records_.size());
    records_.emplace_back();
    vcs_used_ |= vc_bit(vc);
  }
  return records_[place];
}

/// True if the cell is the head.
inline bool InputQueues::append(VcRecord& q, unsigned port, unsigned vc, uint32_t index) {
  InputFifo& fifo = q.fifo;
  const bool is_head = fifo.head_ == kNil;
  if (is_head) {
    fifo.head_ = index;
    records().port(port).heads.vcs |= vc_bit(vc);
    strict_inputs_ |= port_bit_if(records().params().strict_vcs >> vc & 1, port);
  } else {
    records().mailbox().pool()[fifo.tail_].next = index;
  }
  fifo.tail_ = index;
  return is_head;
}

inline VcRecord& InputQueues::note_bypass(Cycle now, uint32_t index, const CellPool::Node& node) {
  VcRecord& q = open(node.port, node.cell.vc);
  q.fifo.peak_ = std::max<uint16_t>(q.fifo.peak_, node.cell.words);
  if (buffers_words(records().params())) arrivals_[node.port] = {index, now + node.cell.words};
  return q;
}

inline void InputQueues::load_head(Cycle since, unsigned in, VcRecord& q, CellPool::Node& node) {
  if (routes().is_dead(node.out)) routes().reroute(q.fifo.head_);
  q.fifo.out_ = node.out;
  q.fifo.out_vc_ = node.out_vc;
  q.fifo.words_ = node.cell.words;
  arbiter().add_head(since, in, node.cell.vc, q);
}

inline bool InputQueues::has_head_for(unsigned in, unsigned out) const {
  for (VcMask left = heads(in); left != 0; drop_lowest(left)) {
    if (record(in, lowest(left)).fifo.out() == out) return true;
  }
  return false;
}

template <class Fn>
void InputQueues::for_all_in_use(Fn&& fn) {
  const SwitchParams& params = records().params();
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      if (records().vc(port, vc).fifo.place != 0) fn(port, record(port, vc));
    }
  }
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
