// SPDX-License-Identifier: Apache-2.0
// Reads whose completions arrive interleaved, short and failing, for response_segmenter.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "rtl_models/response_segmenter/response_segmenter.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Completions of one read arrive in address order, cut at 64 or 128 bytes or anywhere, or from the
/// end backwards; completions of several reads interleave, and sometimes one is an error.
template <unsigned kContexts>
class ResponseSegmenterStimulus {
 public:
  using In = typename ResponseSegmenter<kContexts>::In;
  using Out = typename ResponseSegmenter<kContexts>::Out;

  explicit ResponseSegmenterStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.max_data_i = random_.chance(50) ? 64 : 128;
    reads_.clear();
    left_ = 0;
    return straps_;
  }

  /// Numbers of cells that carry within the next cells, at every bit in turn.
  std::optional<typename ResponseSegmenter<kContexts>::Preset> preset(const Out&) {
    if (!random_.chance(2)) return {};
    return typename ResponseSegmenter<kContexts>::Preset{random_.before_carry(48, 8)};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in = straps_;
    in.open_slot_i = random_.bits();
    in.open_size_i =
        random_.chance(30) ? (random_.chance(50) ? 4096 : 1) : random_.range(1, longest_);
    in.open_valid_i = opens_.go(random_);
    in.cpl_context_i = random_.bits();
    in.cpl_offset_i = random_.bits();
    in.cpl_length_i = random_.bits();
    in.cpl_error_i = random_.chance(error_percent_);
    if (completions_.go(random_) && !reads_.empty()) complete(in, out);
    in.seg_ready_i = taken_.go(random_);
    if (in.open_valid_i && out.open_ok_o)
      reads_.push_back(
          {static_cast<unsigned>(out.open_context_o), static_cast<unsigned>(in.open_size_i), 0});
    return in;
  }

 private:
  struct Read {
    unsigned context, size, done;
  };

  void new_profile() {
    error_percent_ = random_.chance(60) ? 0 : random_.chance(50) ? 3 : 50;
    boundary_ = random_.chance(40) ? 64 : random_.chance(60) ? 128 : 256;
    ragged_percent_ = random_.chance(60) ? 0 : random_.below(100);
    longest_ = random_.chance(50) ? 4096 : random_.chance(50) ? 256 : 16;
    interleaved_ = random_.chance(60);
    backwards_ = random_.chance(20);
    left_ = random_.range(50, 700);
  }
  /// The next piece of a read; the read is dropped when its last piece has been taken.
  void complete(In& in, const Out& out) {
    const auto at = interleaved_ ? random_.below(static_cast<unsigned>(reads_.size())) : 0;
    Read& read = reads_[at];
    const unsigned left = read.size - read.done;
    unsigned length = std::min(left, boundary_ - read.done % boundary_);
    if (random_.chance(ragged_percent_)) length = random_.range(1, std::min(left, 256u));
    in.cpl_valid_i = true;
    in.cpl_context_i = read.context;
    in.cpl_length_i = in.cpl_error_i ? random_.bits() : length;
    // Backwards pieces lie where their mirror image does: the offsets are still all inside.
    in.cpl_offset_i = backwards_ ? left - length : read.done;
    if (!out.cpl_ready_o) return;
    read.done += length;
    if (in.cpl_error_i || read.done == read.size) reads_.erase(reads_.begin() + at);
  }

  Random random_;
  RandomStall opens_, completions_, taken_;
  In straps_;
  std::vector<Read> reads_;  ///< with bytes left
  // The profile of random rates, and cycles until the next one.
  unsigned error_percent_ = 0, boundary_ = 64, ragged_percent_ = 0, longest_ = 1, left_ = 0;
  bool interleaved_ = false, backwards_ = false;
};

}  // namespace tinsim
