// SPDX-License-Identifier: Apache-2.0
// A network whose tables are written through registers behaves as one that is built with them; and
// tables that change while traffic runs change in the same cycle in each version of the switch.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/validate/load.h"
#include "testbench/fresh_kernel.h"
#include "tlm/tin/registers/register_bus.h"

namespace tinsim {
namespace {

/// Address and value of all registers of group `route` that software writes.
using Image = std::map<uint32_t, uint32_t>;

/// A network with a register bus at each chip.
class RegisterNetwork {
 public:
  explicit RegisterNetwork(const PlatformConfig& config)
      : topology_(make_topology(config)), tables_(make_route_tables(config, topology_)) {
    fresh_kernel();
    platform_ = std::make_unique<Platform>("net", config, topology_, tables_,
                                           make_traffic(config, topology_), kBatch);
    for (std::size_t chip = 0; chip < platform_->chips(); ++chip)
      registers_.push_back(std::make_unique<RegisterBus>(platform_->tin(chip).cell_switch()));
  }
  std::size_t chips() const { return registers_.size(); }

  RegisterSpace& bus(std::size_t chip) { return registers_[chip]->bus(); }

  Image read(std::size_t chip) {
    Image image;
    for_registers([&](const registers::Place& place) {
      const uint32_t address = registers::address_of(place);
      image[address] = bus(chip).read(0, address).data;
    });
    return image;
  }
  void preset(std::size_t chip, const Image& image) {
    for (const auto& [address, data] : image)
      ASSERT_FALSE(bus(chip).preset(address, data).error) << address;
  }
  /// Rows, candidates, terminals and classes as after a reset.
  void blank(std::size_t chip) {
    Image image;
    for_registers([&](const registers::Place& place) {
      image[registers::address_of(place)] = place.reg->reset();
    });
    preset(chip, image);
  }
  void write(Cycle issued, std::size_t chip, const Image& image) {
    for (const auto& [address, data] : image)
      ASSERT_FALSE(bus(chip).write(issued, address, data).error) << address;
  }
  void run_to(Cycle cycle) { platform_->run_to(now_ = cycle); }
  const SwitchEngine& cell_switch(std::size_t chip) { return platform_->tin(chip).cell_switch(); }

  /// Sums over the deliveries of all cycles that are over. The chip core reports a cell before its
  /// last word has arrived, chips on pins later.
  DeliveryLog::BatchSum sum() const {
    DeliveryLog::BatchSum sum;
    for (const DeliveryLog* log : platform_->judged_logs())
      for (std::size_t n = 0; n < std::min<std::size_t>(log->batches().size(), now_ / kBatch);
           ++n) {
        sum.cells += log->batches()[n].cells;
        sum.hash += log->batches()[n].hash;
      }
    return sum;
  }
  uint64_t hash() const { return sum().hash; }
  uint64_t delivered() const { return sum().cells; }

  static constexpr Cycle kBatch = 400;

 private:
  template <class F>
  static void for_registers(F&& fn) {
    const registers::Group& group = *registers::place_named("route", "mode").group;
    const auto is_written = [](const registers::Register& reg) {
      return reg.mask(registers::Access::rw) != 0;
    };
    for (const registers::Register& reg : group.registers)
      if (is_written(reg)) fn(registers::Place{&group, nullptr, 0, &reg});
    for (const registers::RegisterArray& array : group.arrays)
      for (unsigned n = 0; n < array.count; ++n)
        for (const registers::Register& reg : array.registers)
          if (is_written(reg)) fn(registers::Place{&group, &array, n, &reg});
  }

  Cycle now_ = 0;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Platform> platform_;
  std::vector<std::unique_ptr<RegisterBus>> registers_;
};

PlatformConfig four_pods(const char* mode, const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets = {"topology.pods=4", "topology.tins_per_pod=4",
                                   "topology.global_links_per_pair=8",
                                   std::string("routing.mode=") + mode, "traffic.0.load=0.5"};
  sets.insert(sets.end(), more.begin(), more.end());
  return load_config(TINSIM_SOURCE_DIR "/configs/dragonfly_4pod.yaml", sets);
}

constexpr Cycle kEnd = 10 * RegisterNetwork::kBatch;

class RouteImages : public testing::TestWithParam<const char*> {};

TEST_P(RouteImages, WrittenByRegistersGiveTheSameDeliveries) {
  const PlatformConfig config = four_pods(GetParam());
  RegisterNetwork built(config);
  std::vector<Image> images;
  for (std::size_t chip = 0; chip < built.chips(); ++chip) images.push_back(built.read(chip));
  built.run_to(kEnd);
  const uint64_t wanted = built.hash(), delivered = built.delivered();
  ASSERT_GT(delivered, 1000u);

  RegisterNetwork written(config);
  for (std::size_t chip = 0; chip < written.chips(); ++chip) {
    written.blank(chip);
    EXPECT_NE(written.read(chip), images[chip]);
    written.preset(chip, images[chip]);
    EXPECT_EQ(written.read(chip), images[chip]);
  }
  written.run_to(kEnd);
  EXPECT_EQ(written.delivered(), delivered);
  EXPECT_EQ(written.hash(), wanted);
}

// The comparison notices one wrong candidate of one entry.
TEST_P(RouteImages, AWrongEntryIsNoticed) {
  const PlatformConfig config = four_pods(GetParam());
  RegisterNetwork built(config);
  built.run_to(kEnd);
  RegisterNetwork written(config);
  Image image = written.read(3);
  unsigned changed = 0;
  for (auto& [address, data] : image) {
    const registers::Place place = registers::place_of(address);
    const bool is_minimal = place.array != nullptr && place.reg == place.array->registers.begin() &&
                            registers::is_equal(place.array->name, "entry");
    if (!is_minimal || (data & 0xFF) == (data >> 8 & 0xFF)) continue;
    data = (data & 0xFFFF0000) | (data & 0xFF) << 8 | (data >> 8 & 0xFF);
    ++changed;
  }
  ASSERT_GT(changed, 0u);
  written.preset(3, image);
  written.run_to(kEnd);
  EXPECT_NE(written.hash(), built.hash());
}

/// Counters of the bus and of the model, after the run of a network.
TEST(CounterRegisters, ShowTheCountersOfTheSwitch) {
  RegisterNetwork network(four_pods("minimal_adaptive"));
  network.run_to(kEnd);
  const SwitchEngine& chip = network.cell_switch(1);
  uint64_t cells = 0;
  for (unsigned port = 0; port < chip.params().ports; ++port) {
    const bool is_terminal = chip.params().terminal_ports >> port & 1;
    for (unsigned vc = 0; vc < chip.params().vcs; ++vc) {
      const uint32_t first = 0x150000 + 32 * (32 * port + vc);
      const VcCounters counters = chip.counters(port, vc);
      EXPECT_EQ(network.bus(1).read(kEnd - 2, first).data, counters.cells);
      EXPECT_EQ(network.bus(1).read(kEnd - 2, first + 0xC).data, counters.stall_credit);
      EXPECT_EQ(network.bus(1).read(kEnd - 2, first + 0x18).data, counters.peak_words);
      cells += counters.cells;
    }
    const uint64_t sent = network.bus(1).read(kEnd - 2, 0x160000 + 128 * port).data;
    const uint64_t words = network.bus(1).read(kEnd - 2, 0x160000 + 128 * port + 0x38).data;
    EXPECT_EQ(sent, is_terminal ? 0 : chip.link_use(port, kEnd).cells);
    EXPECT_EQ(words, 20 * sent) << "cells of 160 bytes";
  }
  EXPECT_EQ(cells, chip.cell_hops());
  EXPECT_GT(cells, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Modes, RouteImages,
                         testing::Values("minimal_deterministic", "minimal_adaptive",
                                         "fully_adaptive", "valiant"));

/// Chip 0 gets the candidates of all entries rotated by one, in the middle of the traffic.
uint64_t hash_with_change(const PlatformConfig& config, Cycle issued) {
  RegisterNetwork network(config);
  network.run_to(2 * RegisterNetwork::kBatch);
  Image image = network.read(0);
  for (auto& [address, data] : image) {
    const registers::Place place = registers::place_of(address);
    if (place.array != nullptr && registers::is_equal(place.array->name, "entry"))
      data = data << 8 | data >> 24;
  }
  network.write(issued, 0, image);
  network.run_to(kEnd);
  return network.hash();
}

TEST(RouteChange, FallsInTheSameCycleWhateverTheWindows) {
  const PlatformConfig config = four_pods("minimal_deterministic");
  const Cycle issued = 2 * RegisterNetwork::kBatch + 133;
  const uint64_t hash = hash_with_change(config, issued);
  EXPECT_NE(hash, hash_with_change(config, kEnd + 1000));
  EXPECT_NE(hash, hash_with_change(config, issued + 60));
  // Links at wire fidelity have shorter windows.
  EXPECT_EQ(hash,
            hash_with_change(
                four_pods("minimal_deterministic", {"link.wire_links=[pod0.tin1.port*]"}), issued));
}

TEST(RouteChange, ChipsOnPinsAndInLockstepAgree) {
  const std::vector<std::string> small = {"topology.pods=2", "topology.tins_per_pod=2"};
  const Cycle issued = 2 * RegisterNetwork::kBatch + 133;
  const uint64_t hash = hash_with_change(four_pods("minimal_adaptive", small), issued);
  for (const char* impl : {"lockstep_pins", "pins"}) {
    std::vector<std::string> other = small;
    other.push_back(std::string("tin.impl=") + impl);
    EXPECT_EQ(hash, hash_with_change(four_pods("minimal_adaptive", other), issued)) << impl;
  }
}

}  // namespace
}  // namespace tinsim
