// SPDX-License-Identifier: Apache-2.0
// Counters of a chip's IP path; all are sums, so chips and ranks add up in any order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/fields/kinds.h"
#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

/// Why a packet did not arrive.
enum class IpLoss : uint8_t {
  kUnroutable,     ///< no entry matches its address
  kIngressFull,    ///< no space in the ingress buffer of a MAC
  kClearedToDrop,  ///< its RTS found a queue beyond the drop threshold, or it had no credit for one
  kRtsTimeout,     ///< no answer: the RTS or its CTS was lost
  kFetchTimeout,   ///< given up by the egress: a DATA cell was lost
  kBadFcs,         ///< given up by the ingress: its frame was faulty
  kExpired,        ///< its time to live ended where it entered
  kCount
};
constexpr std::array<const char*, static_cast<std::size_t>(IpLoss::kCount)> cause_names(IpLoss) {
  return {"unroutable",    "ingress_full", "cleared_to_drop", "rts_timeout",
          "fetch_timeout", "bad_fcs",      "expired"};
}

/// One class of service, in the measurement.
struct IpClassCounters {
  TIN_RECORD(IpClassCounters);
  TIN_FIELD(Sum, packets, "packets delivered, acknowledgements included");
  TIN_FIELD(Sum, bytes, "their bytes, from the IP header on");
  TIN_FIELD(Sum, marked, "those on which the fabric set CE");
  TIN_FIELD_AS(Times, one_way, "latency", "first bit at the source to last bit at the destination");
  TIN_FIELD(Times, handshake, "RTS in its queue to the grant of its CTS");
};

/// Of all chips together, so that counters that change together share cache lines.
class IpClasses {
 public:
  IpClassCounters& of_class(unsigned cos) {
    if (!classes_[cos]) classes_[cos] = std::make_unique<IpClassCounters>();
    return *classes_[cos];
  }
  /// Null: nothing of the class arrived.
  const IpClassCounters* find(unsigned cos) const { return classes_[cos].get(); }
  void clear() { classes_ = {}; }

 private:
  std::array<std::unique_ptr<IpClassCounters>, kCosClasses> classes_;
};

/// Packets and cells of the whole run, of one chip or of several.
struct IpTotals {
  TIN_RECORD(IpTotals);
  TIN_FIELD_AS(Sum, taken, "packets_in", "packets that entered, or found the MAC's buffer full");
  TIN_FIELD_AS(Sum, delivered, "packets_out", "packets that left");
  // Levels at the end; in <= out + held at both sides + lost: a packet on its way is held at one
  // side or both, one that is leaving counts as out already.
  TIN_FIELD_AS(Sum, held_ingress, "packets_held_ingress", "packets in ingress buffers at the end");
  TIN_FIELD_AS(Sum, held_egress, "packets_held_egress",
               "packets at the end that egress ports fetch or hold; some are at ingress too");
  TIN_FIELD_AS(ByCause<IpLoss>, lost, "packets_lost", "packets that did not arrive, by cause");
  TIN_FIELD_AS(Sum, held_back, "packets_held_back",
               "those of `cleared_to_drop` that had no credit for an RTS to a congested port");
  TIN_FIELD_AS(Sum, punted_expired, "packets_punted_expired",
               "packets whose time to live ended, sent to the control processor");
  TIN_FIELD(Sum, late_cells, "cells for a packet that had been given up");
  TIN_FIELD(Peak, rts_queue_peak, "entries of the fullest RTS queue");
  TIN_FIELD(Peak, window_peak_bytes, "bytes fetched at a time by one egress port");
  TIN_FIELD(Peak, reassembly_peak_cells, "cell slots of the fullest reassembly buffer");
  TIN_FIELD(Peak, reorder_peak_packets,
            "complete packets that waited for an earlier one at one port");
};

/// Of one chip. Levels and peaks of the base are filled in where they are read.
struct IpCounters : IpTotals {
  uint64_t sent = 0;  ///< packets whose last DATA cell has been sent
  uint64_t cells_sent = 0, damaged_cells = 0;
  uint64_t cells_received = 0;  ///< cells that are applied early count at their report
  std::array<uint32_t, kRtsQueues> rts_peak{};            ///< entries
  std::array<uint32_t, kEgressPorts> outstanding_peak{};  ///< bytes
  std::array<uint32_t, kEgressPorts> slots_peak{};        ///< cell slots of the reassembly buffer
  std::array<uint32_t, kEgressPorts> reorder_peak{};      ///< complete packets that waited
  uint64_t& lost_by(IpLoss cause) { return lost[cause]; }
};

}  // namespace tinsim
