// SPDX-License-Identifier: Apache-2.0
// Do reboots of all control processors under load leave the data path as it was?
#include "platform/statistics/ecp_result.h"
#include "tests/platform/bring_up_network.h"
#include "tin_registers.h"

namespace tinsim {
namespace {

const std::string kTraffic =
    "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160, class: [0]}]\n";

/// Runs until all cells are out, or 1 ms.
void drain(BringUpNetwork& network, const CellLedger& ledger) {
  network.set_load(0);
  network.run_until([&ledger] { return ledger.inside() == 0; }, 1000);
}

TEST(BringUpReboot, OverTheApiUnderLoadLosesAndReordersNothing) {
  BringUpNetwork network(bring_up_dragonfly(
      2, "start_us: 10, start_load: 0, warmup_us: 0, measure_us: 10",
      "bring_up: {enabled: true, reboot_us: 45000}\n" + kTraffic, "minimal_deterministic"));
  CellLedger ledger(network);
  network.set_load(0);
  ASSERT_TRUE(
      network.run_until([&] { return network.controller().complete_us().has_value(); }, 90000));
  network.set_load(0.5);
  const auto& progress = network.controller().progress();
  ASSERT_TRUE(network.run_until([&] { return progress.back().reconciled_us.has_value(); }, 60000));
  EXPECT_EQ(network.processors().result().reboots, 8u);
  for (const control::ChipProgress& chip : progress) {
    EXPECT_GT(chip.reconciled_us, chip.rebooted_us);
    EXPECT_EQ(chip.differing, 0u);
    EXPECT_EQ(chip.sessions, 2u);
  }
  EXPECT_EQ(network.controller().counts().sessions_ended, 0u);
  EXPECT_GT(ledger.inside(), 0u);
  drain(network, ledger);
  EXPECT_GT(ledger.entered, 1000000u);
  EXPECT_EQ(ledger.inside(), 0u) << "lost";
  EXPECT_EQ(ledger.delivered, ledger.entered);
  EXPECT_EQ(network.platform().delivered(), network.platform().injected());
  EXPECT_EQ(ledger.overtaken, 0u);
  EXPECT_EQ(ledger.unknown, 0u);
}

/// Cells of a network under load for 200 us.
CellLedger ledger_of(const std::string& mode, const std::string& more) {
  BringUpNetwork network(
      bring_up_dragonfly(2, "warmup_us: 0, measure_us: 300", kTraffic + more, mode));
  CellLedger ledger(network);
  network.run_for(200);
  drain(network, ledger);
  EXPECT_GT(ledger.entered, 10000u);
  return ledger;
}

TEST(BringUpReboot, TheCountOfCellsNoticesLossesAndOtherOrders) {
  const std::string cut = "link: {faults: [{links: pod0.tin0.*, at_us: 50, for_us: 2}]}\n";
  const CellLedger sound = ledger_of("minimal_deterministic", "");
  EXPECT_EQ(sound.inside() + sound.overtaken + sound.unknown, 0u);
  EXPECT_GT(ledger_of("minimal_deterministic", cut).inside(), 0u);
  CellLedger ledger;
  Cell first, second;
  second.seq = 1;
  ledger.enter(first);
  ledger.enter(second);
  ledger.leave(second);
  EXPECT_EQ(ledger.overtaken, 1u);
  ledger.leave(second);
  EXPECT_EQ(ledger.unknown, 1u);
}

/// Deliveries of a network under 50 % load whose processors have addresses; `reboots`: from
/// outside, one processor after another.
struct Deliveries {
  uint64_t hash = 0, delivered = 0, rebooted = 0;
};
Deliveries deliveries(bool reboots) {
  constexpr unsigned kSteps = 300, kBooted = 100;  // of 10 us; the firmware starts in 0.4 ms
  BringUpNetwork network(bring_up_dragonfly(2, "warmup_us: 0, measure_us: 40", kTraffic));
  ControlProcessors& processors = network.processors();
  const std::size_t chips = network.platform().chips();
  // Trap 0, where the firmware finds its address: 192.0.2.n of 32 bits, in use, of all interfaces.
  for (std::size_t chip = 0; chip < chips; ++chip) {
    processors.registers(chip).preset(TIN_IP_TRAP_ADDRESS_0_AT(0),
                                      0xc0000200u + static_cast<uint32_t>(chip));
    processors.registers(chip).preset(TIN_IP_TRAP_MATCH_AT(0),
                                      TIN_IP_TRAP_MATCH_LIVE_MASK |
                                          TIN_PUT(TIN_IP_TRAP_MATCH_LENGTH, 32) |
                                          TIN_IP_TRAP_MATCH_INTERFACES_MASK);
  }
  for (unsigned step = 1; step <= kSteps; ++step) {
    network.run_for(10);
    const unsigned chip = (step - kBooted) / 10;
    if (reboots && step >= kBooted && step % 10 == 0 && chip < chips)
      processors.processor(chip).reboot(ECP_RESET_EXTERNAL);
  }
  for (std::size_t chip = 0; chip < chips; ++chip) {
    EXPECT_EQ(
        processors.registers(chip).read(network.platform().now(), TIN_IP_TRAP_ADDRESS_0_AT(0)).data,
        0xc0000200u + chip);
  }
  return {network.hash(), network.platform().delivered(), processors.result().reboots};
}

TEST(BringUpReboot, FromOutsideLeavesTheDataPathAsItWas) {
  const Deliveries without = deliveries(false), with = deliveries(true);
  EXPECT_GT(without.delivered, 100000u);
  EXPECT_EQ(without.rebooted, 0u);
  EXPECT_EQ(with.rebooted, 8u);
  EXPECT_EQ(with.delivered, without.delivered);
  EXPECT_EQ(with.hash, without.hash);
}

}  // namespace
}  // namespace tinsim
