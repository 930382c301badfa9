// SPDX-License-Identifier: Apache-2.0
// Counts of the Ethernet frames at the IP ports, by outcome; all sums, so that ports add up in any
// order.
#pragma once

#include "platform/statistics/section.h"

namespace tinsim {

/// Frames of the whole run, warm-up included. Those on the wire are ip + punted + encapsulated +
/// not_ip + mac_control and the malformed ones.
struct FrameCounts : SectionRecord {
  static constexpr const char* kSection = "ip.frames";
  static constexpr const char* kSectionText = "frames that are replayed or captured, whole run";
  TIN_RECORD(FrameCounts);
  // Frames that a replay sent to a port.
  TIN_FIELD(Sum, ip, "replayed frames with IP: their packets entered the chip");
  TIN_FIELD(Sum, punted, "… without IP, which entered for the chip's control processor");
  TIN_FIELD(Sum, encapsulated, "… without IP, which entered inside an IP packet");
  TIN_FIELD(Sum, not_ip, "… without IP, which were dropped, as configured");
  TIN_FIELD(Sum, mac_control, "… that ended in the MAC");
  TIN_FIELD(Sum, left, "frames that left a port");
  TIN_FIELD(Sum, decapsulated, "… without IP, as they had arrived");
  TIN_FIELD(Sum, to_cpu, "… to control processors");
  TIN_FIELD(Sum, marked, "… on which the fabric set CE");
  TIN_FIELD(Sum, pauses_sent, "PAUSE and PFC frames that MACs made; not among `left`");
  TIN_FIELD(Causes, malformed, "frames dropped, by cause");
  TIN_FIELD(Causes, unreadable, "frames of capture files that were never sent, by cause");

  void add(const FrameCounts& other) { merge_fields(*this, other); }
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
