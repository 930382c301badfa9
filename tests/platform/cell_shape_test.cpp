// SPDX-License-Identifier: Apache-2.0
// Words, headers and cells of other sizes than the base chip's: latencies by formula, equality with
// the base chip where only the unit differs, full load with all invariants, and refusals.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/config/chip_shape.h"
#include "platform/cost/chip_cost.h"
#include "platform/network/switch_plan.h"
#include "platform/network/topology/topology.h"
#include "platform/result/summary_record.h"
#include "platform/validate/validate.h"
#include "testbench/run_fresh.h"
#include "tests/platform/valid_config.h"

namespace tinsim {
namespace {

/// Two TiNs that exchange cells of `bytes`, so few that none waits.
std::string pair(unsigned word_bits, unsigned header_bytes, const std::string& bytes,
                 unsigned queue_words = 255) {
  return fmt::format(
      "topology: {{kind: pair, hosts_per_tin: 1, terminal_ports_per_host: 1}}\n"
      "tin:\n"
      "  switch: {{word_bits: {}, header_bytes: {}}}\n"
      "  vc_fifo: {{local_words: 512, terminal_words: 255}}\n"
      "  output: {{queue_words: {}}}\n"
      "traffic: [{{load: 0.002, class: [0], cell_bytes: {}}}]\n"
      "run: {{warmup_us: 0, measure_us: 4000}}\n",
      word_bits, header_bytes, queue_words, bytes);
}

Cycle least_latency(unsigned word_bits, unsigned header_bytes, unsigned bytes) {
  const RunResult r = run_fresh(valid_config(pair(word_bits, header_bytes, std::to_string(bytes))));
  EXPECT_GT(r.classes.at(0).latency_cycles.count(), 20u);
  return r.classes.at(0).latency_cycles.min();
}

// Both TiNs, 1 m of cable, and the words after the first. A TiN waits for the last word of the
// header before it looks up the route.
TEST(CellShape, LatencyFollowsFromWordsOfCellAndHeader) {
  struct Shape {
    unsigned word_bits, header_bytes, bytes;
    Cycle cell_words, header_words;
  };
  for (const Shape& of :
       {Shape{64, 8, 160, 20, 1}, Shape{128, 8, 160, 10, 1}, Shape{256, 8, 4096, 128, 1},
        Shape{32, 8, 160, 40, 2}, Shape{64, 20, 160, 20, 3}, Shape{64, 8, 2040, 255, 1},
        Shape{96, 64, 1200, 100, 6}, Shape{32, 64, 1020, 255, 16}}) {
    EXPECT_EQ(least_latency(of.word_bits, of.header_bytes, of.bytes),
              2 * (16 + of.header_words - 1) + 2 + of.cell_words - 1)
        << of.word_bits << ' ' << of.header_bytes << ' ' << of.bytes;
  }
}

/// A pod at high load, its cells 2 to 20 words long.
PlatformConfig pod(unsigned word_bits) {
  const unsigned word = word_bits / 8;
  return valid_config(
      fmt::format("topology: {{kind: dragonfly, pods: 1}}\n"
                  "tin: {{switch: {{word_bits: {}, header_bytes: {}}}}}\n"
                  "traffic: [{{load: 0.7, cell_bytes: {{min: {}, max: {}, step: {}}}}}]\n"
                  "run: {{warmup_us: 2, measure_us: 4, audit: 50}}\n",
                  word_bits, word, 2 * word, 20 * word, word));
}

// With a header of one word, and cells of as many words, nothing but the unit of rates differs.
TEST(CellShape, AWiderWordIsAnotherUnit) {
  const PlatformConfig base = pod(64);
  ASSERT_FALSE(needs_variant_core(base));
  const RunResult of_base = run_fresh(base);
  const SummaryHead base_head = summary_head(of_base);
  ASSERT_GT(of_base.cells.delivered, 1000u);
  for (unsigned word_bits : {32u, 96u, 128u, 256u}) {
    const PlatformConfig config = pod(word_bits);
    ASSERT_TRUE(needs_variant_core(config));
    const RunResult r = run_fresh(config);
    EXPECT_EQ(r.state_hash, of_base.state_hash) << word_bits;
    EXPECT_EQ(r.accepted_words, of_base.accepted_words) << word_bits;
    const SummaryHead head = summary_head(r);
    const double ratio = word_bits / 64.0;
    EXPECT_DOUBLE_EQ(head.accepted_gbps_per_tin, ratio * base_head.accepted_gbps_per_tin);
    EXPECT_DOUBLE_EQ(head.payload_gbps_per_tin, ratio * base_head.payload_gbps_per_tin);
  }
}

TEST(CellShape, PayloadIsWhatHeadersLeave) {
  const PlatformConfig config = valid_config(pair(128, 32, "320"));
  const RunResult r = run_fresh(config);
  const SummaryHead head = summary_head(r);
  ASSERT_GT(head.measured_cells, 100u);
  EXPECT_NEAR(head.payload_gbps_per_tin, head.accepted_gbps_per_tin * 288 / 320,
              1e-9 * head.accepted_gbps_per_tin);
}

// Each audit checks the credit of every VC and the number of cells.
TEST(CellShape, LongCellsCarryFullLoad) {
  const PlatformConfig config = valid_config(
      "topology: {kind: dragonfly, pods: 2, tins_per_pod: 4}\n"
      "tin:\n"
      "  switch: {word_bits: 256}\n"
      "  vc_fifo: {global_words: 1024, local_words: 512, terminal_words: 256}\n"
      "  output: {queue_words: 255}\n"
      "traffic: [{load: 1.2, cell_bytes: {min: 64, max: 4096, step: 32}}]\n"
      "run: {warmup_us: 10, measure_us: 10, audit: 25}\n");
  // The round robin of output queues gives turns of so many words.
  EXPECT_EQ(switch_params(config, make_topology(config), 0).longest_words, 4096u / 32);
  const RunResult r = run_fresh(config);
  EXPECT_GT(r.cells.delivered, 1000u);
  EXPECT_EQ(r.cells.dropped(), 0u);
  EXPECT_EQ(run_fresh(config).state_hash, r.state_hash);
}

uint64_t bits_of(const PlatformConfig& config, const char* kind) {
  return chip_cost(config, make_topology(config)).memory_bits.at(kind);
}

TEST(CellShape, MemoriesAndCrossbarGrowWithTheWord) {
  const PlatformConfig base = pod(64), wide = pod(256);
  EXPECT_EQ(bits_of(wide, "output_queue"), 4 * bits_of(base, "output_queue"));
  EXPECT_EQ(bits_of(wide, "vc_fifo") * 72, bits_of(base, "vc_fifo") * (256 + 8));
  const auto area = [](const PlatformConfig& config, const std::string& name) {
    for (const PartCost& part : chip_cost(config, make_topology(config)).parts)
      if (part.part.name == name) return part.mm2();
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(area(wide, "crossbar"), 4 * area(base, "crossbar"));
  EXPECT_DOUBLE_EQ(area(wide, "gnet_serdes"), 4 * area(base, "gnet_serdes"));
  EXPECT_DOUBLE_EQ(area(wide, "crossbar_wires"), 16 * area(base, "crossbar_wires"));
  EXPECT_GT(area(base, "crossbar"), 0);
}

std::string first_error(const std::string& text) {
  std::string error;
  try {
    const ParsedConfig from = parse_config(text, "c.yaml");
    const auto errors = find_errors(from.config, from.origins);
    if (!errors.empty()) error = errors[0];
  } catch (const ConfigError& unread) {
    error = unread.what();
  }
  return error.empty() ? "" : error.substr(error.find(": ") + 2);
}

TEST(CellShape, SizesThatDoNotFitAreRefused) {
  EXPECT_EQ(first_error(pair(48, 8, "160")),
            "tin.switch.word_bits: is 48; expected a multiple of 32");
  EXPECT_EQ(first_error(pair(64, 6, "160")),
            "tin.switch.header_bytes: is 6; expected a multiple of 4");
  EXPECT_EQ(first_error(pair(128, 8, "168")),
            "traffic.0.cell_bytes: 168 bytes is not a cell size; expected a multiple of 16 from 32 "
            "to 4080, because a port moves whole words of 128 bits, at most 255 for a cell");
  EXPECT_EQ(first_error(pair(64, 8, "2048")),
            "traffic.0.cell_bytes: 2048 bytes is not a cell size; expected a multiple of 8 from 16 "
            "to 2040, because a port moves whole words of 64 bits, at most 255 for a cell");
  EXPECT_EQ(first_error(pair(64, 64, "64")),
            "traffic.0.cell_bytes: 64 bytes is a header alone; expected more than "
            "tin.switch.header_bytes 64");
  EXPECT_EQ(first_error(pair(64, 12, "8") + "link: {credits: ideal}\n"),
            "traffic.0.cell_bytes: 8 bytes is a header alone; expected more than "
            "tin.switch.header_bytes 12");
  EXPECT_EQ(first_error(pair(64, 8, "1024", 100)),
            "tin.output.queue_words: is 100, and the longest cell of the traffic has 128 words; "
            "expected at least 128");
  EXPECT_EQ(first_error(pair(128, 8, "16")),
            "traffic.0.cell_bytes: has cells of 16 bytes, a single word, which no TiN sends; "
            "expected at least 32, or link.credits: ideal");
  EXPECT_EQ(
      first_error(pair(64, 8, "{min: 64, max: 100, step: 8}")),
      "traffic.0.cell_bytes: is no range of cell sizes; expected min, max and step, multiples "
      "of 4 up to 4096, with max a whole number of steps above min; a step that is not given "
      "is 8");
}

TEST(CellShape, OtherCellsAreRawCellsAlone) {
  EXPECT_EQ(first_error(pair(64, 8, "256") + "failures: {events: [{links: all, at_us: 1}]}\n"),
            "failures.events: does not go with cells of 32 words, whose chips carry raw cells over "
            "links at cell fidelity alone; expected none");
  EXPECT_EQ(first_error(pair(128, 8, "160") + "link: {fidelity: wire}\n"),
            "link.fidelity: does not go with tin.switch.word_bits 128, whose chips carry raw cells "
            "over links at cell fidelity alone; expected cell");
}

}  // namespace
}  // namespace tinsim
