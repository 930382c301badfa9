// SPDX-License-Identifier: Apache-2.0
// How far a run is, and what its chips and links do meanwhile.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

struct RunProgress {
  Cycle now = 0;
  Cycle end = 0;             ///< of the run, the latest one where it is not known
  bool end_is_known = true;  ///< false while warm-up or measurement are `auto`
  bool measures = false;     ///< the warm-up is over
  double core_mhz = 0;

  double done() const { return end == 0 ? 0 : static_cast<double>(now) / end; }
  double simulated_us() const { return static_cast<double>(now) / core_mhz; }
};

/// Since the last RunLoads. Shares are those of the words that all ports could have moved.
struct ChipLoad {
  uint32_t chip = 0;
  double share = 0;  ///< of words that left the input FIFOs
};
struct LinkLoad {
  uint32_t chip = 0;  ///< the sender
  uint8_t port = 0;
  uint32_t peer_chip = 0;
  PortKind kind = PortKind::kUnused;
  double share = 0;  ///< of slots with words of cells
};
struct RunLoads {
  std::vector<ChipLoad> chips;  ///< of this rank
  std::vector<LinkLoad> links;  ///< the busiest of this rank, from the busiest on
};

/// The network in the batch that has just ended, over all ranks.
struct RunSnapshot {
  RunProgress progress;
  double mean_latency_ns = 0;  ///< of the cells delivered; NaN: none
  double accepted_gbps_per_tin = 0;
  RunLoads loads;
};

/// Receives snapshots of a run, from the thread that simulates.
class RunWatcher {
 public:
  virtual ~RunWatcher() = default;
  /// After each batch: whether show() is to be called now.
  virtual bool wants_snapshot() = 0;
  virtual void show(const RunSnapshot& snapshot) = 0;
};

}  // namespace tinsim
