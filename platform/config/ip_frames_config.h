// SPDX-License-Identifier: Apache-2.0
// Configuration of the frames that enter and leave by the IP ports: routes, replay, capture. Part
// of PlatformConfig.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Where the packets of some addresses go, besides the ports' own addresses; docs/ethernet.md.
struct IpRouteConfig {
  std::string prefix;                   ///< ADDRESS/LENGTH, IPv4 or IPv6
  std::vector<unsigned> hosts;          ///< host numbers
  std::vector<unsigned> macs;           ///< chip numbers
  std::vector<unsigned> weights = {1};  ///< of hosts, then macs; one entry serves all
  bool punt = false;                    ///< to the control processor of the chip that they enter
  TIN_FIELDS(prefix, hosts, macs, weights, punt)
};

/// A capture whose frames enter by a port.
struct IpReplayConfig {
  std::optional<unsigned> host;  ///< host number; or:
  std::optional<unsigned> mac;   ///< chip number
  std::string file;              ///< path, relative to the config file
  double time_scale = 1;         ///< recorded times are multiplied by this
  bool loop = false;             ///< start again at the end
  std::string fcs = "auto";      ///< auto | absent | present: what the last four octets are
  TIN_FIELDS(host, mac, file, time_scale, loop, fcs)
};

/// Frames of ports, as a packet capture; off when it names none.
struct IpCaptureConfig {
  std::vector<std::string> ports;      ///< selectors, platform/config/ip_port.h
  std::string file = "frames.pcapng";  ///< in the result folder
  bool with_fcs = false;
  TIN_FIELDS(ports, file, with_fcs)
};

}  // namespace tinsim
