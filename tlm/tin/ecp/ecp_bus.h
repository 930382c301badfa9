// SPDX-License-Identifier: Apache-2.0
// Devices of a control processor outside its SRAM and its System Control Space.
#pragma once

#include <cstdint>

namespace tinsim {

struct BusReply {
  bool accepted = false;  ///< false: a bus error, which the core takes as HardFault
  uint32_t value = 0;     ///< of a read
  uint32_t stall = 0;     ///< cycles that the core waits besides those of the instruction
};

/// Times are cycles of the core; the core calls it in order of time.
class EcpBus {
 public:
  static constexpr uint64_t kNever = ~uint64_t{0};

  virtual ~EcpBus() = default;

  /// An access of 1, 2 or 4 octets whose address is a multiple of its size, in cycle `now`.
  virtual BusReply read(uint32_t address, unsigned bytes, uint64_t now) = 0;
  virtual BusReply write(uint32_t address, unsigned bytes, uint32_t value, uint64_t now) = 0;
  /// Levels of the interrupt lines in cycle `now`, a bit each.
  virtual uint32_t lines(uint64_t now) = 0;
  /// The first cycle, after the last call, in which a line may change by time alone.
  virtual uint64_t next_event() const = 0;
};

}  // namespace tinsim
