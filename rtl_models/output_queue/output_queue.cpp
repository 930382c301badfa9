// SPDX-License-Identifier: Apache-2.0
// Output queue: output buffer of one port, quality of service between VCs.
#include "rtl_models/output_queue/output_queue.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {

template <unsigned kVcs>
OutputQueue<kVcs>::OutputQueue() : words_(kVcs * kMaxWords) {}

template <unsigned kVcs>
void OutputQueue<kVcs>::tick(const In& in) {
  // Push before the choice: a header is a candidate in the cycle in which it arrives.
  if (in.push_valid_i) {
    push(in);
  } else {
    TIN_CHECK(CellIsContiguous, push_left_ == 0,
              fmt::format("VC {}: gap with {} words missing", push_vc_, push_left_));
  }
  if (in.reserve_valid_i) reserve(in);
  if (send_left_ == 0 && in.tx_ready_i && nonempty_) begin_cell(in);
  send_word();
}

template <unsigned kVcs>
void OutputQueue<kVcs>::push(const In& in) {
  if (push_left_ > 0) {
    TIN_CHECK(CellIsContiguous, !in.push_sop_i,
              fmt::format("a cell begins within one of VC {}", push_vc_));
  } else {
    TIN_CHECK(CellIsContiguous, in.push_sop_i, "word without a cell");
    const unsigned vc = header_vc(in.push_data_i), len = header_len(in.push_data_i);
    TIN_CHECK(VcInRange, vc < kVcs, fmt::format("header of VC {} of {}", vc, kVcs));
    TIN_CHECK(LenIsLegal, len >= kMinCellWords && len <= kMaxCellWords,
              fmt::format("VC {}: cell of {} words", vc, len));
    Queue& queue = queues_[vc];
    TIN_CHECK(PushIsReserved, len <= queue.awaited,
              fmt::format("VC {}: cell of {} words, {} reserved", vc, len, queue.awaited));
    queue.awaited -= len;
    ++queue.cells;
    nonempty_ |= std::uint32_t{1} << vc;
    push_vc_ = vc;
    push_left_ = len;
  }
  word(push_vc_, queues_[push_vc_].words_in++) = in.push_data_i;
  --push_left_;
}

template <unsigned kVcs>
void OutputQueue<kVcs>::reserve(const In& in) {
  const unsigned vc = in.reserve_vc_i, words = in.reserve_words_i;
  TIN_CHECK(VcInRange, vc < kVcs, fmt::format("reservation on VC {} of {}", vc, kVcs));
  TIN_CHECK(
      ReserveWithinSpace, words <= out_.space_o[vc],
      fmt::format("VC {}: {} words reserved, {} free", vc, words, unsigned(out_.space_o[vc])));
  queues_[vc].awaited += words;
  out_.space_o[vc] = out_.space_o[vc] - words;
}

template <unsigned kVcs>
QosPlan OutputQueue<kVcs>::plan_of(const In& in) {
  QosPlan plan{kVcs, 0, {}};
  for (unsigned vc = 0; vc < kVcs; ++vc) {
    plan.strict |= std::uint32_t{in.strict_i[vc]} << vc;
    plan.weights[vc] = static_cast<std::uint8_t>(in.weight_i[vc]);
    TIN_CHECK(WeightNotZero, plan.weights[vc] > 0, fmt::format("VC {}: weight 0", vc));
  }
  return plan;
}

template <unsigned kVcs>
void OutputQueue<kVcs>::begin_cell(const In& in) {
  const auto length = [this](unsigned vc) { return header_len(word(vc, queues_[vc].words_out)); };
  const bool several = (nonempty_ & (nonempty_ - 1)) != 0;
  send_vc_ = picker_.next(several ? plan_of(in) : QosPlan(), nonempty_, length);
  Queue& queue = queues_[send_vc_];
  send_left_ = length(send_vc_);
  send_first_ = true;
  if (--queue.cells == 0) nonempty_ &= ~(std::uint32_t{1} << send_vc_);
  out_.space_o[send_vc_] = out_.space_o[send_vc_] + send_left_;
}

template <unsigned kVcs>
void OutputQueue<kVcs>::send_word() {
  out_.tx_valid_o = send_left_ > 0;
  out_.tx_sop_o = send_first_;
  out_.tx_data_o = send_left_ > 0 ? word(send_vc_, queues_[send_vc_].words_out++) : 0;
  send_first_ = false;
  if (send_left_ > 0) --send_left_;
}

template <unsigned kVcs>
void OutputQueue<kVcs>::reset(const In& straps) {
  const unsigned words = straps.queue_words_i;
  TIN_CHECK(QueueWordsInRange, words >= kMaxCellWords, fmt::format("{} words per VC", words));
  queues_ = {};
  nonempty_ = 0;
  picker_ = {};
  push_left_ = send_left_ = 0;
  send_first_ = false;
  out_ = {};
  out_.space_o.fill(straps.queue_words_i);
}

template <unsigned kVcs>
void OutputQueue<kVcs>::list_state(StateList& state) const {
  state.add_each("cells", queues_, [](const Queue& queue) { return queue.cells; });
  state.add_each("words", queues_,
                 [](const Queue& queue) { return queue.words_in - queue.words_out; });
  state.add_each("awaited_words", queues_, [](const Queue& queue) { return queue.awaited; });
  state.add("push_vc", push_vc_);
  state.add("push_left", push_left_);
  state.add("send_vc", send_vc_);
  state.add("send_left", send_left_);
  state.add_block("qos", picker_);
}

template class OutputQueue<4>;
template class OutputQueue<32>;

}  // namespace tinsim
