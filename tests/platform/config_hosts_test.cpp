// SPDX-License-Identifier: Apache-2.0
// Hosts and their traffic in the configuration: what each pattern needs, exact error texts.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/config/schema.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

/// The errors of 4 pods x 12 TiNs x 2 hosts with one changed entry.
template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.ip.enabled = true;
  config.ip_traffic.resize(1);
  config.run.warmup_us = 10;
  change(config.ip_traffic[0], config);
  return find_errors(config);
}

TEST(HostRules, ReadsAsWritten) {
  const ParsedConfig parsed = parse_config(R"(
ip: {enabled: true}
host: {process_us: 3.5, packet_ns: 100}
swift: {base_target_us: 12, max_window: 64}
ip_traffic:
  - {pattern: incast, transport: none, gbps: 12.5, message_bytes: 65536, cos: 3, targets: [7]}
  - {pattern: pairs, sources: [1, 2], targets: 3, ecn: false, mtu_bytes: 1500}
run: {warmup_us: 5}
)",
                                           "c.yaml");
  const PlatformConfig& config = parsed.config;
  EXPECT_DOUBLE_EQ(config.host.process_us, 3.5);
  EXPECT_DOUBLE_EQ(config.swift.base_target_us, 12);
  ASSERT_EQ(config.ip_traffic.size(), 2u);
  EXPECT_EQ(config.ip_traffic[0].pattern, HostPattern::incast);
  EXPECT_DOUBLE_EQ(config.ip_traffic[0].gbps, 12.5);
  EXPECT_EQ(config.ip_traffic[1].sources, (std::vector<unsigned>{1, 2}));
  EXPECT_FALSE(config.ip_traffic[1].ecn);
}

TEST(HostRules, DefaultsAreGood) {
  EXPECT_EQ(errors_with([](auto&, auto&) {}), Errors{});
}

TEST(HostRules, Ranges) {
  EXPECT_EQ(
      errors_with([](auto& t, auto& c) {
        t.gbps = 0;
        t.cos = 8;
        c.swift.max_decrease = 1;
      }),
      (Errors{"swift.max_decrease: 1 is out of range; expected more than 0 and at most 0.99",
              "ip_traffic.0.gbps: 0 is out of range; expected more than 0 and at most 1000000",
              "ip_traffic.0.cos: 8 is out of range; expected 0 to 7"}));
}

TEST(HostRules, NeedAnIpPathAndAFixedWarmUp) {
  EXPECT_EQ(errors_with([](auto&, auto& c) {
              c.ip.enabled = false;
              c.traffic.resize(1);
              c.traffic[0].load = 0.1;
              c.run.warmup_us = {};
            }),
            (Errors{"ip_traffic: needs an IP path; expected ip.enabled: true",
                    "run.warmup_us: auto watches cells that are made one by one, not messages; "
                    "expected a number of microseconds with ip_traffic"}));
}

TEST(HostRules, LeaveSomePortsToRawCells) {
  const auto with_nic_ports = [](unsigned nic_ports) {
    return errors_with([=](auto&, auto& c) {
      c.traffic.resize(1);
      c.traffic[0].load = 0.1;
      c.ip.nic_ports = nic_ports;
      c.ip.ingress.class_percent = {100};
    });
  };
  EXPECT_EQ(with_nic_ports(5), Errors()) << "11 to 17";
  EXPECT_EQ(with_nic_ports(10), Errors()) << "16 and 17";
  EXPECT_EQ(with_nic_ports(11),
            Errors{"traffic: IP path and 1RMA leave 1 of 18 terminal ports in a row to raw cells, "
                   "but a chip has 2 hosts; expected one for each: fewer ip.nic_ports, more "
                   "topology.terminal_ports_per_host, or no traffic"});
}

TEST(HostRules, TargetsWhereThePatternAims) {
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.pattern = HostPattern::incast; }),
            Errors{"ip_traffic.0: incast has no targets; expected at least one host number"});
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.pattern = HostPattern::incast;
              t.sources = {5};
              t.targets = {5};
            }),
            Errors{"ip_traffic.0.targets: every source is a target, and targets do not send; "
                   "expected another source"});
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.pattern = HostPattern::incast;
              t.targets = {96, 4, 4};
            }),
            (Errors{"ip_traffic.0.targets.0: 96 does not exist; expected 0 to 95, because the "
                    "network has 96 hosts",
                    "ip_traffic.0.targets.2: 4 is listed twice; expected each entry once"}));
}

TEST(HostRules, PairsAreListsOfOneLength) {
  const auto with = [](std::vector<unsigned> sources, std::vector<unsigned> targets) {
    return errors_with([&](auto& t, auto&) {
      t.pattern = HostPattern::pairs;
      t.sources = sources;
      t.targets = targets;
    });
  };
  EXPECT_EQ(with({1, 2}, {3, 3}), Errors{});
  EXPECT_EQ(
      with({1, 2}, {3}),
      Errors{"ip_traffic.0.sources: has 2 hosts for 1 targets; expected one source for each"});
  EXPECT_EQ(with({1, 1}, {3, 4}),
            Errors{"ip_traffic.0.sources.1: 1 is listed twice; expected each source once"});
  EXPECT_EQ(with({1}, {1}),
            Errors{"ip_traffic.0.sources.0: host 1 would send to itself; expected another target"});
  EXPECT_EQ(with({1}, {96}),
            Errors{"ip_traffic.0.targets.0: 96 does not exist; expected 0 to 95, because the "
                   "network has 96 hosts"});
}

TEST(HostRules, SizesFit) {
  EXPECT_EQ(errors_with([](auto& t, auto& c) {
              t.mtu_bytes = 64;
              c.host.header_bytes = 64;
            }),
            Errors{"ip_traffic.0.mtu_bytes: 64 bytes leave nothing beside host.header_bytes 64; "
                   "expected more"});
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.size_cdf = "/nonexistent.csv"; }),
            Errors{"ip_traffic.0.size_cdf: '/nonexistent.csv' cannot be read: No such file or "
                   "directory; expected an existing "
                   "file"});
}

TEST(HostRules, SwiftsRangesAreRanges) {
  EXPECT_EQ(errors_with([](auto&, auto& c) { c.swift.flow_scaling_min = 100; }),
            Errors{"swift.flow_scaling_min: 100 is not below flow_scaling_max 100; expected less"});
}

TEST(HostRules, FilesOfSizesAreRelativeToTheConfiguration) {
  const TempDir dir;
  dir.write("sizes.csv", "bytes,cumulative\n100,1\n");
  const auto file = dir.write("c.yaml", R"(
ip: {enabled: true}
ip_traffic: [{size_cdf: sizes.csv}]
run: {warmup_us: 5}
)");
  EXPECT_EQ(load_config(file, {}).ip_traffic[0].size_cdf, (dir / "sizes.csv").string());
}

// Paper 3.3: RTSs are routed deterministically. In the modes for comparison no class is.
TEST(HostRules, ThePathNeedsAModeThatKeepsRtsInOrder) {
  const auto with = [](const char* mode, const std::vector<unsigned>& ordered) {
    return errors_with([&](auto&, auto& c) {
      c.routing.mode = Word{mode};
      c.routing.ordered_classes = ordered;
    });
  };
  for (const char* mode : {"minimal_deterministic", "deterministic"})
    EXPECT_EQ(with(mode, {}), Errors{}) << mode;
  for (const char* mode : {"minimal_adaptive", "fully_adaptive"}) {
    EXPECT_EQ(with(mode, {7, 3, 2}), Errors{}) << mode;
    EXPECT_EQ(with(mode, {2}),
              Errors{"routing.ordered_classes: class 7, that of RTSs of the IP path, is not among "
                     "them; expected 2 and 7 with ip.enabled"});
    EXPECT_EQ(with(mode, {}).size(), 2u);
  }
  for (const char* mode : {"valiant", "ugal_l"})
    EXPECT_EQ(with(mode, {2, 7}),
              Errors{std::string("routing.mode: '") + mode +
                     "' keeps no class in order, but the RTSs of the IP path must be; expected "
                     "another mode with ip.enabled"});
}

}  // namespace
}  // namespace tinsim
