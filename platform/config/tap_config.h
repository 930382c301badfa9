// SPDX-License-Identifier: Apache-2.0
// Section `tap` of a configuration: Linux TAP devices at IP ports; docs/guide/tap.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

/// An IP port and the device that is joined to it.
struct TapPortConfig {
  std::optional<unsigned> host;
  std::optional<unsigned> mac;
  std::string device;
  TIN_KEYS((host, "host at whose NIC the frames enter and leave; or give mac", range(0, 65535)),
           (mac, "chip at whose Ethernet MAC the frames enter and leave", range(0, 1023)),
           (device, "name of the TAP device, as `ip link` shows it; at most 15 characters"))
};

struct TapConfig;
/// The condition that some port is joined to a device.
OnlyIf only_with_tap_ports();

struct TapConfig {
  std::vector<TapPortConfig> ports;
  double slowdown = 1000;
  double poll_us = 0.5;
  unsigned mtu = 1500;
  std::string replay;
  TIN_KEYS((ports),
           (slowdown, "seconds of the clock on the wall in which one simulated second passes",
            range(1, 1e6), only_with_tap_ports()),
           (poll_us, "simulated time between two looks at the devices, in us", range(0.1, 1000),
            only_with_tap_ports()),
           (mtu, "longest IP packet of the devices, in bytes", range(68, 16347),
            only_with_tap_ports()),
           (replay,
            "recording `tap.pcapng` of a run, relative to this file (in --set: to the current "
            "folder): its frames enter again, and no device is opened",
            only_with_tap_ports()))

  bool is_on() const { return !ports.empty(); }
  /// Frames come from devices and go to them.
  bool is_live() const { return is_on() && replay.empty(); }
};

inline OnlyIf only_with_tap_ports() {
  OnlyIf only;
  only.selectors = {"ports"};
  only.users = "TAP devices";
  only.without = "without tap.ports";
  only.holds = [](const void* at) { return static_cast<const TapConfig*>(at)->is_on(); };
  return only;
}

}  // namespace tinsim
