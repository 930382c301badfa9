// SPDX-License-Identifier: Apache-2.0
// Two 1RMA engines on a wire of constant delay: what a window moves, what NACKs are signed with,
// and which REKEYs take effect.
#include <gtest/gtest.h>

#include "rma_mutant_commands.h"

namespace tinsim {
namespace {

RmaParams pair_params() {
  RmaParams params;
  params.payload = Payload::carried;
  params.solicitation.window = 1 << 16;
  params.solicitation.dispatch_limit = 4000;
  params.timeout = 8000;
  params.pull_timeout = 7600;
  return params;
}

/// Reads of 4 KiB, so many at a time, each followed by the next.
class Reads {
 public:
  Reads(const RmaParams& params, Cycle wire, unsigned outstanding) : pair_(params) {
    pair_.wire = wire;
    PairHost& host = pair_.host(0);
    host.on_run = [this, outstanding](Cycle now) {
      for (unsigned slot = 0; slot < outstanding; ++slot) ask(slot, now);
    };
    host.on_end = [this](const RmaCompletion& completion, Cycle at) {
      EXPECT_EQ(completion.status, RmaStatus::kOk);
      ++ended_;
      remote_ = completion.total - completion.issue;
      ask(completion.slot, at);
    };
    host.wake(10);
  }
  /// Operations that end from `from` to `to`.
  uint64_t run(Cycle from, Cycle to) {
    pair_.run(from);
    const uint64_t before = ended_;
    pair_.run(to);
    return ended_ - before;
  }
  /// Remote delay of the last.
  Cycle remote() const { return remote_; }

 private:
  void ask(unsigned slot, Cycle now) {
    RmaCommand command = maker_.make(slot);
    command.op = static_cast<uint8_t>(RmaOp::Read);
    command.size = 4096;
    command.remote_offset = command.local_offset = 0;
    command.key =
        pair_.engine(0).seal().derive(key_of(kData), RmaEnginePair::address(0),
                                      CommandMaker::pid_of(slot), command.op, command.remote);
    pair_.command(0, slot, command, now);
  }

  RmaEnginePair pair_;
  Random random_{1};
  CommandMaker maker_{pair_, random_};
  uint64_t ended_ = 0;
  Cycle remote_ = 0;
};

/// A window of n operations of 4 KiB moves n · 4096 · 8 bit in each round trip, here of 5 us: with
/// 15 that is 98.3 Gb/s. The window is checked in the cycle after a refund, so a round trip is a
/// cycle longer than the delay.
TEST(RmaWindows, MoveTheirSizeInARoundTrip) {
  constexpr Cycle kRtt = 2000, kTrips = 100;
  Reads one(pair_params(), 30, 1);
  one.run(0, 3000);
  const Cycle wire = 30 + (kRtt - 1 - one.remote()) / 2;
  Reads alone(pair_params(), wire, 1);
  alone.run(0, 10'000);
  ASSERT_NEAR(alone.remote(), kRtt - 1, 1);
  for (unsigned n : {4u, 8u, 15u}) {
    RmaParams params = pair_params();
    params.solicitation.window = n * 4096;
    Reads many(params, wire, n + 4);
    const uint64_t ops = many.run(10 * kRtt, (10 + kTrips) * kRtt);
    const double gbps = static_cast<double>(ops) * 4096 * 8 / (kTrips * 5000.0);
    EXPECT_NEAR(gbps, n * 4096 * 8 / 5000.0, 0.002 * gbps) << n;
    if (n == 15) {
      EXPECT_NEAR(gbps, 98.3, 0.2);
    }
  }
}

/// Requests that find no room, right ones and one that only claims a region: no NACK is signed with
/// the region's key.
TEST(RmaNacks, HaveTheReservedKeyWhatRegionTheirRequestsClaim) {
  RmaParams params = pair_params();
  params.nack_threshold = 0;
  params.inbound_cycles = 2000;
  RmaEnginePair pair(params);
  Random random(1);
  CommandMaker maker(pair, random);
  Seal seal(params);
  std::vector<RmaCommand> commands(6);
  unsigned nacks = 0, requests = 0;
  std::map<RmaStatus, unsigned> ends;
  PairHost& host = pair.host(0);
  host.on_run = [&](Cycle now) {
    for (unsigned slot = 0; slot < commands.size(); ++slot)
      pair.command(0, slot, commands[slot] = maker.make(slot), now);
  };
  host.on_end = [&](const RmaCompletion& completion, Cycle) { ++ends[completion.status]; };
  pair.meddle = [&](Flight flight) {
    const auto& words = flight.message.words;
    if (flight.to == 1 && ++requests == commands.size())
      flight.message.words[3] ^= 1;  // the last one's tag
    if (flight.cell.type == static_cast<unsigned>(RmaCell::Nack)) {
      const RmaMeta meta = unpack_meta({words[0], words[1], words[2]});
      const auto opens = [&](const RegionKey& key) {
        std::vector<uint8_t> none;
        const uint64_t answers = flight.message.answers;
        return seal.open(RmaCell::Nack, meta, key, RmaEnginePair::address(1), answers, answers,
                         none);
      };
      EXPECT_TRUE(opens({}));
      EXPECT_FALSE(opens(commands[meta.slot & 0xFF].key));
      EXPECT_FALSE(opens(key_of(kData)));
      ++nacks;
    }
    return std::vector<Flight>{std::move(flight)};
  };
  host.wake(10);
  pair.run(kNoCycle - 1);
  EXPECT_EQ(nacks, 4u);  // one is taken, and one waits
  EXPECT_EQ(ends[RmaStatus::kNack], 4u);
  EXPECT_EQ(ends[RmaStatus::kOk], 2u);
  EXPECT_EQ(pair.engine(1).counters().nacks, 4u);
}

/// REKEYs of one region by the first engine, each in a slot of its own.
class Rekeys {
 public:
  static constexpr RegionKey kNew{0xABCD, 0x1234};

  explicit Rekeys(unsigned count) {
    for (unsigned n = 0; n < 2; ++n) {  // the new key: low half first
      std::array<uint8_t, 16> octets{};
      store_little(octets.data(), 8, kNew.lo + n);
      store_little(octets.data() + 8, 8, kNew.hi);
      pair_.memory(0).write(PairModel::kBase + 16 * n, octets.data(), 16);
    }
    PairHost& host = pair_.host(0);
    host.on_run = [this, count](Cycle now) {
      for (unsigned slot = 0; slot < count; ++slot) ask(slot, now);
    };
    host.on_end = [this](const RmaCompletion& completion, Cycle) {
      ends.push_back(completion.status);
    };
    host.wake(10);
  }
  RegionKey key() { return pair_.engine(1).region(kData)->key; }
  void run() {
    pair_.run(kNoCycle - 1);
    EXPECT_EQ(pair_.engine(1).servers(), 0u);
  }
  /// Does something at the far chip when the first PULL is on its way.
  void when_pulled(const std::function<void(RmaEngine&)>& act) {
    pair_.meddle = [this, act](Flight flight) {
      if (flight.cell.type == static_cast<unsigned>(RmaCell::Pull)) act(pair_.engine(1));
      return std::vector<Flight>{std::move(flight)};
    };
  }
  std::vector<RmaStatus> ends;

 private:
  void ask(unsigned slot, Cycle now) {
    RmaCommand command = maker_.make(slot);
    command.op = static_cast<uint8_t>(RmaOp::Rekey);
    command.size = 16;
    command.remote_offset = 0;
    command.local_offset = 16 * slot;
    command.key =
        pair_.engine(0).seal().derive(key_of(kData), RmaEnginePair::address(0),
                                      CommandMaker::pid_of(slot), command.op, command.remote);
    pair_.command(0, slot, command, now);
  }

  RmaEnginePair pair_{pair_params()};
  Random random_{1};
  CommandMaker maker_{pair_, random_};
};

TEST(RmaRekey, GivesTheNewKey) {
  Rekeys one(1);
  one.run();
  EXPECT_EQ(one.ends, std::vector{RmaStatus::kOk});
  EXPECT_EQ(one.key(), Rekeys::kNew);
}

/// Both are signed with the old key: the second arrives too late.
TEST(RmaRekey, OfTwoAtOnceOneHasItsWay) {
  Rekeys two(2);
  two.run();
  EXPECT_EQ(two.ends, (std::vector{RmaStatus::kOk, RmaStatus::kAuthentication}));
  EXPECT_EQ(two.key(), Rekeys::kNew);
}

/// The driver revokes the old key; a REKEY that is in flight does not restore it.
TEST(RmaRekey, DoesNotUndoWhatTheDriverHasDoneMeanwhile) {
  const RegionKey of_driver{5, 6};
  Rekeys late(1);
  late.when_pulled([&](RmaEngine& engine) {
    RmaRegion region = *engine.region(kData);
    region.key = of_driver;
    engine.register_region(kData, region);
  });
  late.run();
  EXPECT_EQ(late.ends, std::vector{RmaStatus::kAuthentication});
  EXPECT_EQ(late.key(), of_driver);

  Rekeys revoked(1);
  revoked.when_pulled([](RmaEngine& engine) { engine.register_region(kData, {}); });
  revoked.run();
  EXPECT_EQ(revoked.ends, std::vector{RmaStatus::kAuthentication});
  EXPECT_FALSE(revoked.key() == Rekeys::kNew);
}

}  // namespace
}  // namespace tinsim
