// SPDX-License-Identifier: Apache-2.0
// Packets of few flows, complete in any order, some given up, for reorder_queue.
#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/reorder_queue/reorder_queue.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Pushes, completions, cancellations and pops stall independently of each other. How many flows
/// there are is drawn again every few hundred cycles; they differ in single bits.
template <unsigned kEntries>
class ReorderQueueStimulus {
 public:
  using In = typename ReorderQueue<kEntries>::In;
  using Out = typename ReorderQueue<kEntries>::Out;

  explicit ReorderQueueStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    waiting_.clear();
    left_ = 0;
    return {};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.push_flow_i = flow();
    in.push_tag_i = random_.bits();
    in.complete_entry_i = random_.bits();
    in.cancel_entry_i = random_.bits();
    in.pop_i = pops_.go(random_) && out.offer_valid_o;
    if (completes_.go(random_) && !waiting_.empty()) {
      in.complete_valid_i = true;
      in.complete_entry_i = take_one();
    }
    if (random_.chance(cancel_percent_)) cancel(in, out);
    in.push_valid_i = pushes_.go(random_) && !out.full_o;
    if (in.push_valid_i) waiting_.push_back(static_cast<unsigned>(out.push_entry_o));
    return in;
  }

 private:
  void new_profile() {
    num_flows_ = random_.chance(30) ? 1 : random_.chance(50) ? random_.range(2, 4) : 33;
    common_ = static_cast<std::uint32_t>(random_.bits());
    first_bit_ = random_.below(32);
    cancel_percent_ = random_.chance(50) ? 0 : random_.chance(50) ? 5 : 60;
    // First, last, any.
    pick_ = random_.below(3);
    left_ = random_.range(100, 600);
  }
  std::uint32_t flow() {
    const unsigned n = random_.below(num_flows_);
    return common_ ^ (n == 0 ? 0 : 1u << (first_bit_ + n) % 32);
  }
  /// An entry whose packet has not arrived; it is not any more.
  unsigned take_one() {
    const auto count = static_cast<unsigned>(waiting_.size());
    const unsigned at = pick_ == 0 ? 0 : pick_ == 1 ? count - 1 : random_.below(count);
    const unsigned entry = waiting_[at];
    waiting_.erase(waiting_.begin() + at);
    return entry;
  }
  /// One whose packet has not arrived, or the one that is popped.
  void cancel(In& in, const Out& out) {
    if (in.pop_i && random_.chance(30)) {
      in.cancel_valid_i = true;
      in.cancel_entry_i = out.offer_entry_o;
    } else if (!waiting_.empty()) {
      in.cancel_valid_i = true;
      in.cancel_entry_i = take_one();
    }
  }

  Random random_;
  RandomStall pushes_, completes_, pops_;
  std::vector<unsigned> waiting_;  ///< entries that are neither complete nor cancelled
  // The profile of random rates, and cycles until the next one.
  std::uint32_t common_ = 0;  ///< first flow; the others differ from it in one bit each
  unsigned first_bit_ = 0;
  unsigned num_flows_ = 1, cancel_percent_ = 0, pick_ = 0, left_ = 0;
};

}  // namespace tinsim
