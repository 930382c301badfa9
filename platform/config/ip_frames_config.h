// SPDX-License-Identifier: Apache-2.0
// Configuration of the frames that enter and leave by the IP ports: routes, replay, capture. Part
// of PlatformConfig.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Flow control of the external MACs, and what stands at the far ends of their cables.
struct IpMacConfig {
  std::string flow_control = "none";  ///< none | pause | pfc
  double xoff_percent = 50;  ///< level of the ingress buffer, or a class's share, that stops
  double xon_percent = 40;   ///< … and down to which it stays stopped
  unsigned quanta = 65535;   ///< of a frame that stops, 512 bit times each
  double response_ns = 500;  ///< from a frame that stops to its being obeyed, at both ends
  double cable_ns = 500;     ///< of each MAC's cable
  bool partner_obeys = true;
  TIN_FIELDS(flow_control, xoff_percent, xon_percent, quanta, response_ns, cable_ns, partner_obeys)
};

/// Where the packets of some addresses go, besides the ports' own addresses;
/// docs/reference/ethernet.md.
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
