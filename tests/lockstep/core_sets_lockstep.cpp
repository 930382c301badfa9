// SPDX-License-Identifier: Apache-2.0
// Chip core and block models of switch and link: ordered sets of all kinds, MOS words among them,
// in the same slots.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "rtl_models/cell_switch/cell_switch.h"
#include "testbench/looped_switch.h"
#include "tests/lockstep/core_loop.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"

namespace tinsim {
namespace {

/// Writes in random bursts: by the port, which calls it, or by the bench between windows. Checks
/// that words arrive in order, and in the cycle that follows from the slot.
class Talker final : public MosUser {
 public:
  /// `mean`: cycles between writes; 0: the bench writes.
  Talker(uint64_t seed, unsigned mean) : random_(seed), mean_(mean) { next_ = gap(); }

  Cycle next_send() const override { return mean_ == 0 ? kNoCycle : next_; }
  void send(MosPort& port, Cycle now) override {
    next_ = now + gap();
    write(port, now);
  }
  void write(MosPort& port, Cycle now) {
    const MosBody word{static_cast<uint8_t>(random_.below(16)), number_};
    number_ += port.send(now, word);
  }
  void arrived(MosPort& port, Cycle due, const MosBody& word, bool /*accepted*/) override {
    EXPECT_EQ(word.payload, expected_++);
    EXPECT_GT(due, last_due_);
    last_due_ = due;
    if (random_.chance(70)) port.receive(due);
  }
  bool writes_between_windows() const { return mean_ == 0; }

 private:
  Cycle gap() { return mean_ == 0 ? 0 : 1 + random_.below(2 * mean_); }

  Random random_;
  unsigned mean_;
  Cycle next_ = 0, last_due_ = 0;
  uint64_t number_ = 0, expected_ = 0;
};

/// A switch with loops whose links have ordered sets, and MOS words of every link port.
template <class Pins>
class SetLoops {
 public:
  SetLoops(uint64_t seed, unsigned ports, unsigned vcs)
      : random_(seed + 1000), setup_(seed, ports, vcs), endpoints_(setup_, seed) {
    SwitchParams params = setup_.params();
    params.fc_hold = pick({0, 1, 8, 32, 255});
    params.refresh_cycles = pick({0, 32, 60, 400});
    params.timesync_cycles = pick({0, 0, 40, 123});
    RouteUnit route(setup_.table(), setup_.route_params(), seed, 0, params.terminal_ports);
    pair_ = std::make_unique<LockstepSwitch<Pins>>(params, route, setup_.ring_cycles());
    for (uint64_t left = setup_.links().first(); left != 0; left &= left - 1)
      join(static_cast<unsigned>(__builtin_ctzll(left)), params, seed);
    for (uint64_t left = setup_.links().first(); left != 0; left &= left - 1)
      join_mos(static_cast<unsigned>(__builtin_ctzll(left)));
    pair_->attach(&endpoints_);
  }

  void run(Cycle end) {
    for (Cycle now = 0; now < end; now += setup_.window()) {
      for (uint64_t left = setup_.links().first(); left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(__builtin_ctzll(left));
        if (talkers_[port]->writes_between_windows() && random_.chance(write_percent_))
          talkers_[port]->write(*mos_[port], now);
      }
      edit_settings(*pair_, random_, edit_percent_, now, now + setup_.window());
      pair_->advance(now, now + setup_.window());
      for (const auto& port : mos_)
        if (port != nullptr) port->apply_until(now + setup_.window());
      end_ = now + setup_.window();
    }
    pair_->finish(end_);
  }
  uint64_t compared() const { return pair_->compared(); }
  /// Words that took a slot.
  uint64_t sent() const {
    uint64_t words = 0;
    for (const auto& port : mos_) words += port != nullptr ? port->counts().sent : 0;
    return words;
  }

 private:
  Cycle pick(std::initializer_list<Cycle> values) {
    return values.begin()[random_.below(static_cast<unsigned>(values.size()))];
  }
  void join(unsigned port, const SwitchParams& params, uint64_t seed) {
    PortWire wire = setup_.wire(port, pair_->mailbox());
    wire.ordered_sets = true;
    if (params.refresh_cycles != 0)
      wire.refresh_phase = static_cast<uint16_t>(random_.below(params.refresh_cycles) & 0x7FFF);
    pair_->join(port, wire);
    LinkDriverParams driver;
    driver.port.vcs = params.vcs;
    driver.port.depth = params.rx_depth[port];
    driver.port.fc_hold_cycles = params.fc_hold;
    driver.port.fc_refresh_cycles = params.refresh_cycles;
    driver.port.fc_refresh_phase = wire.refresh_phase;
    driver.port.timesync_interval = params.timesync_cycles;
    driver.to = wire;
    drivers_.push_back(std::make_unique<LinkDriver>(driver));
    pair_->join_driver(port, *drivers_.back());
    mos_[port] = std::make_unique<MosPort>(MosParams{random_.range(2, 6), random_.range(2, 6)});
    talkers_[port] = std::make_unique<Talker>(seed * kMaxPorts + port,
                                              static_cast<unsigned>(pick({0, 3, 60, 100, 1000})));
    mos_[port]->attach(*talkers_[port]);
  }
  void join_mos(unsigned port) {
    const PortWire wire = setup_.wire(port, pair_->mailbox());
    mos_[port]->join_far(*mos_[wire.peer_port], wire.link_cycles);
    pair_->join_mos(port, *mos_[port]);
  }

  Random random_;
  LoopedSetup setup_;
  LoopedEndpoints endpoints_;
  unsigned write_percent_ = 10;
  unsigned edit_percent_ = 2;
  std::array<std::unique_ptr<MosPort>, kMaxPorts> mos_;
  std::array<std::unique_ptr<Talker>, kMaxPorts> talkers_;
  std::vector<std::unique_ptr<LinkDriver>> drivers_;
  std::unique_ptr<LockstepSwitch<Pins>> pair_;
  Cycle end_ = 0;
};

template <class Block, unsigned kPorts, unsigned kVcs>
void run_set_loops(uint64_t cycles, uint64_t first_seed) {
  uint64_t run = 0, compared = 0, sent = 0;
  for (uint64_t seed = first_seed; run < cycles; ++seed) {
    SCOPED_TRACE(seed);
    SetLoops<SwitchOnPins<Block, kPorts, kVcs>> loops(seed, kPorts, kVcs);
    ASSERT_NO_THROW(loops.run(2500));
    run += 2500;
    compared += loops.compared();
    sent += loops.sent();
    if (testing::Test::HasFailure()) return;
  }
  fmt::print("{} cycles, {} events and {} MOS words in the same slots\n", run, compared, sent);
  EXPECT_GT(compared, cycles / 10);
  EXPECT_GT(sent, cycles / 100);
}

TEST(CoreLockstep, HasOrderedSetsInTheSlotsOfTheBlockModels) {
  run_set_loops<CellSwitch<4, 4, 64>, 4, 4>(1'000'000 * soak_factor(), 1);
}

TEST(CoreLockstep, HasOrderedSetsOfFiftyPortsInTheirSlots) {
  run_set_loops<CellSwitch<50, 32, 512>, 50, 32>(40'000 * soak_factor(), 1);
}

}  // namespace
}  // namespace tinsim
