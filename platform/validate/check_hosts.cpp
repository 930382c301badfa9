// SPDX-License-Identifier: Apache-2.0
// Rules of the hosts' traffic: what each pattern needs, sizes that fit, Swift's ranges.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr size_t kMaxEntries = 256;  // connections have 32-bit numbers

struct Entry {
  const IpTrafficConfig& traffic;
  const PlatformConfig& config;
  unsigned hosts;
  std::string path;
  RuleErrors& errors;

  std::string at(const char* key) const { return path + "." + key; }
  bool is(HostPattern pattern) const { return traffic.pattern == pattern; }
};

void check_places(const Entry& e) {
  const IpTrafficConfig& t = e.traffic;
  const std::string why = fmt::format("the network has {} hosts", e.hosts);
  if (!e.is(HostPattern::pairs)) {
    expect_distinct_below(e.errors, e.at("sources"), t.sources, e.hosts, why);
    expect_distinct_below(e.errors, e.at("targets"), t.targets, e.hosts, why);
  }
  e.errors.expect(e.hosts > 1, e.at("pattern"),
                  "the only host has nobody to send to; expected at least 2 hosts");
  const bool aims = e.is(HostPattern::incast) || e.is(HostPattern::pairs);
  e.errors.expect(
      !aims || !t.targets.empty(), e.path,
      fmt::format("{} has no targets; expected at least one host number", word_of(t.pattern)));
}

void check_incast(const Entry& e) {
  if (!e.is(HostPattern::incast)) return;
  const std::set<unsigned> targets(e.traffic.targets.begin(), e.traffic.targets.end());
  const auto& sources = e.traffic.sources;
  const bool sends = sources.empty()
                         ? targets.size() < e.hosts
                         : std::any_of(sources.begin(), sources.end(),
                                       [&](unsigned host) { return targets.count(host) == 0; });
  e.errors.expect(sends, e.at("targets"),
                  "every source is a target, and targets do not send; expected another source");
}

void expect_host(const Entry& e, const std::string& path, unsigned host) {
  e.errors.expect(
      host < e.hosts, path,
      fmt::format("{} does not exist; expected 0 to {}, because the network has {} hosts", host,
                  e.hosts - 1, e.hosts));
}

/// Several sources may aim at one target.
void check_pairs(const Entry& e) {
  if (!e.is(HostPattern::pairs)) return;
  const auto& sources = e.traffic.sources;
  const auto& targets = e.traffic.targets;
  if (sources.size() != targets.size()) {
    return e.errors.add(e.at("sources"),
                        fmt::format("has {} hosts for {} targets; expected one source for each",
                                    sources.size(), targets.size()));
  }
  std::set<unsigned> seen;
  for (size_t i = 0; i < sources.size(); ++i) {
    const std::string source = fmt::format("{}.{}", e.at("sources"), i);
    expect_host(e, source, sources[i]);
    expect_host(e, fmt::format("{}.{}", e.at("targets"), i), targets[i]);
    e.errors.expect(seen.insert(sources[i]).second, source,
                    fmt::format("{} is listed twice; expected each source once", sources[i]));
    e.errors.expect(
        sources[i] != targets[i], source,
        fmt::format("host {} would send to itself; expected another target", sources[i]));
  }
}

void check_sizes(const Entry& e) {
  const unsigned headers = e.config.host.header_bytes;
  e.errors.expect(e.traffic.mtu_bytes > headers, e.at("mtu_bytes"),
                  fmt::format("{} bytes leave nothing beside host.header_bytes {}; expected more",
                              e.traffic.mtu_bytes, headers));
  if (!e.traffic.size_cdf.empty()) expect_readable(e.errors, e.at("size_cdf"), e.traffic.size_cdf);
}

void check_swift(const SwiftConfig& swift, RuleErrors& errors) {
  errors.expect(swift.flow_scaling_min < swift.flow_scaling_max, "swift.flow_scaling_min",
                fmt::format("{} is not below flow_scaling_max {}; expected less",
                            swift.flow_scaling_min, swift.flow_scaling_max));
}

}  // namespace

void check_hosts(const PlatformConfig& config, RuleErrors& errors) {
  check_swift(config.swift, errors);
  if (config.ip_traffic.empty()) return;
  errors.expect(config.ip.enabled, "ip_traffic", "needs an IP path; expected ip.enabled: true");
  errors.expect(
      config.ip_traffic.size() <= kMaxEntries, "ip_traffic",
      fmt::format("has {} entries; expected at most {}", config.ip_traffic.size(), kMaxEntries));
  errors.expect(!config.run.warmup_us.is_auto(), "run.warmup_us",
                "auto watches cells that are made one by one, not messages; expected a number of "
                "microseconds with ip_traffic");
  const NetworkSize size = network_size(config.topology);
  const unsigned hosts = size.hosts + (config.host.at_macs ? size.chips_with_hosts : 0);
  for (size_t i = 0; i < config.ip_traffic.size(); ++i) {
    const Entry entry{config.ip_traffic[i], config, hosts, fmt::format("ip_traffic.{}", i), errors};
    check_places(entry);
    check_incast(entry);
    check_pairs(entry);
    check_sizes(entry);
  }
}

}  // namespace tinsim
