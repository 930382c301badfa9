// SPDX-License-Identifier: Apache-2.0
// A user's models at hosts of a two-pod Dragonfly with real 1RMA engines: data, latency to the
// cycle by formula, windows, debug access.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "base/usage_error.h"
#include "platform/services/rma_network.h"
#include "platform/services/time_sync_network.h"
#include "platform/validate/load.h"
#include "testbench/open_host_bench.h"

namespace tinsim {
namespace {

using sc_core::sc_time;

constexpr double kPs = 2500;
constexpr unsigned kReader = 0, kOwner = 6;
constexpr uint64_t kBase = 0x10000, kQueue = 0x20000;

sc_time at(uint64_t cycle) { return {static_cast<double>(cycle) * kPs, sc_core::SC_PS}; }

// docs/explanation/architecture.md, docs/reference/rma.md and docs/reference/pcie.md, with the
// default delays.
constexpr unsigned kCommand = 40, kRequest = 8, kInbound = 0, kCheck = 40, kCrypt = 40;
constexpr unsigned kMemory = 240, kWrite = 100, kMmio = 40, kFec = 12, kLocal = 2, kGlobal = 100;

/// MPS 256, Gen3 x16: 113.70 Gb/s.
unsigned on_pcie(double bytes) {
  return static_cast<unsigned>(std::ceil(bytes / (113.70 / 8 * 2.5)));
}

/// The only link between the pods, and a local one on each side unless it ends in the chip itself.
unsigned cell_latency(const Topology& topology, unsigned from, unsigned to, unsigned words) {
  const auto reaches = [&](unsigned chip, unsigned other) {
    for (const PortInfo& port : topology.chips[chip].ports)
      if (port.kind == PortKind::kGlobal &&
          topology.chips[port.peer_chip].pod == topology.chips[other].pod)
        return true;
    return false;
  };
  const unsigned locals = !reaches(from, to) + !reaches(to, from);
  return 16 * (locals + 2) + kLocal * locals + kGlobal + kFec + words - 1;
}

RmaCommand read_command(const OpenNetwork& net, unsigned bytes) {
  RmaCommand command;
  command.size = static_cast<uint16_t>(bytes);
  command.remote = net.address(kOwner);
  command.remote_region = 5;
  command.local_region = 1;
  command.queue_region = 2;
  command.cookie = 77;
  command.key = {11, 22};
  return command;
}

/// One read of `bytes`; its command is written at the beginning of cycle `begin`.
struct OneRead {
  OneRead(unsigned bytes, Cycle begin, Cycle window, std::function<void(OneRead&)> poll = {},
          RegionKey key = {11, 22})
      : net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml", {}, window),
        owner(net, kOwner),
        reader(net, kReader),
        poller("poller"),
        for_poller("for_poller", net.memory(kReader)),
        there(bytes) {
    poller.socket.bind(for_poller.socket);
    if (poll) poller.start([this, poll] { poll(*this); });
    std::iota(there.begin(), there.end(), 3);
    net.memory(kOwner).write(kBase, there.data(), bytes);
    owner.user.start([this] {
      owner.user.add_region(5, {true, kBase, 4096, kPermRead, 0, {11, 22}});
    });
    reader.user.start([this, bytes, begin, key] {
      reader.user.add_region(1, {true, kBase, 4096, kPermWrite, 0, {33, 44}});
      reader.user.add_region(2, {true, kQueue, 4096, kPermWrite, 0, {33, 44}});
      sc_core::wait(at(begin) - sc_core::sc_time_stamp());
      RmaCommand command = read_command(net, bytes);
      command.key = key;
      reader.user.post(0, command);
      posted = sc_core::sc_time_stamp();
    });
    net.run(at(begin + 4000));
    here.resize(bytes);
    net.memory(kReader).read(kBase, here.data(), bytes);
    net.memory(kReader).read(kQueue, completion.data(), kCompletionBytes);
    if (!reader.memory.writes.empty()) landed = reader.memory.writes.back().at;
  }
  uint64_t field(unsigned first, unsigned bytes) const {
    return load_little(completion.data() + first, bytes);
  }
  bool is_clean() const {
    return owner.at_bar.breaches().empty() && owner.at_memory.breaches().empty() &&
           reader.at_bar.breaches().empty() && reader.at_memory.breaches().empty();
  }

  OpenNetwork net;
  UserHost<GoodSoftware> owner, reader;
  ScriptedInitiator poller;
  HostMemoryTarget for_poller;
  std::vector<uint8_t> there, here;
  CompletionBytes completion{};
  sc_time posted, landed, polled;
};

/// The engine's total delay of a read that fits one cell.
unsigned total(unsigned bytes) {
  const Topology topology =
      make_topology(load_config(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml"));
  const unsigned padded = (bytes + 3) / 4 * 4, words = 4 + (bytes + 7) / 8;
  return kCommand + kRequest + cell_latency(topology, kReader / 2, kOwner / 2, 6) + kInbound +
         kCheck + on_pcie(24) + kMemory + on_pcie(20 + padded) + kCrypt +
         cell_latency(topology, kOwner / 2, kReader / 2, words) + kCrypt;
}

/// From the first store until the completion is in memory: four stores of 16 octets back to back,
/// the engine, and data and completion one behind the other.
unsigned seen(unsigned bytes) {
  const unsigned padded = (bytes + 3) / 4 * 4;
  return on_pcie(4 * (24 + 16)) + kMmio + total(bytes) + on_pcie(24 + padded + 24 + 32) + kWrite;
}

class OpenHostRead : public testing::TestWithParam<unsigned> {};

TEST_P(OpenHostRead, TakesWhatTheFormulaSays) {
  const unsigned bytes = GetParam();
  const OneRead read(bytes, 1000, 1);
  EXPECT_EQ(read.here, read.there);
  EXPECT_EQ(read.completion[0], 0x80) << "first lap, OK";
  EXPECT_EQ(read.field(4, 4), bytes);
  EXPECT_EQ(read.field(8, 4), kCommand * 5 / 2);
  EXPECT_EQ(read.field(12, 4), total(bytes) * 5 / 2);
  EXPECT_EQ(read.field(16, 8), 77u);
  EXPECT_EQ(read.posted, at(1000)) << "stores are posted";
  EXPECT_EQ(read.landed, at(1000 + seen(bytes)));
  EXPECT_TRUE(read.is_clean());
}

INSTANTIATE_TEST_SUITE_P(Bytes, OpenHostRead, testing::Values(1, 8, 63, 64, 128));

TEST(OpenHostVerdict, AReadThatEndsWellIsHealthy) {
  OneRead read(64, 1000, 1);
  EXPECT_TRUE(read.net.verdict().empty());
}

TEST(OpenHostVerdict, AReadThatIsRefusedIsAReason) {
  OneRead refused(64, 1000, 1, {}, {11, 23});
  const auto reasons = refused.net.verdict();
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].name, "operations_failed");
  EXPECT_EQ(reasons[0].count, 1u);
  EXPECT_EQ(reasons[0].of, 1u);
  EXPECT_EQ(verdict_of(reasons), Verdict::kFailing);
}

/// A request inside a window leaves in its last cycle; the rest is the same.
class OpenHostWindow : public testing::TestWithParam<Cycle> {};

TEST_P(OpenHostWindow, DelaysRequestsInsideIt) {
  constexpr Cycle kWindow = 16;
  const OneRead read(64, GetParam(), kWindow);
  EXPECT_EQ(read.here, read.there);
  const Cycle leaves = GetParam() / kWindow * kWindow + kWindow - 1;
  EXPECT_EQ(read.landed, at(leaves + seen(64)));
  EXPECT_EQ(read.field(12, 4), total(64) * 5 / 2);
}

INSTANTIATE_TEST_SUITE_P(Begins, OpenHostWindow, testing::Values(1600, 1601, 1611, 1615));

TEST(OpenHost, DebugAccessSeesRegistersOfAnyHostAndChangesNothing) {
  OneRead read(64, 1000, 1);
  const auto look = [](UserHost<GoodSoftware>& host, uint64_t address) {
    auto& trans = host.user.pool.allocate(tlm::TLM_READ_COMMAND, address, 8);
    const unsigned done = host.user.socket->transport_dbg(trans);
    const uint64_t value = load_little(trans.get_data_ptr(), 8);
    trans.release();
    return done == 8 ? value : 0xBAD;
  };
  EXPECT_EQ(look(read.owner, 0x8), read.net.address(kOwner));
  EXPECT_EQ(look(read.reader, 0x400), 1u) << "commands";
  EXPECT_EQ(look(read.reader, 0x408), 1u) << "ended";
  EXPECT_EQ(look(read.owner, 0x420), 1u) << "requests";
  for (unsigned n = 0; n < 3; ++n) EXPECT_EQ(look(read.reader, 0x10), 0u) << "takes no slot";
  EXPECT_EQ(look(read.reader, 0x100), 0xBADu) << "written only";
  EXPECT_EQ(look(read.reader, kCommandWindow), 0xBADu);
}

/// The pointer stays good while the chip writes; a debugger sees the same, of any host.
TEST(OpenHost, SoftwarePollsThroughDmi) {
  OneRead read(64, 1000, 1, [](OneRead& r) {
    auto& trans = r.poller.pool.allocate(tlm::TLM_READ_COMMAND, kQueue, 1);
    tlm::tlm_dmi dmi;
    ASSERT_TRUE(r.poller.socket->get_direct_mem_ptr(trans, dmi));
    ASSERT_TRUE(dmi.is_read_write_allowed());
    const uint8_t* status = dmi.get_dmi_ptr() + (kQueue - dmi.get_start_address());
    sc_core::wait(kPs / 2, sc_core::SC_PS);
    while (*status == 0) sc_core::wait(at(1));
    r.polled = sc_core::sc_time_stamp();
    trans.set_data_length(1);
    EXPECT_EQ(r.poller.socket->transport_dbg(trans), 1u);
    EXPECT_EQ(trans.get_data_ptr()[0], 0x80);
    trans.release();
  });
  EXPECT_EQ(read.polled, at(1000 + seen(64)) + sc_time(kPs / 2, sc_core::SC_PS));
}

TEST(OpenHost, WhatItsMemoryRefusesEndsWithAStatus) {
  const std::string yaml = TINSIM_SOURCE_DIR "/testbench/two_pods.yaml";
  OpenNetwork net(yaml, {"pcie.memory_mib=1"});
  UserHost<GoodSoftware> owner(net, kOwner), reader(net, kReader);
  owner.user.start([&] {
    owner.user.add_region(5, {true, 1 << 20, 4096, kPermRead, 0, {11, 22}});  // beyond its memory
  });
  reader.user.start([&] {
    reader.user.add_region(1, {true, kBase, 4096, kPermWrite, 0, {33, 44}});
    reader.user.add_region(2, {true, kQueue, 4096, kPermWrite, 0, {33, 44}});
    sc_core::wait(at(1000));
    reader.user.post(0, read_command(net, 64));
  });
  net.run(at(5000));
  uint8_t status = 0;
  net.memory(kReader).read(kQueue, &status, 1);
  EXPECT_EQ(status, 0x81) << "REMOTE_AUTHENTICATION_FAILURE";
}

TEST(OpenHost, RegionsOfAHostThatIsNotThereAreDropped) {
  OpenNetwork net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml", {"topology.hosts_per_tin=1"});
  UserHost<GoodSoftware> host(net, 0);
  host.user.start([&] {
    host.user.add_region(3, {true, 0, 4096, 15, 1, {33, 44}});
    host.user.add_region(4, {true, 0, 4096, 15, 0, {33, 44}});
  });
  net.run(at(1000));
  const RmaEngine& engine = net.platform().services().get<RmaNetwork>().engine(0);
  EXPECT_FALSE(engine.region(3)->live);
  EXPECT_TRUE(engine.region(4)->live);
  EXPECT_EQ(engine.counters().bad_stores, 1u);
}

TEST(OpenHost, RefusesHostsThatAreNotThere) {
  const std::string yaml = TINSIM_SOURCE_DIR "/testbench/two_pods.yaml";
  OpenNetwork net(yaml);
  EXPECT_THROW(net.open(8), UsageError);
}

TEST(OpenHost, RefusesRegionsThatHaveNoPlace) {
  OpenNetwork net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml");
  net.add_region(1, 4095, 0x1000, 8, kPermRead, {1, 2});
  const RmaRegion* region = net.platform().services().get<RmaNetwork>().engine(0).region(4095);
  ASSERT_NE(region, nullptr);
  EXPECT_TRUE(region->live);
  EXPECT_EQ(region->host, 1) << "of its chip";
  EXPECT_THROW(net.add_region(8, 1, 0, 8, 1, {1, 2}), UsageError) << "no such host";
  EXPECT_THROW(net.add_region(0, 4096, 0, 8, 1, {1, 2}), UsageError);
  EXPECT_THROW(net.add_region(0, 1, ~uint64_t{0}, 8, 1, {1, 2}), UsageError);
  EXPECT_THROW(net.add_region(0, 1, 0, 8, 1, {}), UsageError) << "the reserved key";
}

// Clocks of 100 ppm begin at different times, and follow that of the primary, which shows the
// cycle.
TEST(OpenHost, ReadsTheHardwareClockOfItsChip) {
  const std::string yaml = TINSIM_SOURCE_DIR "/testbench/two_pods.yaml";
  OpenNetwork net(yaml, {"timesync={enabled: true, interval_us: 20, clock_ppm: 100}"}, 50);
  const PtpClock near = net.clock(kReader), far = net.clock(kOwner);
  EXPECT_FALSE(far.read(net.platform().now()).is_synchronised);
  net.run(at(40'000));  // 100 us
  const Cycle now = net.platform().now();
  const PtpTime near_time = near.read(now), far_time = far.read(now);
  EXPECT_TRUE(near_time.is_synchronised && far_time.is_synchronised);
  const TimeSyncPlan& plan = net.platform().services().get<TimeSyncNetwork>().plan();
  const unsigned depth = depth_of(plan.tree(false));
  const double apart = std::abs(static_cast<double>(near_time.in_ps()) - far_time.in_ps());
  EXPECT_LE(apart, static_cast<double>(plan.allowed_ticks(depth, depth)) * kPs);
  EXPECT_NEAR(static_cast<double>(near_time.in_ps()), now * kPs, 100e-6 * now * kPs + kPs);
}

TEST(OpenHost, HasNoClockWithoutTimeSync) {
  OpenNetwork net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml");
  EXPECT_THROW(net.clock(kReader), UsageError);
}

TEST(OpenHost, RefusesWindowsThatNeverEnd) {
  EXPECT_THROW(OpenNetwork(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml", {}, 0), UsageError);
}

TEST(OpenHost, RefusesHostsThatComeLate) {
  OpenNetwork net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml");
  UserHost<GoodSoftware> reader(net, kReader);
  net.run(at(10));
  EXPECT_NO_THROW(net.open(kReader)) << "was open";
  EXPECT_THROW(net.open(kOwner), UsageError);
}

TEST(OpenHost, NeedsEngines) {
  EXPECT_THROW(OpenNetwork(TINSIM_SOURCE_DIR "/configs/pair.yaml"), ConfigError);
}

TEST(OpenHost, RefusesHostsThatMakeTraffic) {
  OpenNetwork net(
      TINSIM_SOURCE_DIR "/testbench/two_pods.yaml",
      {"rma_traffic=[{op: read, bytes: 64, gbps: 1, sources: [0]}]", "pcie.memory_mib=128"});
  EXPECT_THROW(net.open(0), UsageError);
}

TEST(OpenHost, RefusesHostsOfCliqueMap) {
  OpenNetwork net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml",
                  {"cliquemap={enabled: true, clients: 1, backends: 2, keys: 10, ops_per_s: 1000}",
                   "run.warmup_us=0"});
  for (unsigned host : {0u, 2u}) EXPECT_THROW(net.open(host), UsageError) << host;
  EXPECT_NO_THROW(net.open(3));
}

}  // namespace
}  // namespace tinsim
