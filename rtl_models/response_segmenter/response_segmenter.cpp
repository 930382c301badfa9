// SPDX-License-Identifier: Apache-2.0
// Response segmenter: PCIe completions become RESP cells.
#include "rtl_models/response_segmenter/response_segmenter.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/rma_region.h"
#include "rtl_models/parts/rma_segment.h"

namespace tinsim {

// The opening is processed first, so that it does not get a context that is freed in this cycle.
template <unsigned kContexts>
void ResponseSegmenter<kContexts>::tick(const In& in) {
  check(in);
  if (in.open_valid_i && out_.open_ok_o) open(in);
  if (out_.seg_valid_o && in.seg_ready_i) take_cell();
  if (in.cpl_valid_i && out_.cpl_ready_o)
    cutting_ = {true, in.cpl_error_i, static_cast<unsigned>(in.cpl_context_i),
                static_cast<unsigned>(in.cpl_offset_i),
                in.cpl_error_i ? 0 : static_cast<unsigned>(in.cpl_length_i)};
  drive_outputs();
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::check(const In& in) const {
  const unsigned size = in.open_size_i;
  const bool opens = in.open_valid_i && out_.open_ok_o;
  TIN_CHECK(OpenSize, !opens || (size >= 1 && size <= kRmaMaxBytes),
            fmt::format("a read of {} bytes", size));
  if (!in.cpl_valid_i || !out_.cpl_ready_o) return;
  const unsigned number = in.cpl_context_i, offset = in.cpl_offset_i, length = in.cpl_length_i;
  TIN_CHECK(ContextIsOpen, number < kContexts && contexts_[number].open,
            fmt::format("context {}", number));
  if (in.cpl_error_i) return;
  const Context& context = contexts_[number];
  TIN_CHECK(CompletionLength, length >= 1 && length <= 256,
            fmt::format("context {}: {} bytes", number, length));
  TIN_CHECK(BytesAreLeft, length <= context.left,
            fmt::format("context {}: {} bytes, {} are left", number, length, context.left));
  TIN_CHECK(InsideRead, offset + length <= context.size,
            fmt::format("context {}: {} bytes at {} of {}", number, length, offset, context.size));
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::open(const In& in) {
  const unsigned size = in.open_size_i;
  contexts_[out_.open_context_o] = {true, static_cast<std::uint16_t>(in.open_slot_i), size, size};
}

/// The cell on the pins is taken: its bytes have been freed.
template <unsigned kContexts>
void ResponseSegmenter<kContexts>::take_cell() {
  const unsigned length = out_.seg_length_o;
  contexts_[cutting_.context].left -= length;
  if (out_.seg_last_o) contexts_[cutting_.context] = {};
  cutting_.offset += length;
  cutting_.left -= length;
  if (cutting_.left == 0) cutting_ = {};
  ++counter_;
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::drive_outputs() {
  out_ = {};
  const auto is_open = [](const Context& context) { return context.open; };
  const auto free = std::find_if_not(contexts_.begin(), contexts_.end(), is_open);
  out_.open_ok_o = free != contexts_.end();
  if (out_.open_ok_o) out_.open_context_o = static_cast<std::uint64_t>(free - contexts_.begin());
  out_.contexts_o =
      static_cast<std::uint64_t>(std::count_if(contexts_.begin(), contexts_.end(), is_open));
  out_.cpl_ready_o = !cutting_.valid;
  if (!cutting_.valid) return;
  const Context& context = contexts_[cutting_.context];
  const RmaSegment segment = next_segment(cutting_.offset, cutting_.left, max_data_);
  out_.seg_valid_o = true;
  out_.seg_context_o = cutting_.context;
  out_.seg_slot_o = context.slot;
  out_.seg_offset_o = segment.offset;
  out_.seg_length_o = segment.length;
  out_.seg_words_o = segment.words;
  out_.seg_status_o = cutting_.error ? 1 : 0;
  out_.seg_counter_o = counter_;
  out_.seg_last_o = cutting_.error || segment.length == context.left;
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::reset(const In& straps) {
  *this = {};
  max_data_ = static_cast<unsigned>(straps.max_data_i);
  drive_outputs();
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::preset(const Preset& registers) {
  counter_ = registers.counter_q;
  drive_outputs();
}

template <unsigned kContexts>
void ResponseSegmenter<kContexts>::list_state(StateList& state) const {
  state.add_each("open", contexts_, [](const Context& context) { return context.open; });
  state.add_each("slot", contexts_, [](const Context& context) { return context.slot; });
  state.add_each("size_bytes", contexts_, [](const Context& context) { return context.size; });
  state.add_each("left_bytes", contexts_, [](const Context& context) { return context.left; });
  state.add("cell_counter", counter_);
}

template class ResponseSegmenter<4>;
template class ResponseSegmenter<64>;

}  // namespace tinsim
