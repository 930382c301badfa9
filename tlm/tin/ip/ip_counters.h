// SPDX-License-Identifier: Apache-2.0
// Counters of a chip's IP path; all are sums, so chips and ranks add up in any order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/histogram.h"
#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

/// Why a packet did not arrive.
enum class IpLoss : uint8_t {
  kUnroutable,     ///< no entry matches its address
  kIngressFull,    ///< no room in the ingress buffer of a MAC
  kClearedToDrop,  ///< its RTS found a queue beyond the drop threshold, or it had no credit for one
  kRtsTimeout,     ///< no answer: the RTS or its CTS was lost
  kFetchTimeout,   ///< given up by the egress: a DATA cell was lost
  kBadFcs,         ///< given up by the ingress: its frame was faulty
  kCount
};

struct IpClassCounters {
  uint64_t packets = 0;  ///< delivered
  uint64_t bytes = 0;    ///< … from the IP header on
  uint64_t marked = 0;   ///< … with CE set here
  Histogram one_way;    ///< cycles, from the first bit at the source to the last at the destination
  Histogram handshake;  ///< cycles, from the RTS at its queue to the CTS's grant
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

/// Of one chip.
struct IpCounters {
  uint64_t taken = 0;      ///< packets from hosts, also those that the MAC's buffer had no room for
  uint64_t sent = 0;       ///< … whose last DATA cell has been sent
  uint64_t delivered = 0;  ///< packets that began to depart
  std::array<uint64_t, static_cast<std::size_t>(IpLoss::kCount)> lost{};
  uint64_t held_back = 0;   ///< … of kClearedToDrop: without credit for an RTS
  uint64_t late_cells = 0;  ///< cells for a packet that has been given up
  uint64_t cells_sent = 0, damaged_cells = 0;
  uint64_t cells_received = 0;  ///< cells that are applied early count at their report
  std::array<uint32_t, kRtsQueues> rts_peak{};            ///< entries
  std::array<uint32_t, kEgressPorts> outstanding_peak{};  ///< bytes
  std::array<uint32_t, kEgressPorts> slots_peak{};        ///< cell slots of the reassembly buffer
  std::array<uint32_t, kEgressPorts> reorder_peak{};      ///< complete packets that waited
  uint64_t& lost_by(IpLoss cause) { return lost[static_cast<std::size_t>(cause)]; }
};

}  // namespace tinsim
