// SPDX-License-Identifier: Apache-2.0
// Counters of an Ethernet Clos network.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/fields/kinds.h"
#include "rtl_models/parts/fair_shares.h"

namespace tinsim {

/// Frames of the whole run, of all switches: sent = delivered + dropped + in_flight.
struct ClosTotals {
  TIN_RECORD(ClosTotals);
  TIN_FIELD_AS(Sum, sent, "packets_in", "packets that hosts sent");
  TIN_FIELD_AS(Sum, delivered, "packets_out", "packets that reached a host");
  TIN_FIELD_AS(Sum, dropped, "packets_dropped", "packets that found no room in a switch");
  TIN_FIELD_AS(Sum, in_flight, "packets_in_flight", "packets in switches and cables at the end");
  TIN_FIELD(Peak, buffer_peak_bytes, "occupancy of the fullest switch");
  TIN_FIELD(Peak, queue_peak_bytes, "occupancy of the fullest queue");
};

/// One class of service, in the measurement.
struct ClosClassCounters {
  TIN_RECORD(ClosClassCounters);
  TIN_FIELD(Sum, packets, "packets delivered, acknowledgements included");
  TIN_FIELD(Sum, bytes, "their bytes, from the IP header on");
  TIN_FIELD(Sum, marked, "packets on which a switch set CE");
  TIN_FIELD(Sum, dropped, "packets that found no room in a switch");
  TIN_FIELD(Times, queueing,
            "of a packet at the output of one switch, until its first bit is sent");
};

class ClosClasses {
 public:
  ClosClassCounters& of_class(unsigned cos) {
    if (!classes_[cos]) classes_[cos] = std::make_unique<ClosClassCounters>();
    return *classes_[cos];
  }
  /// Null: nothing of the class was sent.
  const ClosClassCounters* find(unsigned cos) const { return classes_[cos].get(); }

 private:
  std::array<std::unique_ptr<ClosClassCounters>, kCosClasses> classes_;
};

}  // namespace tinsim
