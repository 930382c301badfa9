// SPDX-License-Identifier: Apache-2.0
// Packets of all lengths around the borders of words and cells, with stalls, for cellifier.
#pragma once

#include <algorithm>

#include "rtl_models/cellifier/cellifier.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Jobs, payload and permission to begin stall independently of each other.
class CellifierStimulus {
 public:
  using In = Cellifier::In;
  using Out = Cellifier::Out;

  explicit CellifierStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }

  In next(const Out& out) {
    In in;
    in.job_valid_i = jobs_.go(random_) && out.job_ready_o;
    in.job_bytes_i = in.job_valid_i ? length() : random_.bits();
    in.job_eptr_i = random_.bits();
    in.job_dst_i = random_.bits();
    in.job_src_i = random_.bits();
    const std::uint64_t vc_and_trace = random_.bits();
    in.job_vc_i = vc_and_trace;
    in.job_trace_i = vc_and_trace >> 63 != 0;
    in.data_valid_i = data_.go(random_) && out.data_ready_o;
    in.data_i = random_.bits();
    in.start_ok_i = starts_.go(random_);
    return in;
  }

 private:
  static constexpr unsigned kCell = 148, kLongest = 16383;

  unsigned length() {
    const unsigned kind = random_.below(100);
    if (kind < 25) return random_.range(1, 20);
    if (kind < 60) return kCell * random_.range(1, 6) - 10 + random_.below(21);
    // After some cells as many bytes are left as a power of two.
    if (kind < 70)
      return std::min(kLongest, kCell * random_.range(1, 4) + (1u << random_.below(14)));
    if (kind < 97) return random_.range(1, 1600);
    return kind < 98 ? kLongest - random_.below(3) : random_.range(1, kLongest);
  }

  Random random_;
  RandomStall jobs_, data_, starts_;
};

}  // namespace tinsim
