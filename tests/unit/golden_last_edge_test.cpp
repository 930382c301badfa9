// SPDX-License-Identifier: Apache-2.0
// The C ABI: from when on a block keeps what the last edge saw.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/golden/tinsim_golden.h"

namespace tinsim {
namespace {

/// A FIFO after reset that holds the first word of a packet of two words.
void push_first(tinsim_golden* fifo) {
  EXPECT_EQ(tinsim_golden_set(fifo, "push_valid_i", 0, 1), 0);
  EXPECT_EQ(tinsim_golden_set(fifo, "push_sop_i", 0, 1), 0);
  EXPECT_EQ(tinsim_golden_set(fifo, "push_len_i", 0, 2), 0);
  EXPECT_EQ(tinsim_golden_tick(fifo), 0);
  EXPECT_EQ(tinsim_golden_set(fifo, "push_sop_i", 0, 0), 0);
}
void push_last_and_wait(tinsim_golden* fifo) {
  for (unsigned cycle = 0; cycle < 4; ++cycle) {
    EXPECT_EQ(tinsim_golden_tick(fifo), 0) << tinsim_golden_error(fifo);
    EXPECT_EQ(tinsim_golden_set(fifo, "push_valid_i", 0, 0), 0);
  }
}
/// The text about outputs whose first bit is wrong.
std::string difference_of(tinsim_golden* fifo) {
  std::vector<std::uint32_t> outputs;
  do {
    outputs.push_back(0);
  } while (tinsim_golden_get_outputs(fifo, outputs.data(), outputs.size()) != 0);
  outputs[0] ^= 1;
  return tinsim_golden_difference(fifo, outputs.data(), nullptr, outputs.size());
}

// A second model that began after the first word would find a word without its packet.
TEST(GoldenLastEdge, IsKeptFromTheNextResetOn) {
  for (const bool before_reset : {false, true}) {
    const std::unique_ptr<tinsim_golden, void (*)(tinsim_golden*)> fifo(
        tinsim_golden_create("vc_fifo", nullptr), tinsim_golden_free);
    ASSERT_NE(fifo, nullptr);
    for (unsigned vc = 0; vc < 4; ++vc)
      EXPECT_EQ(tinsim_golden_set(fifo.get(), "depth_words_i", vc, 64), 0);
    if (before_reset) {
      EXPECT_EQ(tinsim_golden_keep_last(fifo.get()), 0);
    }
    EXPECT_EQ(tinsim_golden_reset(fifo.get()), 0);
    push_first(fifo.get());
    EXPECT_EQ(tinsim_golden_keep_last(fifo.get()), 0);
    push_last_and_wait(fifo.get());
    const auto has = [&](const char* text) {
      return difference_of(fifo.get()).find(text) != std::string::npos;
    };
    EXPECT_EQ(has("inputs of this cycle"), !before_reset);
    EXPECT_EQ(has("inputs of the cycle before"), before_reset);
    EXPECT_EQ(tinsim_golden_reset(fifo.get()), 0);
    push_first(fifo.get());
    push_last_and_wait(fifo.get());
    EXPECT_TRUE(has("inputs of the cycle before"));
  }
}

}  // namespace
}  // namespace tinsim
