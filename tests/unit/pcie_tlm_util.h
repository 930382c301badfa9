// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of the host's TLM-2.0 sockets.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "testbench/pcie_tlm_bench.h"

namespace tinsim {

inline Cycle on_wire(const PcieParams& params, uint32_t bytes) {
  return static_cast<Cycle>((bytes * params.rate.den + params.rate.num - 1) / params.rate.num);
}
inline sc_core::sc_time at(Cycle cycle) { return {cycle * PcieTlmBench::kPs, sc_core::SC_PS}; }
inline std::vector<uint8_t> counting(unsigned size) {
  std::vector<uint8_t> data(size);
  for (unsigned n = 0; n < size; ++n) data[n] = static_cast<uint8_t>(3 * n + 1);
  return data;
}

/// Warnings of the base protocol since this was made: SystemC counts those of the process.
class PhaseWarnings {
 public:
  int count() const { return all() - before_; }

 private:
  static int all() { return sc_core::sc_report_handler::get_count("/tinsim/tlm/phase"); }
  int before_ = all();
};

inline void expect_clean(PcieTlmBench& bench) {
  bench.at_bar.check_end();
  bench.at_memory.check_end();
  EXPECT_THAT(bench.at_bar.breaches(), testing::IsEmpty());
  EXPECT_THAT(bench.at_memory.breaches(), testing::IsEmpty());
  EXPECT_EQ(bench.user.pool.out(), 0u);
  EXPECT_EQ(bench.dma.pool().out(), 0u);
  EXPECT_EQ(bench.port.in_progress(), 0u);
  EXPECT_TRUE(bench.link.idle());
}

}  // namespace tinsim
