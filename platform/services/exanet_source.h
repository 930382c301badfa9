// SPDX-License-Identifier: Apache-2.0
// Traffic of one intra-tile port of an ExaNet node: packets that are born and sent, and checked
// where they are read.
#pragma once

#include <vector>

#include "platform/traffic/generator.h"
#include "tlm/exanet/exanet_packet.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// So many bytes that follow from source and number.
std::vector<uint8_t> exanet_payload_of(uint16_t src, uint32_t number, unsigned bytes);

class ExanetSource {
 public:
  /// Births are counted by batches of so many cycles.
  explicit ExanetSource(Cycle batch_cycles) : batch_cycles_(batch_cycles) {}

  /// From now on packets are born by these. Packets that wait are dropped.
  void set_generators(std::vector<Generator> generators);

  /// Birth of the oldest packet that waits or will be born; kNever: none.
  uint64_t oldest() const { return oldest_; }
  /// Takes the oldest packet, and numbers it.
  struct Born {
    SourceCell cell;
    uint16_t src = 0;
    uint32_t number = 0;
  };
  Born take();
  /// Words born in each batch before `until`, waiting packets included.
  std::vector<BornCount> births(Cycle until) const;

 private:
  void find_oldest();

  Cycle batch_cycles_;
  std::vector<Generator> generators_;
  std::size_t first_ = 0;  ///< has the oldest
  uint64_t oldest_ = kNever;
  uint32_t numbers_ = 0;
  std::vector<BornCount> births_;  ///< of packets that were taken
};

}  // namespace tinsim
