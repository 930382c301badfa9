// SPDX-License-Identifier: Apache-2.0
// VC FIFO: input buffer of one port, one queue of cells per VC; returns credits as words.
#include "rtl_models/vc_fifo/vc_fifo.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {

template <unsigned kVcs, unsigned kMaxWords>
VcFifo<kVcs, kMaxWords>::VcFifo() : cells_(kVcs * kMaxCells), words_(kVcs * kMaxWords) {}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::tick(const In& in) {
  // Read before write: a place is refilled no earlier than in the cycle in which it is read.
  read_word();
  // Rules use the queues as the ports show them, without the push of this cycle.
  if (in.pop_valid_i) check_pop(in.pop_vc_i);
  if (in.push_valid_i) {
    push(in);
  } else {
    TIN_CHECK(CellIsContiguous, push_left_ == 0,
              fmt::format("VC {}: gap with {} words missing", push_vc_, push_left_));
  }
  if (in.pop_valid_i) pop(in.pop_vc_i);
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::read_word() {
  const bool first = read_left_ > 0 && read_left_ == read_len_;
  out_.pop_valid_o = read_left_ > 0;
  out_.pop_sop_o = first;
  out_.pop_data_o = 0;
  out_.credit_valid_o = first;
  out_.credit_vc_o = first ? read_vc_ : 0;
  out_.credit_words_o = first ? read_len_ : 0;
  out_.credit_limit_o = 0;
  if (read_left_ == 0) return;
  Queue& queue = queues_[read_vc_];
  if (first) out_.credit_limit_o = queue.granted = queue.granted + read_len_;
  out_.pop_data_o = word(read_vc_, queue.words_out++);
  --read_left_;
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::push(const In& in) {
  const unsigned vc = in.push_vc_i;
  if (push_left_ > 0) {
    TIN_CHECK(CellIsContiguous, !in.push_sop_i && vc == push_vc_,
              fmt::format("VC {} begins or continues within a cell of VC {}", vc, push_vc_));
  } else {
    const unsigned len = in.push_len_i;
    TIN_CHECK(CellIsContiguous, in.push_sop_i, fmt::format("word on VC {} without a cell", vc));
    TIN_CHECK(VcInRange, vc < kVcs, fmt::format("push on VC {} of {}", vc, kVcs));
    TIN_CHECK(LenIsLegal, len >= kMinCellWords && len <= kMaxCellWords,
              fmt::format("VC {}: cell of {} words", vc, len));
    Queue& queue = queues_[vc];
    TIN_CHECK(NoOverrun, len <= queue.room,
              fmt::format("VC {}: cell of {} words, {} granted", vc, len, queue.room));
    queue.room -= len;
    push_vc_ = vc;
    push_left_ = len;
    cell(vc, queue.cells_in++) = {in.push_len_i, in.push_meta_i};
    drive_head(vc);
  }
  word(vc, queues_[vc].words_in++) = in.push_data_i;
  --push_left_;
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::check_pop(unsigned vc) const {
  TIN_CHECK(PopSpacing, read_left_ == 0,
            fmt::format("VC {} popped with {} words of VC {} to read", vc, read_left_, read_vc_));
  TIN_CHECK(PopNeedsHead, vc < kVcs && out_.head_valid_o[vc],
            fmt::format("VC {} popped without a head", vc));
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::pop(unsigned vc) {
  Queue& queue = queues_[vc];
  read_vc_ = vc;
  read_len_ = read_left_ = cell(vc, queue.cells_out++).len;
  queue.room += read_len_;
  drive_head(vc);
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::drive_head(unsigned vc) {
  const Queue& queue = queues_[vc];
  const bool present = queue.cells_in != queue.cells_out;
  const Cell head = present ? cell(vc, queue.cells_out) : Cell{};
  out_.head_valid_o[vc] = present;
  out_.head_len_o[vc] = head.len;
  out_.head_meta_o[vc] = head.meta;
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::reset(const In& straps) {
  for (unsigned vc = 0; vc < kVcs; ++vc) {
    const unsigned depth = straps.depth_words_i[vc];
    TIN_CHECK(DepthWithinStorage, depth <= kMaxWords,
              fmt::format("VC {}: depth {} exceeds the storage of {} words", vc, depth, kMaxWords));
    queues_[vc] = {};
    queues_[vc].room = depth;
    queues_[vc].granted = depth;
  }
  push_left_ = read_left_ = 0;
  out_ = {};
}

template <unsigned kVcs, unsigned kMaxWords>
void VcFifo<kVcs, kMaxWords>::list_state(StateList& state) const {
  state.add_each("cells", queues_,
                 [](const Queue& queue) { return queue.cells_in - queue.cells_out; });
  state.add_each("words_written", queues_, [](const Queue& queue) { return queue.words_in; });
  state.add_each("words_read", queues_, [](const Queue& queue) { return queue.words_out; });
  state.add_each("room_words", queues_, [](const Queue& queue) { return queue.room; });
  state.add_each("granted_words", queues_, [](const Queue& queue) { return queue.granted; });
  state.add("push_vc", push_vc_);
  state.add("push_left", push_left_);
  state.add("read_vc", read_vc_);
  state.add("read_left", read_left_);
}

template class VcFifo<4, 64>;
template class VcFifo<32, 512>;

}  // namespace tinsim
