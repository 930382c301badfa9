// SPDX-License-Identifier: Apache-2.0
// Storage behind a group of registers: a part of the chip, or memory.
#pragma once

#include <cstdint>

#include "rtl_models/registers/decode.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

class RegisterDevice {
 public:
  virtual ~RegisterDevice() = default;
  /// The bits of a register that the device holds, in cycle `at`. Reserved, `fixed` and `wo` bits
  /// do not count. Writes that were made before count, whether or not their effect is there yet.
  virtual uint32_t read(Cycle at, const registers::Place& place) const = 0;
  /// Software wrote, with effect from cycle `effect` on. `words` are those of the register, or of
  /// its element where an array is written as a whole, or of both halves of a quantity of 64 bits:
  /// then `place` is the last of them. Bits that software cannot write are zero, and so are those
  /// of `w1c` fields. False: the part of the chip refuses the values, which is an error of the bus.
  virtual bool write(Cycle effect, const registers::Place& place, const uint32_t* words) = 0;
  /// Software cleared bits of `w1c` or `rc` fields.
  virtual void clear(const registers::Place& /*place*/, uint32_t /*bits*/) {}
};

}  // namespace tinsim
