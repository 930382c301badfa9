// SPDX-License-Identifier: Apache-2.0
// How long a host takes to answer a read: a normal variate in whole cycles, truncated at three
// standard deviations.
#pragma once

#include <array>

#include "tlm/pcie/pcie_params.h"

namespace tinsim {

/// The latencies of one host's requests. Each is a function of the parameters and of the request's
/// number alone, in integer arithmetic: the quantile of one uniform word, between 257 points of the
/// half-normal distribution that the table holds, which differs from the true one by less than
/// 0.0005 in the distribution function.
class ReadLatency {
 public:
  explicit ReadLatency(const PcieParams& params);

  /// Cycles, at least 1. One Philox block serves four numbers that follow each other.
  Cycle of(uint64_t request);

 private:
  uint64_t seed_;
  uint64_t block_ = ~uint64_t{0};    ///< four requests …
  std::array<uint32_t, 4> words_{};  ///< … and their words
  uint32_t place_;                   ///< chip and host
  Cycle mean_;
  uint32_t sigma_;  ///< 1/256 cycle
};

}  // namespace tinsim
