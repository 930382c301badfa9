// SPDX-License-Identifier: Apache-2.0
// 1RMA moves the right bytes: random operations, loss, NACKs, tampering, keys.
#include <gtest/gtest.h>

#include "tests/platform/networks.h"
#include "tests/platform/rma_workload.h"

namespace tinsim {
namespace {

PlatformConfig carried(PlatformConfig config) {
  config.rma.payload = Payload::carried;
  config.routing.mode = RouteMode::fully_adaptive;
  return config;
}

/// Every operation has ended, within 50 us, and memory is as the model says.
void expect_right(RmaTestNetwork& net, RmaWorkload& work, uint64_t ops) {
  work.compare_all();
  EXPECT_EQ(work.fault(), "");
  EXPECT_EQ(work.outstanding(), 0u);
  EXPECT_EQ(work.total(), ops);
  EXPECT_TRUE(net.is_quiet());
  for (unsigned host = 0; host < net.hosts(); host += 2)
    EXPECT_LT(net.engine_of(host).counters().slowest, RmaWorkload::kLongest);
}

/// All links lose cells, and targets have little room: operations time out, and are turned away.
PlatformConfig harsh(PlatformConfig config, unsigned server_contexts) {
  config.link.noise.push_back({});
  config.link.noise.back().ber = 1e-6;
  config.rma.nack_threshold = 2;
  config.rma.inbound_cycles = 20;
  config.rma.server_contexts = server_contexts;
  return carried(std::move(config));
}

/// Half of 10^5 operations, of every size and alignment, among all hosts.
void run_harsh(const PlatformConfig& config, uint64_t seed, unsigned slots) {
  constexpr uint64_t kOps = 50'000;
  RmaTestNetwork net(config);
  RmaWorkload work(net, seed, slots, kOps);
  work.run(20'000'000);
  expect_right(net, work, kOps);
  const auto record = [&](const char* name, RmaStatus status) {
    testing::Test::RecordProperty(name, std::to_string(work.count(status)));
  };
  record("ok", RmaStatus::kOk);
  record("nack", RmaStatus::kNack);
  record("timeout", RmaStatus::kTimeout);
  record("dispatch_timeout", RmaStatus::kDispatchTimeout);
  EXPECT_TRUE(work.has_done_all());
  EXPECT_GT(work.count(RmaStatus::kOk), kOps * 8 / 10);
  EXPECT_GT(work.count(RmaStatus::kNack), kOps / 200);
  EXPECT_GT(work.count(RmaStatus::kTimeout), kOps / 200);
  EXPECT_EQ(work.count(RmaStatus::kAuthentication), 0u);
  EXPECT_GT(net.dropped(RmaDrop::kDamaged), 0u);
}

TEST(RmaData, RandomOperationsInAPod) { run_harsh(harsh(dragonfly(1, 4, 0, 2), 10), 1, 8); }

TEST(RmaData, RandomOperationsInADragonflyOfFourPods) {
  run_harsh(harsh(dragonfly(4, 2, 2, 2), 6), 2, 4);
}

TEST(RmaData, SignedWithHmacAndTheRegionsKeys) {
  PlatformConfig config = carried(of_kind("pair", 2));
  config.rma.mac_mode = RmaMacMode::hmac;
  config.rma.key_mode = RmaKeyMode::region;
  RmaTestNetwork net(config);
  RmaWorkload work(net, 3, 4, 2000);
  work.run(4'000'000);
  expect_right(net, work, 2000);
  EXPECT_EQ(work.count(RmaStatus::kOk), 2000u);
}

/// Everything that can go wrong at once, and timers that are short for it.
TEST(RmaData, ShortTimersUnderPressureLeaveMemoryRight) {
  constexpr uint64_t kOps = 10'000;
  PlatformConfig config = carried(dragonfly(1, 4, 0, 2));
  config.rma.operation_timeout_us = 4;
  config.rma.dispatch_timeout_us = 1;
  config.rma.solicitation_window_bytes = 16384;
  config.rma.read_contexts = 4;
  RmaTestNetwork net(config);
  RmaWorkload work(net, 9, 16, kOps);
  work.run(20'000'000);
  expect_right(net, work, kOps);
  EXPECT_GT(work.count(RmaStatus::kTimeout), kOps / 1000);
  EXPECT_GT(work.count(RmaStatus::kDispatchTimeout), kOps / 100);
}

/// Any bit of any message, a different one each time: what is changed is refused or dropped, and no
/// byte is read or written that should not be.
TEST(RmaData, TamperingNeverChangesAByte) {
  constexpr uint64_t kOps = 6'000;
  RmaTestNetwork net(carried(dragonfly(1, 2, 0, 2)));
  Random random(5);
  uint64_t mutants = 0;
  net.rma().mail().tamper([&](const Cell& cell, RmaMessage& message) {
    if (!random.chance(20)) return;
    const bool request = cell.type <= static_cast<unsigned>(RmaCell::Pull);
    const unsigned words = request ? 5 : 3;
    const auto bits = static_cast<unsigned>(64 * words + 8 * message.data.size());
    const unsigned bit = random.below(bits);
    ++mutants;
    if (bit < 64 * words) {
      message.words[bit / 64] ^= uint64_t{1} << (bit % 64);
    } else {
      const unsigned place = bit - 64 * words;
      message.data[place / 8] = static_cast<uint8_t>(message.data[place / 8] ^ 1u << (place % 8));
    }
  });
  RmaWorkload work(net, 6, 8, kOps);
  work.run(40'000'000);
  expect_right(net, work, kOps);
  EXPECT_GT(mutants, kOps);
  EXPECT_GT(work.count(RmaStatus::kAuthentication), 0u);
  EXPECT_GT(work.count(RmaStatus::kTimeout), 0u);
  EXPECT_GT(net.dropped(RmaDrop::kBadTag), 0u);
}

TEST(RmaData, TheModelNoticesAWrongByte) {
  RmaTestNetwork net(carried(of_kind("pair", 2)));
  RmaWorkload work(net, 7, 2, 100);
  work.run(400'000);
  const uint8_t wrong[2] = {1, 2};
  net.memory(3).write(RmaTestNetwork::kBase + RmaWorkload::kLocal + 123'456, wrong, 2);
  work.compare_all();
  EXPECT_NE(work.fault(), "");
}

/// Keys: another's, one's own for another operation, the region's after a rekey.
class RmaKeys : public testing::Test {
 protected:
  RmaKeys() : net_(carried(of_kind("pair", 2))) {}
  RmaStatus end_of(const RmaCommand& command) {
    net_.host(0).issue(0, command, now_);
    now_ += 20'000;
    net_.run_to(now_);
    return net_.host(0).ended().back().completion.status;
  }

  RmaTestNetwork net_;
  Cycle now_ = 100;
};

TEST_F(RmaKeys, AnotherKeyIsRefused) {
  RmaCommand command = net_.command(0, 2, RmaOp::Read, 8);
  EXPECT_EQ(end_of(command), RmaStatus::kOk);
  command.key.lo ^= 1;
  EXPECT_EQ(end_of(command), RmaStatus::kAuthentication);
  EXPECT_EQ(net_.engine_of(2).counters().bad_macs, 1u);
  // Kd is for one kind of operation.
  command.key = net_.command(0, 2, RmaOp::Write, 8).key;
  EXPECT_EQ(end_of(command), RmaStatus::kAuthentication);
}

TEST_F(RmaKeys, ARevokedRegionIsRefused) {
  RmaRegion region = *net_.engine_of(2).region(0);
  region.live = false;
  net_.engine_of(2).register_region(0, region);
  EXPECT_EQ(end_of(net_.command(0, 2, RmaOp::Read, 8)), RmaStatus::kAuthentication);
}

TEST_F(RmaKeys, ARekeyChangesTheKeyForAllThatFollows) {
  const RmaCommand before = net_.command(0, 2, RmaOp::Read, 8);
  RmaCommand rekey = net_.command(0, 2, RmaOp::Rekey, 16);
  std::array<uint8_t, 16> key{};
  for (unsigned n = 0; n < key.size(); ++n) key[n] = static_cast<uint8_t>(n + 1);
  net_.memory(0).write(RmaTestNetwork::kBase, key.data(), key.size());
  EXPECT_EQ(end_of(rekey), RmaStatus::kOk);
  const RegionKey now = net_.engine_of(2).region(0)->key;
  EXPECT_EQ(now.lo, load_little(key.data(), 8));
  EXPECT_EQ(now.hi, load_little(key.data() + 8, 8));
  EXPECT_EQ(end_of(before), RmaStatus::kAuthentication);
  RmaCommand after = before;
  after.key =
      net_.engine_of(0).seal().derive(now, net_.address_of(0), 0, after.op, net_.address_of(2));
  EXPECT_EQ(end_of(after), RmaStatus::kOk);
}

}  // namespace
}  // namespace tinsim
