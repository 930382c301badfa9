// SPDX-License-Identifier: Apache-2.0
// Registers of whole chips: all of them read back, links are disabled and measured, 1RMA takes
// stores from the register bus.
#include <gtest/gtest.h>

#include "platform/validate/load.h"
#include "rtl_models/registers/export/names.h"
#include "tests/platform/chip_buses.h"
#include "tlm/tin/cell_switch/link_driver.h"

namespace tinsim {
namespace {

using registers::Access;
using registers::Place;

// ---- all registers

PlatformConfig unified() {
  return load_config(TINSIM_SOURCE_DIR "/configs/unified.yaml",
                     {"topology.pods=2", "topology.tins_per_pod=2",
                      "topology.global_links_per_pair=2", "ip.vlan=5"});
}

/// Calls fn(place) for the first and last element of each register.
template <class F>
void for_some_places(F&& fn) {
  registers::for_each_register([&](const registers::Group& group,
                                   const registers::RegisterArray* array,
                                   const registers::Register& reg) {
    fn(Place{&group, array, 0, &reg});
    if (array != nullptr) fn(Place{&group, array, array->count - 1, &reg});
  });
}

uint32_t bits_of(const registers::Register& reg) {
  uint32_t bits = 0;
  for (const registers::Field& field : reg.all_fields()) bits |= field.mask();
  return bits;
}

TEST(ChipRegisters, ReadOnAWholeChipWithReservedBitsOfZero) {
  Chips net(unified());
  for_some_places([&](const Place& place) {
    const uint32_t data = net.read(1, 0, registers::address_of(place));
    const registers::Register& reg = *place.reg;
    EXPECT_EQ(data & ~bits_of(reg), 0u) << place.group->name << " " << reg.name;
    EXPECT_EQ(data & reg.mask(Access::fixed), reg.reset() & reg.mask(Access::fixed)) << reg.name;
    EXPECT_EQ(data & reg.mask(Access::wo), 0u) << reg.name;
  });
}

// A register whose value is written back changes nothing, and none is refused.
TEST(ChipRegisters, TakeTheValuesThatTheyShow) {
  Chips net(unified());
  unsigned written = 0;
  for_some_places([&](const Place& place) {
    if (place.reg->mask(Access::rw) == 0) return;
    const bool is_foreign_slot = place.array == &registers::kRmaArrays[1] &&
                                 (place.index < 128) != (place.group->base == 0x100000);
    const bool is_foreign =
        place.group->base == 0x102000 && place.array == nullptr && place.reg->offset >= 0x200;
    if (is_foreign_slot || is_foreign) return;  // of the other host
    const uint32_t address = registers::address_of(place), before = net.read(1, 0, address);
    EXPECT_FALSE(net.bus(0).write(2, address, before).error)
        << place.group->name << " " << place.reg->name;
    EXPECT_EQ(net.read(9, 0, address), before) << place.group->name << " " << place.reg->name;
    ++written;
  });
  EXPECT_GT(written, 90u);
}

// Read-only registers keep their values whatever is written.
TEST(ChipRegisters, KeepWhatIsReadOnly) {
  Chips net(unified());
  unsigned tried = 0;
  for_some_places([&](const Place& place) {
    const registers::Register& reg = *place.reg;
    const uint32_t keeps = reg.mask(Access::ro) | reg.mask(Access::fixed);
    const bool is_error_log = place.group->base == 0;
    if (keeps == 0 || keeps != bits_of(reg) || is_error_log) return;
    const uint32_t address = registers::address_of(place), before = net.read(1, 0, address);
    for (const uint32_t data : {0u, ~0u}) {
      EXPECT_FALSE(net.bus(0).write(1, address, data).error) << reg.name;
      EXPECT_EQ(net.read(1, 0, address), before) << place.group->name << " " << reg.name;
    }
    ++tried;
  });
  EXPECT_GT(tried, 60u);
}

TEST(ChipRegisters, ShowTheSwitchAsItIsBuilt) {
  Chips net(load_config(TINSIM_SOURCE_DIR "/configs/pair.yaml", {}));
  const SwitchParams& params = net.cell_switch(0).params();
  EXPECT_EQ(net.read(1, 0, 0x1000), params.islip_iterations |
                                        rounded_up(params.crossbar_speedup) << 4 |
                                        params.queue_words << 8);
  EXPECT_EQ(net.read(1, 0, 0x1004), params.strict_vcs);
  for (unsigned vc = 0; vc < params.vcs; ++vc)
    EXPECT_EQ(net.read(1, 0, 0x1100 + 4 * vc), params.weights[vc]);
  for (unsigned port = 0; port < params.ports; ++port) {
    EXPECT_EQ(net.read(1, 0, 0x1400 + 8 * port), params.rx_depth[port]);
    EXPECT_EQ(net.read(1, 0, 0x1404 + 8 * port), params.tx_limit[port]);
  }
}

// ---- links

constexpr uint32_t kChanged = 0x2000, kMeasure = 0x2008, kPort = 0x2400;
constexpr uint32_t kControl = 0, kStatus = 4, kEvents = 8, kDelay = 12;
constexpr uint32_t kDown = 0, kUp = 2;
constexpr Cycle kLink = 9;  // pin to pin over 1 m

/// Two chips and two links; with `wire`, that of port 0 is at wire fidelity.
PlatformConfig two_links(bool wire, const char* impl = "model") {
  std::vector<std::string> sets = {"topology.local_links_per_pair=2", "traffic.0.load=0.3",
                                   "tin.switch.ports=10", std::string("tin.impl=") + impl};
  if (wire) sets.push_back("link.wire_links=[pod0.tin*.port0]");
  return load_config(TINSIM_SOURCE_DIR "/configs/link_flap.yaml", sets);
}
PlatformConfig without_faults(PlatformConfig config) {
  config.link.faults.clear();
  return config;
}

TEST(LinkRegisters, LinksThatCannotFailAreUpAndStaySo) {
  Chips net(without_faults(two_links(false)));
  net.run_to(10 * Chips::kBatch);
  for (unsigned port = 0; port < 10; ++port) {
    const bool is_link = port < 2;
    EXPECT_EQ(net.read(500, 0, kPort + 16 * port + kStatus), is_link ? kUp : kDown) << port;
    EXPECT_EQ(net.read(500, 0, kPort + 16 * port + kControl) & 1, 1u);
    EXPECT_TRUE(net.bus(0).write(600, kPort + 16 * port + kControl, 0).error);
    EXPECT_TRUE(net.bus(0).write(600, kMeasure, 1u << port).error);
  }
  EXPECT_EQ(net.read(900, 0, kChanged), 0u);
  EXPECT_EQ(net.read(900, 0, kPort + kEvents), 0u);
}

// docs/reference/registers.md: a write of cycle x counts at x + 66 + 2 link cycles; the state is of
// the next cycle, and is shown 16 cycles later.
TEST(LinkRegisters, ALinkGoesDownInItsCycle) {
  const Cycle issued = 1000, down = issued + 66 + 2 * kLink + 1;
  for (const bool is_shown : {false, true}) {
    Chips net(without_faults(two_links(true)));
    net.run_to(issued);
    EXPECT_FALSE(net.bus(0).write(issued, kPort + kControl, 0).error);
    EXPECT_EQ(net.read(issued, 0, kPort + kControl) & 1, 0u);
    net.run_to(issued + 3 * Chips::kBatch);
    const Cycle asked = down + 16 - RegisterSpace::kEffectCycles - (is_shown ? 0 : 1);
    EXPECT_EQ(net.read(asked, 0, kPort + kStatus), is_shown ? kDown : kUp);
    EXPECT_EQ(net.read(asked, 0, kChanged), is_shown ? 1u : 0u);
    EXPECT_EQ(net.read(asked, 0, kChanged), 0u) << "cleared by the read";
  }
}

TEST(LinkRegisters, BothEndsTrainAgainWhenItIsEnabled) {
  Chips net(without_faults(two_links(true)));
  net.run_to(1000);
  EXPECT_FALSE(net.bus(0).write(1000, kPort + kControl, 0).error);
  EXPECT_FALSE(net.bus(0).write(1500, kPort + kControl, 1).error);
  net.run_to(1500);
  EXPECT_EQ(net.read(1500, 0, kPort + kStatus), kDown);
  EXPECT_NE(net.read(1500, 1, kPort + kStatus), kUp) << "the far side hears that it is not heard";
  net.run_to(4000);
  for (unsigned chip : {0u, 1u}) {
    EXPECT_EQ(net.read(4000, chip, kPort + kStatus), kUp) << chip;
    EXPECT_EQ(net.read(4000, chip, kPort + 16 + kStatus), kUp) << chip;
    EXPECT_EQ(net.read(4000, chip, kChanged), 1u) << chip;
    EXPECT_EQ(net.read(4000, chip, kPort + kEvents), 3u) << chip;
    EXPECT_FALSE(net.bus(chip).write(4001, kPort + kEvents, 1).error);
    EXPECT_EQ(net.read(4002, chip, kPort + kEvents), 2u) << chip;
  }
}

// As the firmware restarts a link that does not train.
TEST(LinkRegisters, TwoWritesOfACycleRestartTheLink) {
  Chips net(without_faults(two_links(true)));
  net.run_to(1000);
  EXPECT_FALSE(net.bus(0).write(1000, kPort + kControl, 0).error);
  EXPECT_FALSE(net.bus(0).write(1000, kPort + kControl, 1).error);
  net.run_to(4000);
  for (unsigned chip : {0u, 1u}) {
    EXPECT_EQ(net.read(4000, chip, kPort + kEvents), 3u) << chip;
    EXPECT_EQ(net.read(4000, chip, kPort + kStatus), kUp) << chip;
  }
}

// Cells that are lost meanwhile are granted again, and versions of the chip agree.
TEST(LinkRegisters, VersionsOfTheChipAgree) {
  const auto run = [](const char* impl) {
    Chips net(without_faults(two_links(true, impl)));
    net.run_to(2000);
    EXPECT_FALSE(net.bus(0).write(2037, kPort + kControl, 0).error);
    EXPECT_FALSE(net.bus(0).write(2500, kPort + kControl, 1).error);
    EXPECT_FALSE(net.bus(1).write(2600, kMeasure, 1).error);
    std::vector<uint64_t> seen;
    for (Cycle now = 2000; now < 8000; now += Chips::kBatch) {
      net.run_to(now);
      for (unsigned chip : {0u, 1u})
        for (const uint32_t field : {kStatus, kEvents, kDelay})
          seen.push_back(net.read(now, chip, kPort + field));
    }
    seen.push_back(net.delivered());
    seen.push_back(net.hash());
    return seen;
  };
  const std::vector<uint64_t> model = run("model");
  EXPECT_GT(*(model.end() - 2), 1000u);
  EXPECT_EQ(run("pins"), model);
  EXPECT_EQ(run("lockstep_pins"), model);
}

// As measured by latency_meter: pin to pin, and the cycle in link_rx.
TEST(LinkRegisters, MeasureTheDelay) {
  Chips net(without_faults(two_links(true)));
  net.run_to(1000);
  EXPECT_EQ(net.read(1000, 0, kPort + kDelay), 0u);
  EXPECT_FALSE(net.bus(0).write(1000, kMeasure, 1).error);
  net.run_to(2000);
  EXPECT_EQ(net.read(2000, 0, kPort + kDelay), 1u << 31 | (kLink + 1));
  EXPECT_EQ(net.read(2000, 1, kPort + kDelay), 0u);
}

// Where the ports of a network measure, at cell fidelity too: between two of their measurements.
TEST(LinkRegisters, MeasureWhereThePortsOfTheNetworkDo) {
  PlatformConfig config = without_faults(two_links(false));
  config.link.latency_us = 4;
  Chips net(config);
  net.run_to(1000);
  EXPECT_EQ(net.read(1000, 0, kPort + kDelay), 0u);
  EXPECT_FALSE(net.bus(0).write(1000, kMeasure, 1).error);
  net.run_to(1500);
  EXPECT_EQ(net.read(1500, 0, kPort + kDelay), 1u << 31 | (kLink + 1));
  EXPECT_EQ(net.read(1500, 1, kPort + kDelay), 0u);
  net.run_to(2000);
  EXPECT_EQ(net.read(2000, 1, kPort + kDelay), 1u << 31 | (kLink + 1));
  EXPECT_TRUE(net.bus(0).write(2000, kPort + kControl, 0).error) << "it is always UP";
}

TEST(LinkRegisters, CountFaultsOfTheWire) {
  Chips net(two_links(false));
  net.run_to(20000);  // dark from cycle 8000 on for 800 cycles, and from 16000 on
  EXPECT_EQ(net.read(20000, 0, kChanged), 1u);
  EXPECT_EQ(net.read(20000, 0, kPort + kEvents), 3u);
  EXPECT_EQ(net.read(20000, 0, kPort + kStatus), kUp);
}

// ---- 1RMA

constexpr uint32_t kRma = 0x100000;

TEST(RmaOnTheBus, AWriteTakesEffectInItsCycle) {
  Chips net(unified());
  EXPECT_EQ(net.read(1, 0, kRma + 0x200), 65536u);
  EXPECT_FALSE(net.bus(0).write(150, kRma + 0x200, 8192).error);
  EXPECT_FALSE(net.bus(0).write(151, kRma + 0x1000, 4711).error);
  EXPECT_EQ(net.read(152, 0, kRma + 0x200), 8192u) << "read before its effect";
  net.run_to(100);
  EXPECT_EQ(net.rma(0).params().solicitation.window, 65536u);
  net.run_to(1000);
  EXPECT_EQ(net.rma(0).params().solicitation.window, 8192u);
  EXPECT_EQ(net.read(1000, 0, kRma + 0x1000), 4711u);
}

TEST(RmaOnTheBus, RegionsAreCommitted) {
  Chips net(unified());
  const std::pair<uint32_t, uint32_t> writes[] = {
      {0x100, 0x1000}, {0x104, 0}, {0x108, 4096}, {0x10C, 0},   {0x110, 3}, {0x118, 77},
      {0x11C, 0},      {0x120, 0}, {0x124, 88},   {0x128, 900}, {0x130, 0}};
  for (const auto& [offset, value] : writes)
    EXPECT_FALSE(net.bus(0).write(10, kRma + offset, value).error) << std::hex << offset;
  EXPECT_EQ(net.read(11, 0, kRma + 0x124), 88u);
  net.run_to(1000);
  const RmaRegion* const region = net.rma(0).region(900);
  ASSERT_NE(region, nullptr);
  EXPECT_TRUE(region->live);
  EXPECT_EQ(region->length, 4096u);
  EXPECT_EQ(region->key.lo, 77u);
  EXPECT_EQ(region->key.hi, uint64_t{88} << 32);
}

TEST(RmaOnTheBus, RefusesWhatTheEngineDoesNotTake) {
  Chips net(unified());
  EXPECT_TRUE(net.bus(0).write(1, kRma + 0x230, 0).error);             // a weight of zero
  EXPECT_TRUE(net.bus(0).write(1, kRma + 0x1000 + 8 * 255, 1).error);  // a slot of host 1
  EXPECT_TRUE(net.bus(0).write(1, kRma + 0x2200, 1).error);            // host 1 is not privileged
  EXPECT_EQ(net.read(2, 0, kRma + 0x10), 0u);
  EXPECT_EQ(net.read(2, 0, kRma + 0x18), ~0u);
  Chips without(load_config(TINSIM_SOURCE_DIR "/configs/pair.yaml", {}));
  EXPECT_TRUE(without.bus(0).write(1, kRma + 0x200, 1).error);
}

/// Hash of a run in which a window becomes one of 4 KiB.
uint64_t hash_with_window(const char* impl, Cycle issued) {
  PlatformConfig config = unified();
  config.tin.impl = Word{impl};
  Chips net(config);
  net.run_to(4000);
  EXPECT_FALSE(net.bus(0).write(issued, kRma + 0x200, 4096).error);
  net.run_to(20000);
  return net.hash();
}

TEST(RmaOnTheBus, VersionsOfTheChipAgree) {
  const uint64_t hash = hash_with_window("model", 4133);
  EXPECT_NE(hash, hash_with_window("model", 30000));
  EXPECT_EQ(hash, hash_with_window("lockstep_pins", 4133));
}

}  // namespace
}  // namespace tinsim
