// SPDX-License-Identifier: Apache-2.0
// The chip's IP path held to the models of its blocks: they agree, and each difference is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "platform/statistics/ip_result.h"
#include "rtl_models/common/lockstep.h"
#include "testbench/run_fresh.h"
#include "tests/platform/ip_network_fixture.h"
#include "tests/platform/networks.h"
#include "tlm/tin/ip/ip_blocks.h"

namespace tinsim {
namespace {

/// Queues that overflow and mark, classes of both kinds, packets that arrive too late, or expire.
PlatformConfig harsh(IpSpread spread = IpSpread::cell, unsigned interleaved = 1) {
  PlatformConfig config = dragonfly(2, 2, 2, 2);
  config.ip.payload = Payload::carried;
  config.ip.ingress.spread = spread;
  config.ip.ingress.interleaved_packets = interleaved;
  config.ip.egress.window_kib = 20;
  config.ip.egress.drop_threshold = 3;
  config.ip.egress.mark_threshold = 1;
  config.ip.egress.strict_classes = {6};
  config.ip.egress.weights = {1, 2, 3, 4, 1, 8, 1, 1};
  config.ip.egress.fetch_timeout_us = 2.5;
  config.ip.routes = {{"10.1.0.0/16", {}, {0, 3}, {1, 3}, false},
                      {"224.0.0.0/4", {}, {}, {1}, true}};
  return config;
}

/// One of a group, unknown, punted.
constexpr std::array<uint32_t, 3> kAddresses = {0x0A010203, 0x7F000001, 0xE0000001};

/// Octets of IPv4, of which the chip reads version and time to live.
std::vector<uint8_t> octets_of(unsigned bytes, unsigned time_to_live) {
  std::vector<uint8_t> octets(bytes);
  octets[0] = 0x45;
  octets[8] = static_cast<uint8_t>(time_to_live);
  return octets;
}

/// All hosts send to two others, and to those addresses.
void send_all_kinds(IpTestNetwork& net, unsigned packets) {
  for (unsigned i = 0; i < packets; ++i) {
    const uint64_t random = mix64(i);
    const unsigned from = random % net.hosts(), to = (random >> 8) % 2;
    if (from == to) continue;
    const unsigned bytes = 20 + (random >> 16) % (random >> 60 == 0 ? 16000 : 1481);
    const auto cos = static_cast<uint8_t>((random >> 40) % 8);
    const unsigned where = std::min<unsigned>((random >> 50) % 16, kAddresses.size());
    // A flow has one class and one destination.
    Packet packet = net.packet(from, to, bytes, i * 12, cos, (where * 2 + to) * 8 + cos);
    packet.ecn = (random >> 44) % 4;
    packet.data = octets_of(bytes, (random >> 54) % 32);
    if (where < kAddresses.size()) packet.address_hi = uint64_t{kAddresses[where]} << 32;
    net.host(from).send(packet);
  }
}

IpBlocks lockstep_of(IpTestNetwork& net, const IpRoutes& routes) {
  return IpBlocks(net.engine_of(0).params(), routes);
}

struct Order {
  const char* spread;
  unsigned interleaved;
};
class IpLockstepRun : public testing::TestWithParam<Order> {};

TEST_P(IpLockstepRun, TheChipAgreesWithItsBlocks) {
  IpTestNetwork net(harsh(Word{GetParam().spread}, GetParam().interleaved));
  IpBlocks lockstep = lockstep_of(net, net.routes());
  net.engine_of(0).decide_by(&lockstep);
  send_all_kinds(net, 6000);
  // The last to leave are those punted, by a port of 1 Gb/s: 20 KiB in the window and five packets.
  net.run_to(72000 + (20 * 1024 + 5 * 16384) * 8 * 2 / 5);
  const IpCounters& counters = net.engine_of(0).counters();
  for (unsigned block = 0; block < IpBlocks::kBlocks; ++block) {
    EXPECT_GT(lockstep.compared(static_cast<IpBlocks::Block>(block)), 500u) << block;
  }
  EXPECT_EQ(lockstep.skipped(), 0u);
  // The events for which the traffic was made have occurred.
  const IpCounters total = net.total();
  EXPECT_GT(total.lost[static_cast<unsigned>(IpLoss::kClearedToDrop)], 50u);
  EXPECT_GT(total.lost[static_cast<unsigned>(IpLoss::kUnroutable)], 50u);
  EXPECT_GT(total.lost[static_cast<unsigned>(IpLoss::kExpired)], 100u);
  EXPECT_GT(counters.lost[static_cast<unsigned>(IpLoss::kFetchTimeout)], 10u);
  EXPECT_GT(counters.late_cells, 10u);
  // No decision was left out, and no packet is missing.
  EXPECT_EQ(lockstep.compared(IpBlocks::kIpLookup), counters.taken);
  EXPECT_EQ(total.taken,
            total.delivered + std::accumulate(total.lost.begin(), total.lost.end(), uint64_t{0}));
}

INSTANTIATE_TEST_SUITE_P(Spread, IpLockstepRun,
                         testing::Values(Order{"cell", 1}, Order{"cell", 4}, Order{"packet", 1}));

TEST(IpLockstep, GoesOnAfterMorePacketsThanTheOrderHasEntries) {
  IpTestNetwork net(dragonfly(2, 2, 2, 2));
  IpBlocks lockstep = lockstep_of(net, net.routes());
  net.engine_of(0).decide_by(&lockstep);
  for (unsigned i = 0; i < 4000; ++i) {
    const unsigned from = 2 + i % 6;
    net.host(from).send(net.packet(from, 0, 46, i < 3000 ? i : 30000 + 100 * i));
  }
  net.run_to(500000);
  EXPECT_GT(lockstep.skipped(), 1000u);
  EXPECT_GT(lockstep.compared(IpBlocks::kReorder), 2000u);
}

TEST(IpLockstep, AConfiguredRunGivesTheSameResult) {
  PlatformConfig config = dragonfly(2, 2, 2, 2);
  config.ip.enabled = true;
  config.ip_traffic = {IpTrafficConfig{}};
  config.ip_traffic[0].gbps = 30;
  config.run.warmup_us = 5;
  config.run.measure_us = 10;
  const uint64_t model = run_fresh(config).state_hash;
  config.tin.impl = SwitchImpl::lockstep_pins;
  config.tin.impl_chips = {0, 3};
  EXPECT_EQ(run_fresh(config).state_hash, model);
}

/// In an unobserved engine a cell is stored before its last word has come, and cells of several
/// ports are reported in another order than they complete: a short last one may end before the
/// others.
TEST(IpLockstep, PacketsWhoseLastCellEndsFirstTakeAsLongUnobserved) {
  PlatformConfig config = dragonfly(2, 2, 2, 2);
  config.ip.enabled = true;
  config.ip_traffic = {IpTrafficConfig{}};
  config.ip_traffic[0].transport = IpTransport::none;
  config.ip_traffic[0].gbps = 20;
  config.ip_traffic[0].message_bytes = 400;
  config.run.warmup_us = 5;
  config.run.measure_us = 40;
  const auto one_way = [&config] {
    return run_fresh(config).sections.get<IpResult>().classes.at(0).hosts.one_way;
  };
  const Histogram unseen = one_way();
  config.tin.impl = SwitchImpl::lockstep_pins;
  config.tin.impl_chips = {0, 1, 2, 3};
  const Histogram watched = one_way();
  EXPECT_GT(unseen.count(), 1000u);
  EXPECT_EQ(unseen.count(), watched.count());
  EXPECT_EQ(unseen.sum(), watched.sum());
}

/// Passes decisions on, and changes one of them on the way: once `skip` of its kind have passed.
class Liar final : public IpDecider {
 public:
  enum Lie {
    kAnswer,
    kTimeToLive,
    kExpiry,
    kRefusal,
    kMark,
    kQueue,
    kNoGrant,
    kEptr,
    kFlow,
    kArrival,
    kRelease,
    kOffer,
    kLength,
    kTrace
  };
  Liar(IpDecider& to, Lie lie) : to_(to), lie_(lie) {}

  std::optional<IpRoutes::Answer> looked_up(Cycle now, const IpAddress& address, uint16_t hash,
                                            const std::optional<IpRoutes::Answer>& own) override {
    auto corrupted = own;
    if (corrupted && corrupts(kAnswer)) corrupted->dst ^= 1;
    to_.looked_up(now, address, hash, corrupted);
    return own;
  }
  ForwardedHead time_to_live_updated(Cycle now, bool v6, bool forwards, const IpHead& head,
                                     const ForwardedHead& own) override {
    ForwardedHead corrupted = own;
    if (corrupts(kTimeToLive)) corrupted.head.hi ^= 1;
    if (corrupts(kExpiry)) corrupted.is_expired = !corrupted.is_expired;
    to_.time_to_live_updated(now, v6, forwards, head, corrupted);
    return own;
  }
  bool refused(Cycle now, unsigned queue, unsigned depth, bool own) override {
    to_.refused(now, queue, depth, own != corrupts(kRefusal));
    return own;
  }
  bool is_full(Cycle now, bool own) override { return to_.is_full(now, own); }
  unsigned chosen(Cycle now, const CtsView& view, unsigned own) override {
    unsigned queue = own;
    if (queue != kNoQueue && corrupts(kQueue)) queue ^= 1;
    if (queue != kNoQueue && corrupts(kNoGrant)) queue = kNoQueue;
    to_.chosen(now, view, queue);
    return own;
  }
  void scheduled(Cycle now, bool is_expired) override { to_.scheduled(now, is_expired); }
  uint16_t reserved(Cycle now, unsigned bytes, uint16_t own) override {
    to_.reserved(now, bytes, corrupts(kEptr) ? own ^ 1 : own);
    return own;
  }
  void pushed(Cycle now, const EgressPlace& place, uint32_t flow) override {
    to_.pushed(now, place, lie_ == kFlow ? 0 : flow);
  }
  CellArrival stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                     const CellArrival& own) override {
    CellArrival corrupted = own;
    if (corrupted.stored && corrupts(kArrival)) corrupted.complete = !corrupted.complete;
    to_.stored(now, eptr, idx, vbytes, corrupted);
    return own;
  }
  void completed(Cycle now, const EgressPlace& place) override { to_.completed(now, place); }
  void cancelled(Cycle now, const EgressPlace& place) override { to_.cancelled(now, place); }
  std::optional<uint16_t> offered(Cycle now, unsigned eport, bool is_strict,
                                  std::optional<uint16_t> own) override {
    return to_.offered(now, eport, is_strict, own);
  }
  uint8_t departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                  uint8_t own) override {
    EgressPlace corrupted = place;
    if (corrupts(kOffer)) ++corrupted.entry;
    to_.departs(now, corrupted, packet, depth, corrupts(kMark) ? own ^ 3 : own);
    return own;
  }
  void released(Cycle now, const EgressPlace& place, unsigned bytes) override {
    if (!corrupts(kRelease)) to_.released(now, place, bytes);
  }
  void cell_sent(Cycle now, const Packet& packet, uint16_t eptr, bool is_last,
                 Cell& cell) override {
    Cell corrupted = cell;
    if (corrupts(kLength)) --corrupted.words;
    if (corrupts(kTrace)) corrupted.traced = !corrupted.traced;
    to_.cell_sent(now, packet, eptr, is_last, corrupted);
  }

 private:
  bool corrupts(Lie lie) { return lie == lie_ && ++count_ == 100; }

  IpDecider& to_;
  Lie lie_;
  unsigned count_ = 0;
};

struct Told {
  Liar::Lie lie;
  const char* block;
  const char* field;
};

class IpLockstepFault : public testing::TestWithParam<Told> {};

TEST_P(IpLockstepFault, IsFoundAndNamed) {
  IpTestNetwork net(harsh());
  IpBlocks lockstep = lockstep_of(net, net.routes());
  Liar liar(lockstep, GetParam().lie);
  net.engine_of(0).decide_by(&liar);
  send_all_kinds(net, 6000);
  try {
    net.run_to(100000);
    FAIL() << "the planted difference was not found";
  } catch (const LockstepMismatch& mismatch) {
    const std::string text = mismatch.what();
    EXPECT_EQ(text.find("pod 0 tin 0 "), 0u) << text;
    EXPECT_NE(text.find(" cycle "), std::string::npos) << text;
    EXPECT_NE(text.find(GetParam().block), std::string::npos) << text;
    EXPECT_EQ(mismatch.field().find(GetParam().field), 0u) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Planted, IpLockstepFault,
                         testing::Values(Told{Liar::kAnswer, "ip_lookup", "dst_o"},
                                         Told{Liar::kTimeToLive, "ttl_update", "head_hi_o"},
                                         Told{Liar::kExpiry, "ttl_update", "expired_o"},
                                         Told{Liar::kTrace, "cellifier", "header.trace"},
                                         Told{Liar::kLength, "cellifier", "header.len"},
                                         Told{Liar::kRefusal, "ecn_ctd", "accept_o"},
                                         Told{Liar::kMark, "ecn_ctd", "ecn_o"},
                                         Told{Liar::kQueue, "cts_scheduler", "grant_queue_o"},
                                         Told{Liar::kNoGrant, "cts_scheduler", "grant_valid_o"},
                                         Told{Liar::kEptr, "reassembly_buffer", "reserve_eptr_o"},
                                         Told{Liar::kArrival, "reassembly_buffer",
                                              "result_complete_o"},
                                         Told{Liar::kRelease, "cts_scheduler", "outstanding_o"},
                                         Told{Liar::kOffer, "reorder_queue", "offer_entry_o"},
                                         Told{Liar::kFlow, "reorder_queue", "offer_"}));

}  // namespace
}  // namespace tinsim
