// SPDX-License-Identifier: Apache-2.0
// A million random packets through random networks, under stalls, loss and small buffers: nothing
// is lost but what is counted, flows keep their order, and in the end everything is free. The rules
// of docs/reference/ip_over_gnet.md are checked by the model itself all the while.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <systemc>

#include "platform/config/reader.h"
#include "platform/config/strict_yaml.h"
#include "platform/run/audit.h"
#include "platform/run/run_state.h"
#include "platform/services/ip_network.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"
#include "testbench/fuzz_host.h"

namespace tinsim {
namespace {

/// Disturbances to which a network is exposed.
struct Exposure {
  const char* name;
  unsigned packets;      ///< of the whole network, about
  const char* topology;  ///< may be drawn: null
  const char* link;      ///< noise and faults, section `link`
  const char* failures;
  bool loses;  ///< cells
  bool carried;
  uint64_t seed;
};

void PrintTo(const Exposure& exposure, std::ostream* out) { *out << exposure.name; }

constexpr unsigned kNoDrops = 4000;  // RTSs in a queue

std::string list_of(Random& random, unsigned low, unsigned high) {
  std::string text;
  for (unsigned cos = 0; cos < 8; ++cos) {
    text += fmt::format("{}{}", cos == 0 ? "" : ", ", random.range(low, high));
  }
  return "[" + text + "]";
}

const char* draw_topology(Random& random) {
  constexpr const char* kTopologies[] = {
      "{kind: single, hosts_per_tin: 2}", "{kind: pair, hosts_per_tin: 2, local_links_per_pair: 2}",
      "{pods: 1, tins_per_pod: 4, hosts_per_tin: 2}",
      "{pods: 2, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 4}"};
  return kTopologies[random.below(std::size(kTopologies))];
}

/// Everything of the IP path that a configuration can say. Buffers hold the longest packet, 111
/// cells, or it would wait without limit: 17 KiB at the egress, in each class's share of the
/// ingress.
std::string ip_section(Random& random, const Exposure& exposure) {
  const unsigned egress_kib = random.range(17, 48);
  const unsigned drop_threshold = random.chance(50) ? kNoDrops : random.range(2, 20);
  return fmt::format(
      "ip:\n"
      "  enabled: true\n"
      "  payload: {}\n"
      "  time_to_live: keep\n"  // hosts compare all bytes of a packet
      "  nic_ports: {}\n"
      "  mac_ports: {}\n"
      "  ingress: {{buffer_kib: {}, class_percent: [{}], strict_classes: [{}], weights: {},\n"
      "            early_rts_bytes: {}, lookup_cycles: {}, pull_cycles: {}, spread: {},\n"
      "            rts_timeout_us: {}}}\n"
      "  egress: {{buffer_kib: {}, window_kib: {}, strict_classes: [{}], weights: {},\n"
      "           drop_threshold: {}, mark_threshold: {}, fetch_timeout_us: {}}}\n",
      exposure.carried ? "carried" : "counted", random.range(2, 5), random.range(1, 5),
      random.range(33, 128), random.range(50, 100), random.below(8), list_of(random, 1, 9),
      random.chance(30) ? 0 : random.range(64, 1500), random.range(4, 40), random.range(1, 20),
      random.chance(50) ? "cell" : "packet", exposure.loses ? 400 : 0, egress_kib,
      random.chance(50) ? egress_kib : random.range(1, egress_kib), random.below(8),
      list_of(random, 1, 255), drop_threshold, random.below(std::min(drop_threshold, 10u)),
      exposure.loses ? 100 : 0);
}

PlatformConfig draw_config(Random& random, const Exposure& exposure) {
  const std::string text = fmt::format(
      "topology: {}\n"
      "tin: {{switch: {{ports: 24}}, vc_fifo: {{terminal_words: {}}}}}\n"
      "link: {{global_m: 10{}}}\n"
      "{}"
      "run: {{warmup_us: 1, measure_us: 300, audit: 0}}\n"
      "{}",
      exposure.topology != nullptr ? exposure.topology : draw_topology(random),
      random.range(20, 128), exposure.link, exposure.failures, ip_section(random, exposure));
  SCOPED_TRACE(text);
  PlatformConfig config = parse_config(text, "fuzz.yaml").config;
  validate(config);
  return config;
}

/// The network, and a host behind every IP port.
class FuzzNetwork {
 public:
  FuzzNetwork(const PlatformConfig& config, const Exposure& exposure)
      : state_(network_of(config, "fuzz")) {
    fresh_kernel();
    add_platform(state_, alone());
    for (std::size_t chip = 0; chip < state_.topology.chips.size(); ++chip) {
      const ChipInfo& info = state_.topology.chips[chip];
      for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
        const HostPlace place{static_cast<uint8_t>(info.pod), static_cast<uint8_t>(info.tin),
                              static_cast<uint8_t>(eport)};
        plan_.ports.push_back({place, static_cast<unsigned>(plan_.ports.size())});
      }
    }
    plan_.packets = exposure.packets / static_cast<unsigned>(plan_.ports.size() * 3 / 4);
    plan_.carried = exposure.carried;
    plan_.may_reorder = !config.failures.events.empty();
    for (unsigned i = 0; i < plan_.ports.size(); ++i) {
      hosts_.push_back(std::make_unique<FuzzHost>(plan_, i, exposure.seed));
      ip().engine(i / kEgressPorts).attach(i % kEgressPorts, *hosts_.back());
    }
  }

  void may_lose() { plan_.may_lose = true; }
  /// Until nothing is on its way, and a while for the last credits.
  void run_dry() {
    constexpr unsigned kAudited = 256;  // batches
    constexpr Cycle kMost = 200'000'000, kRest = 20'000;
    for (unsigned batch = 0; is_busy() && platform().now() < kMost; ++batch) {
      platform().run_to(platform().now() + state_.batch);
      if (batch % kAudited == 0) audit(platform(), state_.topology);
    }
    ASSERT_FALSE(is_busy()) << "at cycle " << platform().now();
    platform().run_to(platform().now() + kRest / state_.batch * state_.batch);
    audit(platform(), state_.topology);
  }

  void expect_all_credit_back() {
    const unsigned words = state_.config.tin.vc_fifo.terminal_words;
    for (std::size_t chip = 0; chip < state_.topology.chips.size(); ++chip) {
      const uint64_t ports = ip().ports(chip);
      for (unsigned port = 0; port < 64; ++port) {
        for (unsigned vc = 0; ports >> port & 1 && vc < state_.config.tin.switch_.vcs; ++vc) {
          EXPECT_EQ(platform().source_credit(chip, port, vc), words) << port << " " << vc;
        }
      }
    }
  }

  uint64_t sum(uint64_t (FuzzHost::*of_host)() const) const {
    return std::accumulate(hosts_.begin(), hosts_.end(), uint64_t{0},
                           [&](uint64_t sum, const auto& h) { return sum + ((*h).*of_host)(); });
  }
  uint64_t lost(IpLoss cause) {
    return sum_of([&](const IpCounters& c) { return c.lost[static_cast<std::size_t>(cause)]; });
  }
  template <class Get>
  uint64_t sum_of(const Get& get) {
    uint64_t sum = 0;
    for (std::size_t chip = 0; chip < state_.topology.chips.size(); ++chip) {
      sum += get(ip().engine(chip).counters());
    }
    return sum;
  }
  /// Most RTSs that have been in one queue.
  uint32_t deepest_queue() {
    uint32_t most = 0;
    for (std::size_t chip = 0; chip < state_.topology.chips.size(); ++chip) {
      const auto& peaks = ip().engine(chip).counters().rts_peak;
      most = std::max(most, *std::max_element(peaks.begin(), peaks.end()));
    }
    return most;
  }
  Platform& platform() { return *state_.platform; }

 private:
  IpNetwork& ip() { return state_.platform->services().get<IpNetwork>(); }
  bool is_busy() {
    for (const auto& host : hosts_) {
      if (host->unsent() != 0) return true;
    }
    for (std::size_t chip = 0; chip < state_.topology.chips.size(); ++chip) {
      if (!ip().engine(chip).is_idle()) return true;
    }
    return false;
  }

  RunState state_;
  FuzzPlan plan_;
  std::vector<std::unique_ptr<FuzzHost>> hosts_;
};

class IpFuzz : public testing::TestWithParam<Exposure> {};

TEST_P(IpFuzz, LosesNothingButWhatIsCounted) {
  const Exposure& exposure = GetParam();
  Random random(exposure.seed);
  const PlatformConfig config = draw_config(random, exposure);
  SCOPED_TRACE(print_config(config));
  FuzzNetwork net(config, exposure);
  const bool drops = config.ip.egress.drop_threshold < kNoDrops;
  if (exposure.loses || drops) net.may_lose();
  net.run_dry();
  net.expect_all_credit_back();

  const uint64_t sent = net.sum(&FuzzHost::sent), received = net.sum(&FuzzHost::received);
  const uint64_t refused = net.lost(IpLoss::kClearedToDrop);
  const uint64_t rts_timeouts = net.lost(IpLoss::kRtsTimeout),
                 fetched = net.lost(IpLoss::kFetchTimeout);
  EXPECT_GT(sent, exposure.packets / 2);
  EXPECT_EQ(net.sum_of([](const IpCounters& c) { return c.taken; }), sent);
  EXPECT_EQ(net.sum_of([](const IpCounters& c) { return c.delivered; }), received);
  // Without flow control a MAC drops what finds its buffer full; hosts of a NIC wait.
  const uint64_t full = net.lost(IpLoss::kIngressFull);
  EXPECT_EQ(net.lost(IpLoss::kUnroutable), 0u);
  // A refused packet found more in its queue than the threshold: the one that is taken last.
  const uint32_t depth = net.deepest_queue();
  const uint32_t deepest = config.ip.egress.drop_threshold + 1;
  EXPECT_TRUE(drops || refused == 0) << refused;
  EXPECT_TRUE(!drops || depth <= deepest) << depth;
  EXPECT_TRUE(refused == 0 || depth == deepest) << depth;
  EXPECT_GT(net.sum(&FuzzHost::marked), 0u);
  const uint64_t lost = sent - received - refused - full;
  if (exposure.loses) {
    // A packet whose RTS or DATA is lost is given up at one side, one whose CTS is lost at both.
    EXPECT_GT(lost, 0u);
    EXPECT_GE(lost, std::max(rts_timeouts, fetched));
    EXPECT_LE(lost, rts_timeouts + fetched);
    EXPECT_GT(net.platform().dropped(), 0u);
  } else {
    EXPECT_EQ(lost, 0u);
    EXPECT_EQ(rts_timeouts + fetched, 0u);
    EXPECT_EQ(net.sum_of([](const IpCounters& c) { return c.late_cells; }), 0u);
  }
  fmt::print("{} packets sent, {} received, {} refused, {} + {} given up, {} cell-hops\n", sent,
             received, refused, rts_timeouts, fetched, net.platform().cell_hops());
}

constexpr const char* kTwoPods =
    "{pods: 2, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 4, "
    "local_links_per_pair: 2}";
// Credit is late or stands still for a while; sets that are lost are repeated.
constexpr const char* kStalls =
    ", faults: [{links: all, kind: drop_fc, at_us: 2, count: 8, times: 40, every_us: 5}]";
constexpr const char* kNoise = ", noise: [{links: all, ber: 3.0e-6}]";
constexpr const char* kDark =
    ", faults: [{links: local, at_us: 3, for_us: 1, times: 10, every_us: 20}]";
constexpr const char* kFailures =
    "failures: {repair_tables_us: 2, events: [{links: all, percent: 20, seed: 3, at_us: 10, "
    "for_us: 30}, {tins: pod1.tin1, at_us: 60, for_us: 40}]}\n";

INSTANTIATE_TEST_SUITE_P(
    Sound, IpFuzz,
    testing::Values(Exposure{"Small1", 150'000, nullptr, "", "", false, false, 1},
                    Exposure{"Small2", 150'000, nullptr, "", "", false, false, 2},
                    Exposure{"Small3", 150'000, nullptr, "", "", false, false, 3},
                    Exposure{"Small4", 150'000, nullptr, "", "", false, false, 4},
                    Exposure{"Carried1", 100'000, nullptr, "", "", false, true, 5},
                    Exposure{"Carried2", 100'000, nullptr, "", "", false, true, 6},
                    Exposure{"Stalls", 40'000, kTwoPods, kStalls, "", false, true, 7}),
    [](const auto& of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Lossy, IpFuzz,
    testing::Values(Exposure{"Noise1", 40'000, kTwoPods, kNoise, "", true, true, 11},
                    Exposure{"Noise2", 40'000, kTwoPods, kNoise, "", true, false, 12},
                    Exposure{"Dark", 40'000, kTwoPods, kDark, "", true, true, 13},
                    Exposure{"Failures1", 60'000, kTwoPods, "", kFailures, true, true, 14},
                    Exposure{"Failures2", 60'000, kTwoPods, "", kFailures, true, false, 15}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace tinsim
