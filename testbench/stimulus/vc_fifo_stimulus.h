// SPDX-License-Identifier: Apache-2.0
// A sender that keeps its credits and a reader that pops at random, for the VC FIFO.
#pragma once

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kVcs, unsigned kMaxWords>
class VcFifoStimulus {
 public:
  using In = typename VcFifo<kVcs, kMaxWords>::In;
  using Out = typename VcFifo<kVcs, kMaxWords>::Out;

  explicit VcFifoStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      room_[vc] = random_.chance(50)   ? random_.range(2, 40)
                  : random_.chance(50) ? kMaxWords
                                       : random_.below(kMaxWords + 1);
      straps_.depth_words_i[vc] = room_[vc];
    }
    // Credit may be used when it shows, or, at the tightest, a cycle after its pop.
    immediate_credit_ = random_.chance(30);
    few_vcs_ = random_.chance(50) ? 1 + random_.below(2) : kVcs;
    push_left_ = read_left_ = 0;
    popped_words_ = 0;
    return straps_;
  }

  In next(const Out& out) {
    if (immediate_credit_) {
      room_[popped_vc_] += popped_words_;
    } else if (out.credit_valid_o) {
      room_[out.credit_vc_o] += out.credit_words_o;
    }
    popped_words_ = 0;
    if (read_left_ > 0) --read_left_;
    In in = straps_;
    const std::uint64_t junk = random_.bits();
    in.push_sop_i = junk & 1;
    in.push_vc_i = junk >> 1;
    in.push_len_i = junk >> 6;
    in.push_meta_i = junk >> 11;
    in.pop_vc_i = junk >> 22;
    in.push_data_i = random_.bits();
    push(in);
    pop(in, out);
    return in;
  }

 private:
  void push(In& in) {
    if (push_left_ > 0) {
      in.push_valid_i = true;
      in.push_sop_i = false;
      in.push_vc_i = push_vc_;
      --push_left_;
      return;
    }
    if (!pushes_.go(random_)) return;
    const unsigned vc = random_.below(few_vcs_);
    const unsigned len = random_.range(kMinCellWords, kMaxCellWords);
    if (len > room_[vc]) return;
    room_[vc] -= len;
    in.push_valid_i = in.push_sop_i = true;
    in.push_vc_i = push_vc_ = vc;
    in.push_len_i = len;
    push_left_ = len - 1;
  }
  void pop(In& in, const Out& out) {
    if (read_left_ > 0 || !pops_.go(random_)) return;
    const unsigned vc = random_.below(few_vcs_);
    if (!out.head_valid_o[vc]) return;
    in.pop_valid_i = true;
    in.pop_vc_i = vc;
    popped_vc_ = vc;
    popped_words_ = read_left_ = out.head_len_o[vc];
  }

  Random random_;
  RandomStall pushes_, pops_;
  In straps_;
  std::array<unsigned, kVcs> room_{};
  bool immediate_credit_ = false;
  unsigned few_vcs_ = kVcs;
  unsigned push_vc_ = 0, push_left_ = 0;
  unsigned popped_vc_ = 0, popped_words_ = 0;
  unsigned read_left_ = 0;  ///< cycles until the next pop is allowed
};

}  // namespace tinsim
