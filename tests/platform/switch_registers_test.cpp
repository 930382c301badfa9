// SPDX-License-Identifier: Apache-2.0
// Weights, strict VCs and rounds of a chip that are written through its register bus under load:
// they have the stated effect, in the same cycle in each version of the switch.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/validate/load.h"
#include "testbench/bench_random.h"
#include "tests/platform/chip_buses.h"

namespace tinsim {
namespace {

constexpr uint32_t kArbiter = 0x1000, kStrict = 0x1004, kWeight = 0x1100;
constexpr Cycle kBegin = 2000, kEnd = 6000;
constexpr unsigned kWrites = 100;

/// Two pods of two chips. All VCs carry cells, credit is short, and links carry FC sets, so that
/// cells wait in VC FIFOs and in output queues.
PlatformConfig loaded(const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets = {"topology.pods=2",
                                   "topology.tins_per_pod=2",
                                   "topology.global_links_per_pair=4",
                                   "routing.mode=minimal_adaptive",
                                   "tin.vc_fifo.local_words=64",
                                   "link.fc_refresh_us=1.8",
                                   "traffic.0.class=[0, 1, 2, 3]",
                                   "traffic.0.load=1.5",
                                   "traffic.0.cell_bytes={min: 16, max: 160}"};
  sets.insert(sets.end(), more.begin(), more.end());
  return load_config(TINSIM_SOURCE_DIR "/configs/dragonfly_4pod.yaml", sets);
}

/// Random settings of chip 0, each a write; `late` moves all of them.
void write_settings(Chips& net, uint64_t seed, unsigned writes, Cycle late = 0) {
  Random random(seed);
  Cycle issued = kBegin + late;
  for (unsigned n = 0; n < writes; ++n) {
    issued += random.below(40);
    const unsigned what = random.below(4);
    const uint32_t vc = random.below(12);
    const RegisterSpace::Answer answer =
        what == 0   ? net.bus(0).write(issued, kArbiter, random.range(1, 4))
        : what == 1 ? net.bus(0).write(issued, kStrict, random.range(0, 0xFFF))
                    : net.bus(0).write(issued, kWeight + 4 * vc, random.range(1, 8));
    ASSERT_FALSE(answer.error);
  }
}

/// Hash and number of the deliveries of a run.
using Outcome = std::pair<uint64_t, uint64_t>;

Outcome outcome(const PlatformConfig& config, unsigned writes, Cycle late = 0, uint64_t seed = 1) {
  Chips net(config);
  net.run_to(kBegin);
  write_settings(net, seed, writes, late);
  net.run_to(kEnd);
  return {net.hash(), net.delivered()};
}

TEST(SwitchSettings, CountFromTheirCycleOnWhateverTheWindows) {
  const Outcome wanted = outcome(loaded(), kWrites);
  EXPECT_GT(wanted.second, 3000u);
  EXPECT_NE(wanted, outcome(loaded(), 0));
  // Links at wire fidelity have shorter windows, and run cycle by cycle.
  EXPECT_EQ(wanted, outcome(loaded({"link.wire_links=[pod0.tin0.port*]"}), kWrites));
}

TEST(SwitchSettings, ACycleLaterMakesADifference) {
  for (uint64_t seed = 1; seed <= 4; ++seed)
    EXPECT_NE(outcome(loaded(), kWrites, 0, seed), outcome(loaded(), kWrites, 1, seed)) << seed;
}

TEST(SwitchSettings, VersionsOfTheChipAgree) {
  std::vector<std::string> versions = {"pins", "lockstep_pins"};
#ifdef TINSIM_RTL
  versions.insert(versions.end(), {"rtl", "lockstep"});
#endif
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    const Outcome wanted = outcome(loaded(), kWrites, 0, seed);
    for (const std::string& impl : versions)
      EXPECT_EQ(wanted,
                outcome(loaded({"tin.impl=" + impl, "tin.impl_chips=[0]"}), kWrites, 0, seed))
          << impl << " " << seed;
  }
}

TEST(SwitchSettings, WrittenBeforeTheFirstCycleAreThoseOfAConfiguration) {
  const char* const configured[] = {"tin.switch.islip_iterations=3",
                                    "tin.output.strict_vcs=[1, 4]"};
  std::string weights = "tin.output.weights=[1";
  for (unsigned vc = 1; vc < 32; ++vc) weights += fmt::format(", {}", 1 + vc % 9);
  Chips built(loaded({configured[0], configured[1], weights + "]"}));
  Chips written(loaded());
  for (unsigned chip = 0; chip < 4; ++chip) {
    RegisterSpace& bus = written.bus(chip);
    EXPECT_FALSE(bus.preset(kArbiter, 3).error);
    EXPECT_FALSE(bus.preset(kStrict, 1 << 1 | 1 << 4).error);
    for (unsigned vc = 0; vc < 32; ++vc)
      EXPECT_FALSE(bus.preset(kWeight + 4 * vc, 1 + vc % 9).error);
  }
  Chips neither(loaded());
  for (Chips* net : {&built, &written, &neither}) net->run_to(kEnd);
  EXPECT_EQ(written.hash(), built.hash());
  EXPECT_NE(written.hash(), neither.hash());
}

// ---- shares

/// Two classes, each of which could fill the link of a pair alone. The output queue of the link
/// fills where the crossbar is faster.
class SharedLink : public ::testing::Test {
 protected:
  SharedLink()
      : net_(load_config(TINSIM_SOURCE_DIR "/configs/pair.yaml",
                         {"topology.local_links_per_pair=1", "tin.switch.crossbar_speedup=2",
                          "traffic.0.class=[0, 1]", "traffic.0.load=1"})) {}

  /// Words of both classes that chip 1 takes from the link up to now.
  std::array<uint64_t, 2> words() {
    std::array<uint64_t, 2> sums{};
    for (unsigned vc = 0; vc < 6; ++vc) sums[vc / 3] += net_.cell_switch(1).counters(0, vc).words;
    return sums;
  }
  /// Share of class 0 from now on, once what waited is gone.
  double share() {
    net_.run_to(now_ += 2000);
    const auto before = words();
    net_.run_to(now_ += kCycles);
    const auto after = words();
    const auto low = double(after[0] - before[0]), high = double(after[1] - before[1]);
    EXPECT_GT(low + high, 0.95 * kCycles) << "the link is full";
    return low / (low + high);
  }
  /// For all VCs of a class.
  void write_weight(unsigned cls, uint32_t weight) {
    for (unsigned vc = 3 * cls; vc < 3 * cls + 3; ++vc)
      EXPECT_FALSE(net_.bus(0).write(now_, kWeight + 4 * vc, weight).error);
  }

  static constexpr Cycle kCycles = 40000;
  Chips net_;
  Cycle now_ = 0;
};

// A turn of both classes is 20 words per unit of weight, and a measurement cuts two of them.
TEST_F(SharedLink, FollowsTheWeightsOfTheTime) {
  const auto expect = [this](double a, double b) {
    const double turn = 20 * (a + b);
    EXPECT_NEAR(share(), a / (a + b), 2 * turn / kCycles + 0.005) << a << " : " << b;
  };
  expect(1, 1);
  write_weight(0, 8);
  expect(8, 1);
  write_weight(1, 3);
  expect(8, 3);
  write_weight(0, 1);
  expect(1, 3);
}

TEST_F(SharedLink, IsThatOfAStrictClass) {
  EXPECT_NEAR(share(), 0.5, 0.01);
  EXPECT_FALSE(net_.bus(0).write(now_, kStrict, 0b111000).error);
  EXPECT_LT(share(), 0.001);
  EXPECT_FALSE(net_.bus(0).write(now_, kStrict, 0).error);
  EXPECT_NEAR(share(), 0.5, 0.01);
}

}  // namespace
}  // namespace tinsim
