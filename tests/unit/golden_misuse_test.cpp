// SPDX-License-Identifier: Apache-2.0
// The C ABI: what a caller gets wrong is an error with a text, and never ends the program.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "rtl_models/golden/tinsim_golden.h"

namespace tinsim {
namespace {

class GoldenMisuse : public ::testing::Test {
 protected:
  using Golden = std::unique_ptr<tinsim_golden, void (*)(tinsim_golden*)>;
  static Golden make(const char* block, const char* parameters = nullptr) {
    Golden golden(tinsim_golden_create(block, parameters), tinsim_golden_free);
    EXPECT_NE(golden, nullptr) << tinsim_golden_error(nullptr);
    return golden;
  }
  /// The text of a call without a block that has failed.
  static std::string without_block(long result) {
    EXPECT_EQ(result, -1);
    return tinsim_golden_error(nullptr);
  }
  std::string error(long result) const {
    EXPECT_EQ(result, -1);
    return tinsim_golden_error(arbiter);
  }
  static std::string refused(const char* block, const char* parameters) {
    EXPECT_EQ(tinsim_golden_create(block, parameters), nullptr);
    return tinsim_golden_error(nullptr);
  }

  Golden owned = make("islip_arbiter", "NumPorts=4,NumVcs=4");
  tinsim_golden* arbiter = owned.get();
  std::uint32_t words[8] = {};
  std::uint64_t value = 0;
  tinsim_golden_port port{};
};

TEST_F(GoldenMisuse, NoBlock) {
  const std::string expected = "the block is NULL";
  const char* name = "iterations_i";
  EXPECT_EQ(without_block(tinsim_golden_port_at(nullptr, 0, &port)), expected);
  EXPECT_EQ(without_block(tinsim_golden_set(nullptr, name, 0, 1)), expected);
  EXPECT_EQ(without_block(tinsim_golden_get(nullptr, name, 0, &value)), expected);
  EXPECT_EQ(without_block(tinsim_golden_set_words(nullptr, name, words, 1)), expected);
  EXPECT_EQ(without_block(tinsim_golden_get_words(nullptr, name, words, 1)), expected);
  EXPECT_EQ(without_block(tinsim_golden_set_inputs(nullptr, words, 8)), expected);
  EXPECT_EQ(without_block(tinsim_golden_get_outputs(nullptr, words, 3)), expected);
  EXPECT_EQ(without_block(tinsim_golden_tick(nullptr)), expected);
  EXPECT_EQ(without_block(tinsim_golden_reset(nullptr)), expected);
  EXPECT_EQ(without_block(tinsim_golden_keep_last(nullptr)), expected);
  EXPECT_EQ(without_block(tinsim_golden_state(nullptr, name, &value, 1)), expected);
  make("vc_fifo");  // no error, and its text is ""
  EXPECT_STREQ(tinsim_golden_error(nullptr), "");
  EXPECT_EQ(tinsim_golden_state_name(nullptr, 0), nullptr);
  EXPECT_EQ(tinsim_golden_error(nullptr), expected);
  make("vc_fifo");
  EXPECT_EQ(tinsim_golden_difference(nullptr, words, nullptr, 3), nullptr);
  EXPECT_EQ(tinsim_golden_error(nullptr), expected);
  tinsim_golden_free(nullptr);
}

TEST_F(GoldenMisuse, NoName) {
  const std::string of_port = "islip_arbiter: the name of a port is NULL";
  EXPECT_EQ(error(tinsim_golden_set(arbiter, nullptr, 0, 1)), of_port);
  EXPECT_EQ(error(tinsim_golden_get(arbiter, nullptr, 0, &value)), of_port);
  EXPECT_EQ(error(tinsim_golden_set_words(arbiter, nullptr, words, 1)), of_port);
  EXPECT_EQ(error(tinsim_golden_get_words(arbiter, nullptr, words, 1)), of_port);
  EXPECT_EQ(error(tinsim_golden_state(arbiter, nullptr, &value, 1)),
            "islip_arbiter: the name of a register is NULL");
  EXPECT_EQ(refused(nullptr, nullptr), "the name of a block is NULL");
}

TEST_F(GoldenMisuse, NoMemory) {
  const char *block = nullptr, *parameters = nullptr;
  EXPECT_EQ(without_block(tinsim_golden_shape(0, nullptr, &parameters)), "block is NULL");
  EXPECT_EQ(without_block(tinsim_golden_shape(0, &block, nullptr)), "parameters is NULL");
  EXPECT_EQ(error(tinsim_golden_port_at(arbiter, 0, nullptr)), "islip_arbiter: port is NULL");
  EXPECT_EQ(error(tinsim_golden_get(arbiter, "match_vc_o", 0, nullptr)),
            "islip_arbiter: value is NULL");
  const std::string of_words = "islip_arbiter: words is NULL";
  EXPECT_EQ(error(tinsim_golden_set_words(arbiter, "iterations_i", nullptr, 1)), of_words);
  EXPECT_EQ(error(tinsim_golden_get_words(arbiter, "match_vc_o", nullptr, 1)), of_words);
  EXPECT_EQ(error(tinsim_golden_set_inputs(arbiter, nullptr, 8)), of_words);
  EXPECT_EQ(error(tinsim_golden_get_outputs(arbiter, nullptr, 3)), of_words);
  EXPECT_EQ(tinsim_golden_difference(arbiter, nullptr, nullptr, 3), nullptr);
  EXPECT_STREQ(tinsim_golden_error(arbiter), "islip_arbiter: actual is NULL");
  EXPECT_EQ(error(tinsim_golden_state(arbiter, "grant_pointer", nullptr, 4)),
            "islip_arbiter: values is NULL");
  EXPECT_EQ(tinsim_golden_state(arbiter, "grant_pointer", nullptr, 0), 4);  // only how many
}

// One word for each of iterations_i, strict_i, req_valid_i, three for req_port_i, in_busy_i and
// out_busy_i.
TEST_F(GoldenMisuse, BitsBeyondAPortAreRefusedAndNothingIsSet) {
  words[0] = 3;
  words[7] = 0x10;
  EXPECT_EQ(error(tinsim_golden_set_inputs(arbiter, words, 8)),
            "islip_arbiter: out_busy_i: the last word has more than 4 bits");
  EXPECT_EQ(tinsim_golden_get(arbiter, "iterations_i", 0, &value), 0);
  EXPECT_EQ(value, 0u);
  words[7] = 0xF;
  EXPECT_EQ(tinsim_golden_set_inputs(arbiter, words, 8), 0);
  EXPECT_EQ(tinsim_golden_get(arbiter, "iterations_i", 0, &value), 0);
  EXPECT_EQ(value, 3u);
}

TEST_F(GoldenMisuse, Parameters) {
  make("islip_arbiter", " NumVcs = 4,\tNumPorts=4 ");
  make("islip_arbiter", " ");
  make("cell_header_codec", " ");
  EXPECT_EQ(refused("islip_arbiter", "NumPorts=4,NumVcs=4,"),
            "parameters 'NumPorts=4,NumVcs=4,': ''; expected <Name>=<number> between commas");
  EXPECT_EQ(refused("islip_arbiter", "NumPorts=4,NumVcs"),
            "parameters 'NumPorts=4,NumVcs': 'NumVcs'; expected <Name>=<number> between commas");
  EXPECT_EQ(refused("islip_arbiter", "NumPorts=4,NumVcs=4,NumPorts=4"),
            "parameters 'NumPorts=4,NumVcs=4,NumPorts=4': NumPorts twice");
  EXPECT_EQ(refused("cell_header_codec", "N=4"),
            "cell_header_codec has no parameters; 'N=4' was given");
}

TEST_F(GoldenMisuse, ABlockWithoutRegisters) {
  const Golden codec = make("cell_header_codec");
  EXPECT_EQ(tinsim_golden_state(codec.get(), "depth", nullptr, 0), -1);
  EXPECT_STREQ(tinsim_golden_error(codec.get()), "cell_header_codec: the block has no registers");
}

}  // namespace
}  // namespace tinsim
