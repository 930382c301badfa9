// SPDX-License-Identifier: Apache-2.0
// Random reservations within space, their cells later in any order, and weights that change, for
// the output queue.
#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/output_queue/output_queue.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

template <unsigned kVcs>
class OutputQueueStimulus {
 public:
  using In = typename OutputQueue<kVcs>::In;
  using Out = typename OutputQueue<kVcs>::Out;

  explicit OutputQueueStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.queue_words_i = random_.chance(30)   ? kMaxCellWords
                            : random_.chance(30) ? 255
                                                 : random_.range(kMaxCellWords, 255);
    strict_percent_ = random_.below(3) * 25;
    for (unsigned vc = 0; vc < kVcs; ++vc) draw_settings(vc);
    change_percent_ = random_.chance(50) ? 0 : random_.chance(50) ? 2 : 100;
    promised_.clear();
    push_left_ = 0;
    return straps_;
  }

  In next(const Out& out) {
    if (random_.chance(change_percent_)) draw_settings(random_.below(kVcs));
    In in = straps_;
    in.tx_ready_i = ready_.go(random_);
    const std::uint64_t junk = random_.bits();
    in.reserve_vc_i = junk;
    in.reserve_words_i = junk >> 5;
    in.push_sop_i = junk >> 10 & 1;
    in.push_data_i = random_.bits();
    push(in);
    reserve(in, out);
    return in;
  }

 private:
  struct Cell {
    unsigned vc, len;
  };

  void draw_settings(unsigned vc) {
    straps_.strict_i[vc] = random_.chance(strict_percent_);
    straps_.weight_i[vc] = random_.chance(70) ? random_.range(1, 4) : random_.range(1, 255);
  }
  void push(In& in) {
    if (push_left_ > 0) {
      in.push_valid_i = true;
      in.push_sop_i = false;
      --push_left_;
      return;
    }
    if (promised_.empty() || !pushes_.go(random_)) return;
    std::swap(promised_[random_.below(static_cast<unsigned>(promised_.size()))], promised_.back());
    CellHeader header = random_header(random_);
    header.vc = static_cast<std::uint8_t>(promised_.back().vc);
    header.len = static_cast<std::uint8_t>(promised_.back().len);
    promised_.pop_back();
    in.push_valid_i = in.push_sop_i = true;
    in.push_data_i = encode_header(header);
    push_left_ = header.len - 1u;
  }
  void reserve(In& in, const Out& out) {
    const unsigned vc = random_.below(kVcs);
    const unsigned len = random_.range(kMinCellWords, kMaxCellWords);
    if (promised_.size() > 40 || len > out.space_o[vc] || !reserves_.go(random_)) return;
    in.reserve_valid_i = true;
    in.reserve_vc_i = vc;
    in.reserve_words_i = len;
    promised_.push_back({vc, len});
  }

  Random random_;
  RandomStall pushes_, reserves_, ready_;
  In straps_;  ///< and the present settings
  unsigned strict_percent_ = 0, change_percent_ = 0;
  std::vector<Cell> promised_;  ///< reserved, not yet pushed
  unsigned push_left_ = 0;
};

}  // namespace tinsim
