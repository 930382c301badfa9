// SPDX-License-Identifier: Apache-2.0
// Interrupts of one host: sent after a number of completions, or a time after the first of them.
#pragma once

#include <algorithm>
#include <array>

#include "tlm/nic/nic_cookie.h"
#include "tlm/nic/nic_counters.h"
#include "tlm/nic/nic_params.h"
#include "tlm/pcie/dma.h"

namespace tinsim {

/// An interrupt is a posted write (MSI-X), so it is at the host after all completions before it.
class InterruptModerator {
 public:
  InterruptModerator(const NicParams& params, DmaPort& dma, NicCounters& counters)
      : params_(params), dma_(dma), counters_(counters) {}

  /// A completion has been written in cycle `now`.
  void completed(Cycle now) {
    if (params_.notice == NicNotice::poll) return;
    if (pending_++ == 0) due_ = now + params_.moderation_cycles;
    if (pending_ >= params_.moderation_packets) due_ = now;
    run(now);
  }
  /// When the next interrupt is due; kNoCycle: none.
  Cycle next() const { return due_; }
  void run(Cycle now) {
    if (due_ > now) return;
    due_ = kNoCycle;
    pending_ = 0;
    ++counters_.interrupts;
    const std::array<uint8_t, kInterruptBytes> message{};
    dma_.write(now, params_.map.interrupt, {message.data(), kInterruptBytes},
               nic_cookie(NicAccess::kInterrupt, 0), true);
  }

 private:
  const NicParams& params_;
  DmaPort& dma_;
  NicCounters& counters_;
  uint32_t pending_ = 0;  ///< completions since the last interrupt
  Cycle due_ = kNoCycle;
};

}  // namespace tinsim
