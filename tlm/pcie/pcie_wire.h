// SPDX-License-Identifier: Apache-2.0
// The wire of one direction of a PCIe link: packets one behind the other, within a cycle if need
// be.
#pragma once

#include "rtl_models/parts/pcie_tlp.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

class PcieWire {
 public:
  /// Time of a packet of so many octets.
  struct Time {
    uint32_t bytes = 0;
    uint32_t cycles = 0;
    uint64_t part = 0;  ///< rate.num-ths of a cycle, besides
  };

  explicit PcieWire(const PcieRate& rate) : rate_(rate) {}

  Time time_of(uint32_t bytes) const {
    const uint64_t parts = bytes * rate_.den;
    return {bytes, static_cast<uint32_t>(parts / rate_.num), parts % rate_.num};
  }
  /// It is free for a packet that starts in this cycle …
  Cycle free_at() const { return free_cycle_; }
  /// … and has been from the beginning of this one on: the last octet has arrived.
  Cycle end() const { return free_cycle_ + (free_part_ > 0 ? 1 : 0); }
  /// Nothing starts before cycle `at`.
  void wait_until(Cycle at) {
    if (free_cycle_ >= at) return;
    free_cycle_ = at;
    free_part_ = 0;
  }
  void occupy(const Time& time) {
    free_cycle_ += time.cycles;
    free_part_ += time.part;
    if (free_part_ >= rate_.num) {
      free_part_ -= rate_.num;
      ++free_cycle_;
    }
  }
  const PcieRate& rate() const { return rate_; }

 private:
  PcieRate rate_;
  Cycle free_cycle_ = 0;
  uint64_t free_part_ = 0;  ///< of that cycle, rate_.num-ths that are taken
};

}  // namespace tinsim
