// SPDX-License-Identifier: Apache-2.0
// Control processors write the registers of their chips' parts while traffic runs: IP path, 1RMA,
// TimeSync and cell tracing. Each write counts in the cycle in which its bus says.
#include <gtest/gtest.h>

#include <bitset>
#include <fstream>
#include <memory>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/cell_tracing.h"
#include "platform/services/control_processors.h"
#include "platform/services/rma_network.h"
#include "platform/services/time_sync_network.h"
#include "platform/validate/load.h"
#include "testbench/fresh_kernel.h"
#include "tests/unit/ecp_core_fixture.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

constexpr uint32_t kChipRegisters = 0x60000000;
constexpr uint32_t kTimeSync = 0x3000, kTrace = 0x4000, kIp = 0x80000, kRma = 0x100000;
constexpr Cycle kBatch = 100, kExchange = 400;  // ecp.exchange_us: 1
constexpr Cycle kEffect = kExchange + RegisterSpace::kEffectCycles;

struct Write {
  uint32_t address, value;
};
using Writes = std::vector<Write>;

/// Writes registers of the chip as soon as it starts, and then does nothing.
Program writer(const Writes& writes) {
  std::vector<uint16_t> code;
  const std::size_t halfwords = (3 * writes.size() + 2) / 2 * 2;
  const auto load = [&](unsigned reg, std::size_t literal) {  // ldr reg, [pc, #…]
    const std::size_t base = (code.size() + 2) / 2 * 2;
    const std::size_t words = (halfwords + 2 * literal - base) / 2;
    code.push_back(static_cast<uint16_t>(0x4800 | reg << 8 | words));
  };
  for (std::size_t n = 0; n < writes.size(); ++n) {
    load(0, 2 * n);
    load(1, 2 * n + 1);
    code.push_back(0x6001);  // str r1, [r0]
  }
  while (code.size() < halfwords) code.push_back(0xe7fe);  // b .
  const auto word = [&code](uint32_t value) {
    code.push_back(static_cast<uint16_t>(value));
    code.push_back(static_cast<uint16_t>(value >> 16));
  };
  for (const Write& write : writes) {
    word(kChipRegisters + write.address);
    word(write.value);
  }
  return {code, {}};
}

std::string image_file(const Writes& writes) {
  const std::string file =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".bin";
  const auto bytes = writer(writes).bytes();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file;
}

/// A small network with raw cells, IP and 1RMA, whose processors make the same writes.
class Net {
 public:
  explicit Net(const Writes& writes, Strings overrides = {}) {
    for (const char* each :
         {"topology.pods=2", "topology.tins_per_pod=2", "topology.global_links_per_pair=2",
          "ip.payload=carried", "ecp.enabled=true"})
      overrides.push_back(each);
    overrides.push_back("ecp.image=" + image_file(writes));
    const PlatformConfig config = load_config(TINSIM_SOURCE_DIR "/configs/unified.yaml", overrides);
    topology_ = make_topology(config);
    tables_ = make_route_tables(config, topology_);
    fresh_kernel();
    platform_ = std::make_unique<Platform>("net", config, topology_, tables_,
                                           make_traffic(config, topology_), kBatch);
  }
  void run_to(Cycle cycle) {
    while (now_ < cycle) {
      platform_->run_to(now_ += kBatch);
      for (Service* service : platform_->services()) service->apply_deferred_updates(now_);
    }
  }
  /// By all processors' buses, in cycle `now`, which begins.
  void write(const Writes& writes) {
    for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
      for (const auto& [address, value] : writes)
        EXPECT_FALSE(bus(chip).write(now_, address, value).error) << std::hex << address;
      platform_->recheck_endpoints(chip);
    }
  }
  RegisterSpace& bus(std::size_t chip) { return service<ControlProcessors>().registers(chip); }
  template <class T>
  T& service() {
    return platform_->services().get<T>();
  }
  uint64_t hash() const {
    uint64_t sum = 0;
    for (const DeliveryLog* log : platform_->judged_logs())
      for (const auto& batch : log->batches()) sum += batch.hash;
    return sum;
  }
  Cycle now() const { return now_; }

 private:
  Cycle now_ = 0;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Platform> platform_;
};

/// Deliveries of 50 us in which all processors make these writes in the first exchange.
uint64_t hash_of(const Writes& writes, const Strings& overrides) {
  Net net(writes, overrides);
  net.run_to(20'000);
  return net.hash();
}

/// The same where the writes come from outside in cycle `at`.
uint64_t hash_from_outside(const Writes& writes, const Strings& overrides, Cycle at) {
  Net net({}, overrides);
  net.run_to(at);
  net.write(writes);
  net.run_to(20'000);
  return net.hash();
}

void expect_effect(const Writes& writes, const Strings& overrides) {
  const uint64_t hash = hash_of(writes, overrides);
  EXPECT_EQ(hash, hash_from_outside(writes, overrides, kExchange));
  EXPECT_NE(hash, hash_from_outside(writes, overrides, kExchange + kBatch)) << "no matter when";
  EXPECT_NE(hash, hash_of({}, overrides)) << "no effect on this traffic";
}

TEST(EcpParts, AWindowOf1RmaChangesInItsCycle) { expect_effect({{kRma + 0x200, 4096}}, {}); }

// Packets that wait for a window leave as soon as it is wider.
TEST(EcpParts, WindowsOfTheIpPathChangeInTheirCycle) {
  Writes writes;
  for (unsigned port = 0; port < 4; ++port) writes.push_back({kIp + 0x200 + 4 * port, 65536});
  expect_effect(writes, {"ip.egress.window_kib=4", "ip_traffic.0.gbps=50",
                         "ip_traffic.0.message_bytes=2048"});
}

TEST(EcpParts, TheIntervalOfClocksIsWritten) {
  const Strings overrides = {"timesync.enabled=true", "timesync.interval_us=100",
                             "timesync.timeout_us=0"};
  constexpr Cycle kEnd = 39'900;
  Net net({{kTimeSync + 0x8, 4000}}, overrides);
  net.run_to(kEnd);
  const TimeSyncUnit& primary = net.service<TimeSyncNetwork>().unit(0);
  // The cycle before the first counts as that of an update.
  const uint64_t outputs = std::bitset<64>(primary.params().place.out_ports).count(),
                 updates = kEnd / 4000;
  EXPECT_GT(outputs, 0u);
  EXPECT_EQ(primary.counters().sent, outputs * updates);
  EXPECT_EQ(net.bus(0).read(net.now(), kTimeSync + 0x8).data, 4000u);
}

TEST(EcpParts, WithoutAWriteTheIntervalIsThatOfTheConfiguration) {
  const Strings overrides = {"timesync.enabled=true", "timesync.interval_us=100",
                             "timesync.timeout_us=0"};
  Net without({}, overrides);
  without.run_to(39'900);
  EXPECT_EQ(without.service<TimeSyncNetwork>().unit(0).counters().sent, 0u);
}

// The clock of each chip is set by its processor, and shows that time from then on.
TEST(EcpParts, TheTimeOfAClockIsWrittenInItsCycle) {
  const Strings overrides = {"timesync.enabled=true", "timesync.interval_us=100",
                             "timesync.timeout_us=0"};
  Net net({{kTimeSync + 0x18, 5'000'000}, {kTimeSync + 0x1c, 0}}, overrides);
  net.run_to(1000);
  // Loaded in the cycle of its effect, the time of the next.
  for (std::size_t chip = 0; chip < 4; ++chip)
    EXPECT_EQ(net.service<TimeSyncNetwork>().unit(chip).time(1000), 5'000'000 + 1000 - kEffect - 1);
}

/// Cells that a chip traces in 50 us, and its registers afterwards.
struct Traced {
  uint64_t marked, sampled;
  std::vector<uint32_t> registers;
};

std::vector<Traced> traced(const Writes& writes, Strings overrides, uint64_t& hash) {
  overrides.push_back("cell_tracing.enabled=true");
  Net net(writes, overrides);
  net.run_to(20'000);
  hash = net.hash();
  std::vector<Traced> chips;
  for (std::size_t chip = 0; chip < 4; ++chip) {
    const ChipTracer& tracer = *net.service<CellTracing>().tracer(chip);
    chips.push_back({tracer.filter.marked(), tracer.sampler.sampled(), {}});
    for (const uint32_t offset : {0x0u, 0x4u, 0x8u, 0xcu, 0x24u, 0x28u})
      chips.back().registers.push_back(net.bus(chip).read(net.now(), kTrace + offset).data);
  }
  return chips;
}

TEST(EcpParts, CellTracingIsTurnedOnByItsRegisters) {
  const std::string us = std::to_string(kEffect / 400.0);
  uint64_t hash = 0, hash_of_written = 0;
  const auto configured = traced(
      {},
      {"cell_tracing.period=3", "cell_tracing.classes=[0, 1, 2, 4]", "cell_tracing.from_us=" + us},
      hash);
  // Its own begin is after the run.
  const auto written = traced({{kTrace + 0x4, 3}, {kTrace, 0x0017'0003}},
                              {"cell_tracing.from_us=1000000"}, hash_of_written);
  for (std::size_t chip = 0; chip < 4; ++chip) {
    EXPECT_GT(written[chip].marked, 0u);
    EXPECT_EQ(written[chip].marked, configured[chip].marked);
    EXPECT_EQ(written[chip].sampled, configured[chip].sampled);
    EXPECT_EQ(written[chip].registers, configured[chip].registers);
  }
  EXPECT_EQ(hash_of_written, hash);
}

}  // namespace
}  // namespace tinsim
