// SPDX-License-Identifier: Apache-2.0
// Rules of TAP devices: their ports, their names, and what they exclude.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "platform/config/host_map.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr std::size_t kMostNameCharacters = 15;  // IFNAMSIZ - 1 of Linux
/// Of a frame around an IP packet: addresses, type and FCS.
constexpr unsigned kFrameAroundIp = 18;

/// Linux replaces a `%d`, and `/` and `:` have other meanings.
bool is_device_name(const std::string& name) {
  const auto is_good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= kMostNameCharacters && name != "." && name != ".." &&
         std::all_of(name.begin(), name.end(), is_good);
}

void check_tap_port(const PlatformConfig& config, const TapPortConfig& port,
                    const std::string& path, RuleErrors& errors) {
  errors.expect(is_device_name(port.device), path + ".device",
                fmt::format("'{}' is no name of a device; expected 1 to {} letters, digits, '_', "
                            "'-' and '.'",
                            port.device, kMostNameCharacters));
  if (port.host.has_value() == port.mac.has_value()) {
    return errors.add(path, port.host ? "has both host and mac; expected one of them"
                                      : "has no port; expected host or mac");
  }
  const HostMap map = host_map(config.topology);
  const unsigned number = port.host ? *port.host : *port.mac;
  const unsigned count = port.host ? map.hosts() : map.chips();
  const std::string where = path + (port.host ? ".host" : ".mac");
  errors.expect(number < count, where,
                fmt::format("{} does not exist; expected 0 to {}", number, count - 1));
  errors.expect(port.host || number >= count || map.hosts_of(number) != 0, where,
                fmt::format("{} has no hosts, and so no MAC; expected a chip that has", number));
  errors.expect(port.host || config.ip.mac.flow_control == FlowControl::none, where,
                fmt::format("{} has a device, which obeys no PAUSE frames; expected a host, or "
                            "ip.mac.flow_control: none",
                            number));
}

void check_tap_ports(const PlatformConfig& config, RuleErrors& errors) {
  std::set<std::pair<bool, unsigned>> taken;
  std::set<std::string> devices;
  for (std::size_t i = 0; i < config.tap.ports.size(); ++i) {
    const TapPortConfig& port = config.tap.ports[i];
    const std::string path = fmt::format("tap.ports.{}", i);
    check_tap_port(config, port, path, errors);
    errors.expect(
        devices.insert(port.device).second, path + ".device",
        fmt::format("'{}' is joined to a port already; expected each device once", port.device));
    if (port.host.has_value() == port.mac.has_value()) continue;
    const unsigned number = port.host ? *port.host : *port.mac;
    errors.expect(taken.emplace(port.host.has_value(), number).second,
                  path + (port.host ? ".host" : ".mac"),
                  fmt::format("{} has a device already; expected one for each port", number));
  }
}

}  // namespace

void check_tap(const PlatformConfig& config, RuleErrors& errors) {
  const TapConfig& tap = config.tap;
  if (!tap.is_on()) return;
  if (!config.ip.enabled) {
    return errors.add("tap.ports",
                      "are IP ports, and there is no IP path; expected ip.enabled: true");
  }
  errors.expect(config.ip.payload == Payload::carried, "ip.payload",
                fmt::format("is {}, but devices have frames of octets; expected carried with "
                            "tap.ports",
                            word_of(config.ip.payload)));
  errors.expect(!config.cliquemap.enabled, "cliquemap.enabled",
                "has software at the hosts; expected false with tap.ports");
  errors.expect(!config.has_nics(), "nic.host",
                "has the packets of hosts cross PCIe; expected direct with tap.ports");
  errors.expect(
      tap.mtu + kFrameAroundIp <= config.ip.max_frame_bytes, "tap.mtu",
      fmt::format("{} gives frames of {} bytes; expected at most {}, so that they are "
                  "within ip.max_frame_bytes",
                  tap.mtu, tap.mtu + kFrameAroundIp,
                  config.ip.max_frame_bytes - std::min(config.ip.max_frame_bytes, kFrameAroundIp)));
  check_tap_ports(config, errors);
  if (!tap.replay.empty()) expect_readable(errors, "tap.replay", tap.replay);
}

}  // namespace tinsim
