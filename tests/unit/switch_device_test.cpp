// SPDX-License-Identifier: Apache-2.0
// Registers of the cell switch: what is shown, what is refused, and the cycle in which a setting
// counts.
#include "tlm/tin/registers/switch_device.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/errors.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {
namespace {

constexpr uint32_t kArbiter = 0x1000, kStrict = 0x1004, kWeight = 0x1100;

class Inputs : public SwitchObserver {
 public:
  void matched(Cycle cycle, unsigned in, unsigned, unsigned, const Cell&) override {
    matches.push_back({cycle, in});
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}
  std::vector<std::pair<Cycle, unsigned>> matches;
};

/// Sends nothing; acts within the chip's cycle `when`.
class Actor : public Endpoints {
 public:
  Due inject(Cycle now, Mailbox&) override {
    if (now == when && act) act();
    return {now < when ? when : kNoCycle, 0};
  }
  Due credit(unsigned, Credit, Cycle) override { return {}; }
  Cycle deliver(unsigned, const Cell&, Cycle) override { return kNoCycle; }
  Cycle when = kNoCycle;
  std::function<void()> act;
};

/// Ports 0 to 2 are links, 3 a terminal. All cells go to port 2.
class SwitchRegistersTest : public ::testing::Test {
 protected:
  SwitchRegistersTest() {
    params_.ports = 4;
    params_.vcs = 4;
    params_.weights = {1, 2, 3, 4};
    params_.islip_iterations = 2;
    params_.queue_words = 50;
    params_.terminal_ports = 0b1000;
    params_.rx_depth.fill(256);
    params_.tx_limit.fill(256);
    RouteRows rows(2, false, 1);
    auto row_of = std::make_shared<RowMap>();
    (*row_of)[1] = 1;
    Candidates to_port_2;
    to_port_2.fill(2);
    for (unsigned c = 0; c < kPortClasses; ++c) rows.set_minimal(c, 1, to_port_2);
    table_.row_of = row_of;
    table_.routes = std::make_shared<const RouteRows>(std::move(rows));
    table_.terminal_port.fill(kNoRoute);
    make_switch();
  }
  void make_switch() {
    core_ = std::make_unique<CellSwitchCore>(params_, RouteUnit(table_, {}, 1, 0, 0b1000), 1024);
    core_->attach(&actor_);
    seen_.matches.clear();
    core_->observe(&seen_);
    for (unsigned port : {0u, 1u, 2u}) {
      PortWire wire;
      wire.peer = &far_;
      wire.peer_port = static_cast<uint8_t>(port);
      wire.link_cycles = 9;
      core_->join(port, wire);
    }
    device_ = std::make_unique<SwitchDevice>(*core_, *core_);
    space_ = std::make_unique<RegisterSpace>();
    space_->attach("cell_switch", *device_);
  }
  /// Cells of two words at inputs 0 and 1, on VCs 0 and 1.
  void push_two(Cycle due) {
    for (uint8_t port : {0, 1}) {
      Cell cell;
      cell.dst = 1 << 6;
      cell.vc = port;
      cell.words = 2;
      cell.hop = 12;
      core_->mailbox().push_cell(port, due, cell);
    }
  }
  uint32_t read(uint32_t address) { return space_->read(1, address).data; }
  bool is_refused(uint32_t address, uint32_t data) { return space_->write(1, address, data).error; }

  SwitchParams params_;
  RouteTable table_;
  Mailbox far_{1024};
  Inputs seen_;
  Actor actor_;
  std::unique_ptr<CellSwitchCore> core_;
  std::unique_ptr<SwitchDevice> device_;
  std::unique_ptr<RegisterSpace> space_;
};

TEST_F(SwitchRegistersTest, ShowWhatWasWritten) {
  EXPECT_EQ(read(kArbiter), 2u | 1 << 4 | 50 << 8);
  EXPECT_EQ(read(kWeight + 8), 3u);
  EXPECT_FALSE(is_refused(kArbiter, 4));
  EXPECT_FALSE(is_refused(kStrict, 0b1010));
  EXPECT_FALSE(is_refused(kWeight + 8, 255));
  EXPECT_EQ(read(kArbiter), 4u | 1 << 4 | 50 << 8) << "straps keep their values";
  EXPECT_EQ(read(kStrict), 0b1010u);
  EXPECT_EQ(read(kWeight + 8), 255u);
  EXPECT_EQ(read(kWeight + 12), 4u);
  core_->advance(0, 100);
  EXPECT_EQ(core_->params().islip_iterations, 4u);
  EXPECT_EQ(core_->params().strict_vcs, 0b1010u);
  EXPECT_EQ(core_->params().weights[2], 255u);
}

TEST_F(SwitchRegistersTest, RefuseWhatTheSwitchCannotUse) {
  for (const uint32_t rounds : {0u, 5u, 6u, 7u}) EXPECT_TRUE(is_refused(kArbiter, rounds));
  EXPECT_TRUE(is_refused(kStrict, 1u << 4)) << "there are four VCs";
  EXPECT_TRUE(is_refused(kStrict, ~0u));
  EXPECT_TRUE(is_refused(kWeight, 0));
  EXPECT_TRUE(is_refused(kWeight, 256)) << "bit 8 is reserved: a weight of zero";
  EXPECT_TRUE(is_refused(kWeight + 4 * 4, 1));
  EXPECT_EQ(space_->read(2, 0x18).data, kWeight + 4 * 4);
  EXPECT_EQ(read(kArbiter), 2u | 1 << 4 | 50 << 8);
  EXPECT_EQ(read(kStrict), 0u);
  EXPECT_EQ(read(kWeight), 1u);
  core_->advance(0, 100);
  EXPECT_EQ(core_->params().islip_iterations, 2u);
  EXPECT_EQ(core_->params().strict_vcs, 0u);
  EXPECT_EQ(core_->params().weights, params_.weights);
}

// docs/reference/registers.md: the arbiter uses what was written in cycle x from x + 3 on. Two
// cells that can be matched in a cycle go in order of inputs, unless VC 1 is strict.
TEST_F(SwitchRegistersTest, AWriteCountsInTheArbiterThreeCyclesLater) {
  for (const Cycle window : {1000u, 17u, 1u}) {
    for (const Cycle issued : {96u, 97u, 98u}) {
      make_switch();
      push_two(100);
      EXPECT_FALSE(space_->write(issued, kStrict, 0b10).error);
      for (Cycle now = 0; now < 200; now += window) core_->advance(now, now + window);
      const unsigned first = issued <= 97 ? 1 : 0;
      EXPECT_EQ(seen_.matches,
                (std::vector<std::pair<Cycle, unsigned>>{{100, first}, {102, 1 - first}}));
    }
  }
}

TEST_F(SwitchRegistersTest, AChipWritesItsOwnRegistersWithinAWindow) {
  push_two(100);
  actor_.when = 97;
  actor_.act = [this] { EXPECT_FALSE(space_->write(97, kStrict, 0b10).error); };
  core_->advance(0, 500);
  EXPECT_EQ(seen_.matches.front().second, 1u);
}

// Heads that wait as the setting changes are among those that it concerns.
TEST_F(SwitchRegistersTest, AHeadThatWaitsBecomesStrict) {
  for (const bool is_written : {false, true}) {
    make_switch();
    for (unsigned n = 0; n < 3; ++n) push_two(100 + n);
    if (is_written) space_->write(101, kStrict, 0b10);
    core_->advance(0, 500);
    std::vector<unsigned> inputs;
    for (const auto& [cycle, in] : seen_.matches) inputs.push_back(in);
    EXPECT_EQ(inputs, is_written ? (std::vector<unsigned>{0, 1, 1, 1, 0, 0})
                                 : (std::vector<unsigned>{0, 1, 0, 1, 0, 1}));
  }
}

TEST_F(SwitchRegistersTest, AWriteThatIsTooLateIsAnInvariant) {
  push_two(100);
  actor_.when = 110;
  actor_.act = [this] { space_->write(100, kStrict, 0b10); };
  EXPECT_THROW(core_->advance(0, 500), InvariantError);
}

}  // namespace
}  // namespace tinsim
