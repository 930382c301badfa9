// SPDX-License-Identifier: Apache-2.0
// Counts of the frames between TAP devices and IP ports.
#pragma once

#include "platform/statistics/section.h"

namespace tinsim {

/// frames_in = entered + neighbour_questions + link_local + not_ip + malformed.
struct TapResult : SectionRecord {
  static constexpr const char* kSection = "tap";
  static constexpr const char* kSectionText =
      "frames of TAP devices, or of the recording in their place, whole run";
  TIN_RECORD(TapResult);
  TIN_FIELD(Sum, ports, "ports that are joined to a device");
  TIN_FIELD(Sum, frames_in, "frames that came from devices");
  TIN_FIELD(Sum, entered, "… with IP: their packets were there for the port to take");
  TIN_FIELD(Sum, neighbour_questions, "… of ARP and neighbour discovery");
  TIN_FIELD(Sum, neighbour_answers, "answers to these, which the port made");
  TIN_FIELD(Sum, link_local, "… with IP for the devices of a link alone, dropped");
  TIN_FIELD(Sum, not_ip, "… other frames without IP, dropped");
  TIN_FIELD(Sum, packet_bytes_in, "bytes of the packets that entered");
  TIN_FIELD(Sum, frames_out, "frames that left the network for devices");
  TIN_FIELD(Sum, packet_bytes_out, "bytes of their packets");
  TIN_FIELD(Sum, marked, "… packets on which the fabric set CE");
  TIN_FIELD(Causes, malformed, "frames of devices that were dropped, by cause");
  TIN_FIELD(Sum, replayed, "frames of a recording that entered or left again");
  TIN_FIELD(Sum, differing,
            "… that left otherwise or in another cycle, or did not leave; must be 0");
  TIN_FIELD(Sum, refused_by_devices, "frames that a device did not take, as it was down");
  TIN_FIELD(Sum, lost_wall_us,
            "time on the wall by which the simulation was slower than its pace; 0 in a replay");

  static constexpr const char* kLine =
      "{frames_in} frames in, {entered} entered, {frames_out} out; {differing} of {replayed} "
      "replayed differ";

  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
