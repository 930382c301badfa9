// SPDX-License-Identifier: Apache-2.0
// How many bytes an egress port fetches at a time: fewer while RTSs keep DATA waiting.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm/ethernet/mac.h"
#include "tlm/gnet/cell.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

/// RTSs go before DATA at the ports of an interface. Where they leave less than fills its wire, all
/// that a fixed window holds beyond what is on its way waits in the fabric, and others behind it.
/// So the window narrows with each packet that comes late for that reason, down to a half, and
/// widens with each other one. It does not where DATA waits for other reasons: a port that asked
/// for less would only get a smaller share then.
class FetchWindow {
 public:
  struct Params {
    uint32_t most = 0;  ///< bytes
    Cycle target = 0;  ///< a fetch may take so long, and the packet's time on the wire; 0: for ever
    WireRate rate;     ///< of the interface
    unsigned ports = 0;  ///< of the interface; each carries a word in a cycle
  };

  FetchWindow() = default;
  explicit FetchWindow(const Params& params) : params_(params), bytes_(params.most) {}

  uint32_t bytes() const { return bytes_; }

  /// A packet of `bytes` was complete `took` cycles after its grant, while `rtss` RTSs have come by
  /// the ports of the interface.
  void fetched(unsigned bytes, Cycle took, uint32_t rtss) {
    if (params_.target == 0) return;
    if (is_late(bytes, took) && rtss_slow_data(took, rtss)) {
      bytes_ -= std::min(bytes / kNarrows, bytes_ - params_.most / 2);
    } else {
      bytes_ += std::min(bytes / kWidens, params_.most - bytes_);
    }
  }

 private:
  // One late packet of nine keeps the window as it is.
  static constexpr unsigned kNarrows = 8, kWidens = 64;
  static constexpr unsigned kUneven = 2, kCellWords = 20, kCellBytes = 148;

  bool is_late(unsigned bytes, Cycle took) const {
    return (uint64_t{took} - std::min(took, params_.target)) * params_.rate.bits >
           uint64_t{bytes} * 8 * params_.rate.cycles;
  }
  /// Whether a port with twice its part of the RTSs, since flows fall on ports unevenly, had fewer
  /// words left for its part of the DATA than fills the wire.
  bool rtss_slow_data(Cycle took, uint32_t rtss) const {
    const uint64_t wire_bits = took * params_.rate.bits / params_.rate.cycles;
    const uint64_t data_words = wire_bits * kCellWords / (kCellBytes * 8);
    return data_words + uint64_t{rtss} * kUneven * kMinCellWords > uint64_t{took} * params_.ports;
  }

  Params params_;
  uint32_t bytes_ = 0;
};

}  // namespace tinsim
