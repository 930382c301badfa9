// SPDX-License-Identifier: Apache-2.0
// Completion queues and buffers that the platform registers for its own hosts: an attacker at
// another host writes none of them with keys that an attacker can derive (docs/reference/rma.md,
// "Threats").
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/services/cliquemap_hosts.h"
#include "platform/services/rma_network.h"
#include "testbench/open_host_bench.h"
#include "tlm/host/rma_traffic_host.h"

namespace tinsim {
namespace {

constexpr unsigned kAttacker = 7;  // hosts 0 and 1 share a chip, and so on
constexpr uint64_t kData = 0x10000, kQueue = 0x20000;
constexpr uint32_t kDataRegion = 60, kQueueRegion = 61;
constexpr RegionKey kKey{3, 4};
constexpr uint8_t kMark = 0xEE;

sc_core::sc_time cycles(unsigned count) { return {2500.0 * count, sc_core::SC_PS}; }

/// Writes `bytes` octets of kMark to the beginning of regions of others, signed with all that can
/// be made of the key of zeros.
class ForgedCompletions {
 public:
  explicit ForgedCompletions(std::vector<std::string> overrides)
      : net(TINSIM_SOURCE_DIR "/testbench/two_pods.yaml", with_memory(std::move(overrides))),
        attacker_(net, kAttacker) {
    const std::vector<uint8_t> mark(4096, kMark);
    net.memory(kAttacker).write(kData, mark.data(), mark.size());
  }
  struct Place {
    unsigned host;
    uint32_t region;
  };
  /// The statuses, two of each place: signed with Kd, and with Kr itself.
  std::vector<RmaStatus> write(const std::vector<Place>& places, unsigned bytes) {
    std::vector<RmaStatus> ends;
    attacker_.user.start([&, this] {
      attacker_.user.add_region(kDataRegion, {true, kData, 4096, 15, 1, kKey});
      attacker_.user.add_region(kQueueRegion, {true, kQueue, 4096, kPermWrite, 1, kKey});
      sc_core::wait(cycles(8000));  // others are at work
      for (const Place& place : places)
        for (const bool derives : {true, false}) ends.push_back(write_one(place, bytes, derives));
    });
    for (unsigned n = 0; n < 200 && ends.size() < 2 * places.size(); ++n) net.run(cycles(1000));
    net.run(cycles(20000));
    return ends;
  }
  /// Octets that the attacker has got there.
  std::ptrdiff_t marks(unsigned host, uint64_t from, uint64_t bytes) {
    std::vector<uint8_t> all(bytes);
    net.memory(host).read(from, all.data(), all.size());
    std::ptrdiff_t most = 0, row = 0;
    for (const uint8_t octet : all) {
      row = octet == kMark ? row + 1 : 0;
      most = std::max(most, row);
    }
    return most;
  }
  RmaEngine& engine(unsigned host) {
    return net.platform().services().get<RmaNetwork>().engine(host / 2);
  }

  OpenNetwork net;

 private:
  static std::vector<std::string> with_memory(std::vector<std::string> overrides) {
    overrides.emplace_back("pcie.memory_mib=80");
    overrides.emplace_back("rma.key_mode=derived");
    return overrides;
  }
  RmaStatus write_one(const Place& place, unsigned bytes, bool derives) {
    RmaCommand c;
    c.op = static_cast<uint8_t>(RmaOp::Write);
    c.size = static_cast<uint16_t>(bytes);
    c.remote = net.address(place.host);
    c.remote_region = place.region;
    c.local_region = kDataRegion;
    c.queue_region = kQueueRegion;
    c.cookie = ++cookie_;
    const Seal& seal = engine(kAttacker).seal();
    const unsigned pid = static_cast<unsigned>(attacker_.user.read_register(0x1000 + 8 * 128));
    if (derives) c.key = seal.derive({}, net.address(kAttacker), pid, c.op, c.remote);
    attacker_.user.post(128, c);
    CompletionBytes end{};
    const uint64_t entry = kQueue + (cookie_ - 1) * kCompletionBytes;
    for (unsigned n = 0; n < 400 && load_little(&end[16], 8) != cookie_; ++n) {
      sc_core::wait(cycles(50));
      net.memory(kAttacker).read(entry, end.data(), end.size());
    }
    EXPECT_EQ(load_little(&end[16], 8), cookie_) << "no completion";
    return static_cast<RmaStatus>(end[0] & 15);
  }

  UserHost<GoodSoftware> attacker_;
  uint64_t cookie_ = 0;
};

uint64_t succeeded(const RmaEngine& engine) {
  const auto& of = engine.counters().ops[0][0];
  return of == nullptr ? 0 : of->ended[0];
}

void expect_refused(ForgedCompletions& net, const std::vector<ForgedCompletions::Place>& places,
                    unsigned bytes) {
  uint64_t refused = 0;
  for (const unsigned chip : {0u, 1u, 2u, 3u}) refused -= net.engine(2 * chip).counters().bad_macs;
  const std::vector<RmaStatus> ends = net.write(places, bytes);
  EXPECT_EQ(ends, std::vector(2 * places.size(), RmaStatus::kAuthentication));
  for (const unsigned chip : {0u, 1u, 2u, 3u}) refused += net.engine(2 * chip).counters().bad_macs;
  EXPECT_EQ(refused, 2 * places.size());
}

/// A source, the host that it reads, one that does nothing, and the other host of the attacker's
/// own chip.
TEST(RmaForgedCompletions, QueuesOfTrafficHostsTakeNone) {
  ForgedCompletions net(
      {"rma_traffic=[{pattern: pairs, sources: [2], targets: [4], op: read, "
       "bytes: 1024, gbps: 10}]"});
  std::vector<ForgedCompletions::Place> places;
  for (const unsigned host : {2u, 4u, 0u, 6u})
    places.push_back({host, RmaHostMap::queue_region(host % 2)});
  expect_refused(net, places, kCompletionBytes);
  for (const auto& place : places)
    EXPECT_LT(net.marks(place.host, RmaHostMap::kQueueBase, RmaHostMap::kQueueBytes), 8);
  // 10 Gb/s of reads of 1024 octets, one each 328 cycles.
  EXPECT_GT(succeeded(net.engine(2)), 28'000u / 328 * 8 / 10);
  EXPECT_EQ(net.engine(2).counters().lost_completions, 0u);
}

TEST(RmaForgedCompletions, CliqueMapsQueuesAndBuffersTakeNone) {
  ForgedCompletions net(
      {"cliquemap={enabled: true, clients: 2, backends: 2, keys: 50, "
       "value_bytes: 512, ops_per_s: 500000}",
       "run.warmup_us=1"});
  std::vector<ForgedCompletions::Place> places;
  for (const unsigned host : {0u, 1u, 2u, 3u}) {
    places.push_back({host, clique_queue_region(host % 2)});
    places.push_back({host, clique_data_region(host % 2)});
  }
  expect_refused(net, places, 512);
  for (const unsigned host : {0u, 1u, 2u, 3u})
    for (const uint64_t from : {CliqueMemory::kQueueBase, CliqueMemory::kDataBase})
      EXPECT_LT(net.marks(host, from, 16384), 8);
  // Three reads for each of half a million lookups a second and client, for 70 us and more.
  EXPECT_GT(succeeded(net.engine(0)) + succeeded(net.engine(2)), 3 * 35u);
  const CliqueStats& stats = net.net.platform().services().get<CliqueMapHosts>().stats();
  EXPECT_EQ(stats.wrong_values + stats.stale + stats.wrong_ends, 0u);
}

}  // namespace
}  // namespace tinsim
