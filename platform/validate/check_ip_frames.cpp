// SPDX-License-Identifier: Apache-2.0
// Rules of frames at the IP ports: routes, frames without IP, replay, capture.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxMembers = 4095;  ///< entry_count_i of the block ip_lookup

/// MACs have the numbers of their chips.
void expect_engine(const HostMap& map, unsigned chip, const std::string& path, RuleErrors& errors) {
  errors.expect(chip >= map.chips() || map.hosts_of(chip) != 0, path,
                fmt::format("{} has no hosts, and so no MAC; expected a chip that has", chip));
}

void check_members(const PlatformConfig& config, const IpRouteConfig& route,
                   const std::string& path, RuleErrors& errors) {
  const HostMap map = host_map(config.topology);
  const unsigned chips = map.chips(), hosts = map.hosts();
  for (std::size_t i = 0; i < route.macs.size(); ++i)
    expect_engine(map, route.macs[i], fmt::format("{}.macs.{}", path, i), errors);
  expect_distinct_below(errors, path + ".hosts", route.hosts, hosts,
                        fmt::format("the network has {} hosts", hosts));
  expect_distinct_below(errors, path + ".macs", route.macs, chips,
                        fmt::format("the network has {} chips", chips));
  const std::size_t members = route.hosts.size() + route.macs.size();
  errors.expect(members != 0 || route.punt, path,
                "leads nowhere; expected hosts, macs, or punt: true");
  errors.expect(members == 0 || !route.punt, path + ".punt",
                "is true and there are hosts or macs; expected one of them");
  const std::size_t weights = route.weights.size();
  errors.expect(
      weights == 1 || weights == members, path + ".weights",
      fmt::format("has {} entries; expected 1, or one for each of {} members", weights, members));
  const uint64_t sum = std::accumulate(route.weights.begin(), route.weights.end(), uint64_t{0}) *
                       (weights == 1 ? members : 1);
  errors.expect(sum <= kMaxMembers, path + ".weights",
                fmt::format("are {} together; expected at most {}", sum, kMaxMembers));
}

void check_routes(const PlatformConfig& config, RuleErrors& errors) {
  const auto& routes = config.ip.routes;
  std::vector<IpPrefix> prefixes;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    const std::string path = fmt::format("ip.routes.{}", i);
    check_members(config, routes[i], path, errors);
    const auto prefix = parse_prefix(routes[i].prefix);
    if (!prefix) {
      errors.add(path + ".prefix",
                 fmt::format("'{}' is no prefix; expected ADDRESS/LENGTH as 192.168.0.0/16 or "
                             "fd00::/8, with zeros behind the length",
                             routes[i].prefix));
      continue;
    }
    errors.expect(
        std::find(prefixes.begin(), prefixes.end(), *prefix) == prefixes.end(), path + ".prefix",
        fmt::format("{} has a route already; expected each prefix once", routes[i].prefix));
    prefixes.push_back(*prefix);
  }
}

void check_non_ip(const PlatformConfig& config, RuleErrors& errors) {
  const IpConfig& ip = config.ip;
  if (ip.non_ip != NonIp::encapsulate) {
    return errors.expect(ip.non_ip_to.empty(), "ip.non_ip_to",
                         "is only for encapsulate; expected none with this non_ip");
  }
  std::string error = "is a name for several; expected one port as host0, mac0 or cpu0";
  const auto ports = select_ip_ports(config, ip.non_ip_to, &error);
  errors.expect(ports.size() == 1, ip.non_ip_to.empty() ? "ip.non_ip" : "ip.non_ip_to",
                ip.non_ip_to.empty() ? "encapsulate has no far end; expected non_ip_to: PORT"
                                     : fmt::format("'{}' {}", ip.non_ip_to, error));
}

void check_file(const IpReplayConfig& replay, const std::string& path, RuleErrors& errors) {
  if (replay.file.empty()) return errors.add(path, "has no file; expected file: PATH");
  expect_readable(errors, path + ".file", replay.file);
}

void check_replay(const PlatformConfig& config, RuleErrors& errors) {
  const HostMap map = host_map(config.topology);
  std::set<std::pair<bool, unsigned>> taken;
  for (std::size_t i = 0; i < config.ip.replay.size(); ++i) {
    const IpReplayConfig& replay = config.ip.replay[i];
    const std::string path = fmt::format("ip.replay.{}", i);
    check_file(replay, path, errors);
    if (replay.host.has_value() == replay.mac.has_value()) {
      errors.add(path, replay.host ? "has both host and mac; expected one of them"
                                   : "has no port; expected host or mac");
      continue;
    }
    const bool is_host = replay.host.has_value();
    const unsigned port = is_host ? *replay.host : *replay.mac;
    const unsigned count = is_host ? map.hosts() : map.chips();
    const std::string where = path + (is_host ? ".host" : ".mac");
    if (!is_host) expect_engine(map, port, where, errors);
    errors.expect(port < count, where,
                  fmt::format("{} does not exist; expected 0 to {}", port, count - 1));
    errors.expect(taken.emplace(is_host, port).second, where,
                  fmt::format("{} has a replay already; expected one for each port", port));
  }
}

void check_capture(const PlatformConfig& config, RuleErrors& errors) {
  const IpCaptureConfig& capture = config.ip.capture;
  check_result_name("ip.capture.file", capture.file, ".pcapng", errors);
  errors.expect(
      capture.ports.empty() || config.trace.cells.ports.empty() ||
          capture.file != config.trace.cells.file,
      "ip.capture.file",
      fmt::format("'{}' is the capture of trace.cells too; expected another name", capture.file));
  for (std::size_t i = 0; i < capture.ports.size(); ++i) {
    std::string error;
    const auto ports = select_ip_ports(config, capture.ports[i], &error);
    errors.expect(!ports.empty(), fmt::format("ip.capture.ports.{}", i),
                  fmt::format("'{}' {}", capture.ports[i], error));
  }
}

}  // namespace

void check_ip_frames(const PlatformConfig& config, RuleErrors& errors) {
  const IpConfig& ip = config.ip;
  check_routes(config, errors);
  check_non_ip(config, errors);
  check_replay(config, errors);
  check_capture(config, errors);
  const std::optional<MacAddress> next_hop = parse_mac(ip.next_hop);
  errors.expect(ip.next_hop.empty() || (next_hop && (next_hop->front() & 1) == 0), "ip.next_hop",
                fmt::format("'{}' is no MAC address of one station; expected six octets, the first "
                            "of them even, as 02:00:00:00:00:01",
                            ip.next_hop));
}

}  // namespace tinsim
