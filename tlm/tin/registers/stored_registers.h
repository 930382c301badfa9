// SPDX-License-Identifier: Apache-2.0
// Registers of a group as memory: they read what was written, and what the hardware has set.
#pragma once

#include <map>

#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// Only values that differ from the reset value take space.
class StoredRegisters : public RegisterDevice {
 public:
  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;
  void clear(const registers::Place& place, uint32_t bits) override;

  /// By the hardware: bits of `ro` fields get this value, bits of `w1c` and `rc` fields are set.
  void show(const registers::Place& place, uint32_t value);
  void set(const registers::Place& place, uint32_t bits);

 private:
  uint32_t& word(const registers::Place& place);

  std::map<uint32_t, uint32_t> words_;  ///< by address
};

}  // namespace tinsim
