// SPDX-License-Identifier: Apache-2.0
// Frames that enter and leave by the IP ports, part of section `ip`: flow control, routes,
// replay, capture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/ethernet/pause.h"

namespace tinsim {

/// Whether recorded frames end with their FCS; auto: as the file says, else absent.
TIN_ENUM(RecordedFcs, auto_, absent, present)

/// Flow control of the external MACs, and what stands at the far ends of their cables.
struct IpMacConfig {
  FlowControl flow_control = FlowControl::none;
  double xoff_percent = 50;
  double xon_percent = 40;
  unsigned quanta = 65535;
  double response_ns = 500;
  double cable_ns = 500;
  bool partner_obeys = true;
  TIN_KEYS(
      (flow_control,
       "of the external MACs, in both directions: PAUSE (802.3x), by class (802.1Qbb)"),
      (xoff_percent,
       "share of the ingress buffer, pfc: of the class's share, at which the MAC stops its partner",
       range(1, 100),
       only_with(&IpMacConfig::flow_control, {FlowControl::pause, FlowControl::pfc},
                 "with flow_control: none")),
      (xon_percent, "share at which a stopped partner may resume", range(0, 100),
       only_with(&IpMacConfig::flow_control, {FlowControl::pause, FlowControl::pfc},
                 "with flow_control: none")),
      (quanta, "pause time of a frame, in 512 bit times; the frame is repeated after half of it",
       range(1, 65535),
       only_with(&IpMacConfig::flow_control, {FlowControl::pause, FlowControl::pfc},
                 "with flow_control: none")),
      (response_ns,
       "time from the end of a pause frame until transmission stops, at both ends; 802.3 allows "
       "394 "
       "quanta at 100 Gb/s",
       range(0, 2017),
       only_with(&IpMacConfig::flow_control, {FlowControl::pause, FlowControl::pfc},
                 "with flow_control: none")),
      (cable_ns, "delay of the cable to a MAC's partner", range(0, 1000000)),
      (partner_obeys, "whether the partners stop on PAUSE and PFC frames",
       only_with(&IpMacConfig::flow_control, {FlowControl::pause, FlowControl::pfc},
                 "with flow_control: none")))
};

/// Where the packets of some addresses go, besides the ports' own addresses;
/// docs/reference/ethernet.md.
struct IpRouteConfig {
  std::string prefix;
  std::vector<unsigned> hosts;
  std::vector<unsigned> macs;
  std::vector<unsigned> weights = {1};
  bool punt = false;
  TIN_KEYS((prefix, "addresses ADDRESS/LENGTH, IPv4 or IPv6; the longest that matches holds"),
           (hosts, "host numbers that share their packets, flow by flow", range(0, 65535)),
           (macs, "chips whose Ethernet MACs share them, too", range(0, 1023)),
           (weights, "share of each of the hosts, then of the macs; one entry serves all",
            range(1, 4095)),
           (punt, "to the control processor of the chip where the packet enters"))
};

/// A capture whose frames enter by a port.
struct IpReplayConfig {
  std::optional<unsigned> host;
  std::optional<unsigned> mac;
  std::string file;
  double time_scale = 1;
  bool loop = false;
  RecordedFcs fcs = RecordedFcs::auto_;
  TIN_KEYS((host, "host at whose NIC the frames enter; or give mac", range(0, 65535)),
           (mac, "chip at whose Ethernet MAC the frames enter", range(0, 1023)),
           (file,
            "capture of Ethernet frames, relative to this file (in --set: to the current folder)"),
           (time_scale, "recorded times are multiplied by this", above(0, 1e9)),
           (loop, "start again at the end"),
           (fcs, "whether recorded frames end with their FCS; auto: as the file says, else absent"))
};

/// Frames of ports, as a packet capture; off when it names none.
struct IpCaptureConfig {
  std::vector<std::string> ports;
  std::string file = "frames.pcapng";
  bool with_fcs = false;
  TIN_KEYS((ports,
            "ports whose frames are captured: hosts, macs, cpus, all, host0, mac0, cpu0; empty: no "
            "capture"),
           (file, "name of the capture in the result folder: NAME.pcapng",
            only_if(
                +[](const IpCaptureConfig& c) { return !c.ports.empty(); }, {"ports"}, "a capture",
                "without ip.capture.ports")),
           (with_fcs, "captured frames keep their FCS",
            only_if(
                +[](const IpCaptureConfig& c) { return !c.ports.empty(); }, {"ports"}, "a capture",
                "without ip.capture.ports")))
};

}  // namespace tinsim
