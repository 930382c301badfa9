// SPDX-License-Identifier: Apache-2.0
// Do tables that firmware writes equal built ones, register by register, and route as they do?
#include "platform/statistics/bring_up_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/bring_up_network.h"
#include "tin_registers.h"

namespace tinsim {
namespace {

using Values = std::map<uint32_t, uint32_t>;

std::vector<Values> route_registers(BringUpNetwork& network) {
  std::vector<Values> values;
  for (std::size_t chip = 0; chip < network.platform().chips(); ++chip)
    values.push_back(network.route_registers(chip));
  return values;
}

PlatformConfig network_of(const std::string& mode, const std::string& more = "") {
  return bring_up_dragonfly(2, "warmup_us: 0, measure_us: 40", more, mode);
}

/// Inputs of a chip are all of class 0 and change no phase, as after a reset.
void clear_inputs(BringUpNetwork& network, std::size_t chip) {
  for (unsigned port = 0; port < TIN_ROUTE_INPUT_COUNT; ++port)
    network.processors().registers(chip).preset(TIN_ROUTE_INPUT_PROPERTIES_AT(port), 0);
}

class BringUpTables : public testing::TestWithParam<const char*> {};

TEST_P(BringUpTables, WrittenByFirmwareEqualBuiltOnesInEveryRegister) {
  BringUpNetwork built(network_of(GetParam()));
  const std::vector<Values> values = route_registers(built);
  EXPECT_EQ(values.size(), 8u);
  EXPECT_GT(values[0].size(), 9000u);
  BringUpNetwork written(network_of(GetParam(), "bring_up: {enabled: true}\n"));
  EXPECT_NE(route_registers(written), values);
  ASSERT_TRUE(
      written.run_until([&] { return written.controller().complete_us().has_value(); }, 100000));
  EXPECT_EQ(route_registers(written), values);
}

// The comparison above and traffic as below notice the inputs of a single chip.
TEST_P(BringUpTables, MissingInputClassesOfOneChipAreNoticed) {
  const PlatformConfig config =
      network_of(GetParam(), "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160}]\n");
  BringUpNetwork whole(config);
  const std::vector<Values> values = route_registers(whole);
  whole.run_for(100);
  for (std::size_t chip = 0; chip < 8; ++chip) {
    SCOPED_TRACE(chip);
    BringUpNetwork spoiled(config);
    clear_inputs(spoiled, chip);
    const std::vector<Values> others = route_registers(spoiled);
    for (std::size_t n = 0; n < 8; ++n) EXPECT_EQ(others[n] == values[n], n != chip);
    spoiled.run_for(100);
    EXPECT_NE(spoiled.hash(), whole.hash());
  }
}

/// The host is done long before the traffic begins.
PlatformConfig with_traffic(const std::string& bring_up, const std::string& mode) {
  return bring_up_dragonfly(2, "start_us: 90000, start_load: 0, warmup_us: 0, measure_us: 40",
                            "bring_up: {enabled: true" + bring_up +
                                "}\n"
                                "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160}]\n",
                            mode);
}

TEST_P(BringUpTables, WrittenByFirmwareGiveTheDeliveriesOfBuiltOnes) {
  const RunResult written = run_fresh(with_traffic("", GetParam()));
  const RunResult built = run_fresh(with_traffic(", clear_tables: false", GetParam()));
  const auto& of_written = written.sections.get<BringUpResult>();
  EXPECT_EQ(of_written.read, 8u);
  EXPECT_LT(of_written.complete_us, 90000u);
  EXPECT_EQ(built.sections.get<BringUpResult>().complete_us, of_written.complete_us);
  EXPECT_GT(written.cells.delivered, 5000u);
  EXPECT_EQ(written.cells.delivered, built.cells.delivered);
  EXPECT_EQ(written.state_hash, built.state_hash);
}

INSTANTIATE_TEST_SUITE_P(Modes, BringUpTables,
                         testing::Values("minimal_adaptive", "minimal_deterministic"));

}  // namespace
}  // namespace tinsim
