// SPDX-License-Identifier: Apache-2.0
// Lookups of CliqueMap by 1RMA and by software at both ends, on the same chips (Figure 11 of the
// paper, in small).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "platform/endpoint/ip_hosts.h"
#include "platform/stats/histogram.h"
#include "tests/platform/networks.h"
#include "tests/platform/rma_network_fixture.h"
#include "tlm/host/rma/cliquemap_client.h"
#include "tlm/host/rma/rma_remote_memory.h"
#include "tlm/host/rma/software_host.h"

namespace tinsim {
namespace {

constexpr uint32_t kValue = 4096, kKeys = 400, kIndexRegion = 4;
constexpr uint64_t kIndexBase = RmaTestNetwork::kBase + (1 << 20);

/// Asks for random keys, open loop and Poisson.
class Asker final : public HostProgram {
 public:
  Asker(const CliqueClientParams& clique, RemoteMemory& remote, double gap, unsigned gets,
        uint64_t seed)
      : client_(clique, remote, [this](const CliqueGet& get, Cycle at) { ended(get, at); }),
        random_(seed),
        gap_(gap),
        left_(gets),
        warm_up_(gets / 2) {
    later();
  }
  Cycle next() const override { return left_ > 0 ? asks_at_ : kNoCycle; }
  void run(Cycle now) override {
    for (; next() <= now; --left_, later()) client_.get(now, random_() % kKeys, asked_++);
  }
  const CliqueMapClient& client() const { return client_; }
  const Histogram& latency() const { return latency_; }
  uint64_t wrong() const { return wrong_; }

 private:
  void later() {
    const double share = static_cast<double>((random_() >> 11) + 1) / 9007199254740993.0;
    time_ -= gap_ * std::log(share);
    asks_at_ = static_cast<Cycle>(1000 + time_);
  }
  void ended(const CliqueGet& get, Cycle at) {
    if (get.cookie >= warm_up_) latency_.add(at - get.asked);
    const bool same = get.end == CliqueEnd::kHit && get.value.size == kValue &&
                      load_little(get.value.data, 8) == get.key;
    if (!same) ++wrong_;
  }

  CliqueMapClient client_;
  std::mt19937_64 random_;
  double gap_, time_ = 0;
  unsigned left_;
  uint64_t asked_ = 0, warm_up_;  ///< windows begin small: half of the GETs are not measured
  Cycle asks_at_ = 0;
  Histogram latency_;
  uint64_t wrong_ = 0;
};

class RmaAsker final : public RmaHost {
 public:
  RmaAsker(const RmaClientParams& params, MmioPort& mmio, const HostMemory& memory)
      : remote_(params, {RmaTestNetwork::kBase, 0, 4608, 64}, 0, mmio, memory) {}
  void attach(HostProgram& program) { program_ = &program; }
  RmaRemoteMemory& remote() { return remote_; }
  Cycle next() const override { return std::min(remote_.next(), program_->next()); }
  void run(Cycle now) override {
    remote_.run(now);
    program_->run(now);
    remote_.run(now);
  }
  void completed(const RmaCompletion& completion, Cycle at) override {
    remote_.client().completed(completion, at);
  }

 private:
  RmaRemoteMemory remote_;
  HostProgram* program_ = nullptr;
};

struct Lookups {
  Histogram latency;
  uint64_t wrong = 0, left = 0;
  double us(double percent) const { return latency.percentile(percent) / 400; }
};

/// All eight hosts of a pod are clients and backends.
class CliquePod {
 public:
  static PlatformConfig config() {
    PlatformConfig config = dragonfly(1, 4, 0, 2);
    config.routing.mode = "fully_adaptive";
    config.rma.payload = "carried";
    config.ip.enabled = true;
    return config;
  }

  explicit CliquePod(const PlatformConfig& config) : net_(config) {
    clique_.shape.buckets = 64;
    clique_.longest_data = kCliqueDataHeader + kValue;
    CliqueBackendMap map;
    map.base = kIndexBase;
    map.slots = kKeys;
    std::vector<CliqueBackend> backends;
    for (unsigned number = 0; number < net_.hosts(); ++number) {
      const unsigned host = number % 2;
      map.region = kIndexRegion + host;
      clique_.backends.push_back(static_cast<uint16_t>(number));
      clique_.regions.push_back(map.region);
      backends.emplace_back(clique_.shape, map, net_.memory(number));
      net_.engine_of(number).register_region(
          map.region, {true, kIndexBase, map.bytes(clique_.shape), kPermRead,
                       static_cast<uint8_t>(host), RmaTestNetwork::key_of(number)});
    }
    index_bytes_ = map.bytes(clique_.shape);
    std::vector<uint8_t> value(kValue);
    for (uint64_t key = 0; key < kKeys; ++key) {
      store_little(value.data(), 8, key);
      const uint32_t of = clique_backend(clique_hash(key), 0, net_.hosts());
      EXPECT_TRUE(backends[of].set(key, 1, {value.data(), kValue}));
    }
  }

  Lookups by_rma(double gap, unsigned gets) {
    std::vector<std::unique_ptr<RmaAsker>> hosts;
    std::vector<std::unique_ptr<Asker>> askers;
    for (unsigned number = 0; number < net_.hosts(); ++number) {
      const unsigned host = number % 2;
      RmaClientParams params;
      params.first_slot = 128 * host;
      params.data_region = 2 * host;
      params.queue_region = 2 * host + 1;
      params.queue_entries = RmaTestNetwork::kRingBytes / kCompletionBytes;
      params.address = [this](uint16_t remote) { return net_.address_of(remote); };
      params.key = [this, number](uint16_t remote, uint32_t, unsigned, RmaOp op) {
        return net_.engine_of(number).seal().derive(net_.key_of(remote), net_.address_of(number), 0,
                                                    static_cast<unsigned>(op));
      };
      hosts.push_back(std::make_unique<RmaAsker>(params, net_.rma().pcie(number / 2, host),
                                                 net_.memory(number)));
      askers.push_back(std::make_unique<Asker>(clique_, hosts.back()->remote(), gap, gets, number));
      hosts.back()->attach(*askers.back());
      net_.engine_of(number).attach(host, *hosts.back());
    }
    return lookups(askers, gap * gets);
  }

  Lookups by_software(double gap, unsigned gets) {
    PlatformConfig with_entry = net_.config();
    with_entry.ip_traffic.emplace_back();
    const HostNetwork network = host_network(with_entry, make_topology(with_entry));
    HostStats stats;
    stats.measure(kNoCycle, kNoCycle);
    MessageBoard board;
    std::vector<std::unique_ptr<SoftwareHost>> hosts;
    std::vector<std::unique_ptr<Asker>> askers;
    SoftwareMemoryParams params;
    params.message_cycles = 200;
    for (unsigned number = 0; number < net_.hosts(); ++number) {
      params.number = static_cast<uint16_t>(number);
      hosts.push_back(
          std::make_unique<SoftwareHost>(network, params, stats, board, net_.memory(number)));
      SoftwareMemory& memory = hosts.back()->memory();
      memory.add_region({clique_.regions[number], kIndexBase, index_bytes_});
      askers.push_back(std::make_unique<Asker>(clique_, memory, gap, gets, number));
      hosts.back()->attach(*askers.back());
      net_.platform().ip()->engine(number / 2).attach(number % 2, *hosts.back());
    }
    return lookups(askers, gap * gets);
  }

  /// That have arrived over IP.
  uint64_t bulk_bytes() {
    uint64_t bytes = 0;
    const IpHosts& hosts = *net_.platform().ip_hosts();
    for (std::size_t n = 0; n < hosts.size(); ++n) bytes += hosts.host(n).received_bytes();
    return bytes;
  }

 private:
  Lookups lookups(const std::vector<std::unique_ptr<Asker>>& askers, double time) {
    net_.run_to(static_cast<Cycle>(1.3 * time) + 200'000);
    Lookups all;
    for (const auto& asker : askers) {
      all.latency.merge(asker->latency());
      all.wrong += asker->wrong();
      all.left += asker->client().under_way();
    }
    return all;
  }

  RmaTestNetwork net_;
  CliqueClientParams clique_;
  uint64_t index_bytes_ = 0;
};

constexpr unsigned kGets = 400;
constexpr double kLowGap = 8000, kHighGap = 1000;  // 50,000 and 400,000 a second and host

class RmaAgainstSoftware : public testing::Test {
 protected:
  static void expect_whole(const Lookups& lookups) {
    EXPECT_EQ(lookups.latency.count(), 8u * kGets / 2);
    EXPECT_EQ(lookups.wrong, 0u);
    EXPECT_EQ(lookups.left, 0u);
    RecordProperty("median_us", std::to_string(lookups.us(50)));
    RecordProperty("p99_us", std::to_string(lookups.us(99)));
  }
};

/// Two round trips of 1RMA, each with 0.6 us of PCIe at the other host, and below 10 us at p99.
TEST_F(RmaAgainstSoftware, RmaAtLowLoad) {
  const Lookups lookups = CliquePod(CliquePod::config()).by_rma(kLowGap, kGets);
  expect_whole(lookups);
  EXPECT_GT(lookups.us(50), 2.4);
  EXPECT_LT(lookups.us(99), 10);
}

TEST_F(RmaAgainstSoftware, RmaAtHighLoad) {
  const Lookups lookups = CliquePod(CliquePod::config()).by_rma(kHighGap, kGets);
  expect_whole(lookups);
  EXPECT_GT(lookups.us(50), 2.4);
  EXPECT_LT(lookups.us(99), 10);
}

/// Four times 3 us and up to 2 us in software, in the mean 16 us, and the wires: more than twice
/// 1RMA at low load.
TEST_F(RmaAgainstSoftware, SoftwareAtLowLoad) {
  const Lookups lookups = CliquePod(CliquePod::config()).by_software(kLowGap, kGets);
  expect_whole(lookups);
  EXPECT_GT(lookups.us(50), 16);
  EXPECT_GT(lookups.us(99), 2 * 10);
}

/// Software takes a message in 0.5 us, and a lookup costs a host four: 80 % of what it can do. More
/// than four times 1RMA at the same load.
TEST_F(RmaAgainstSoftware, SoftwareAtHighLoad) {
  const Lookups lookups = CliquePod(CliquePod::config()).by_software(kHighGap, kGets);
  expect_whole(lookups);
  EXPECT_GT(lookups.us(50), 16);
  EXPECT_GT(lookups.us(99), 4 * 10);
}

/// Bulk of 64 KiB messages over IP, 10 Gb/s from each host, beside lookups of class H, as in Figure
/// 9: with VCs of their own they stay below the 4.8 us (median) and 10 us (p99) of the paper.
TEST_F(RmaAgainstSoftware, BulkOverIpDoesNotReachRma) {
  PlatformConfig config = CliquePod::config();
  IpTrafficConfig bulk;
  bulk.gbps = 10;
  bulk.message_bytes = 65536;
  config.ip_traffic.push_back(bulk);
  CliquePod pod(config);
  const Lookups beside = pod.by_rma(kLowGap, kGets);
  expect_whole(beside);
  EXPECT_GT(pod.bulk_bytes(), 0u);
  EXPECT_LT(beside.us(50), 4.8);
  EXPECT_LT(beside.us(99), 10);
}

}  // namespace
}  // namespace tinsim
