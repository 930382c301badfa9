// SPDX-License-Identifier: Apache-2.0
// Registers of the chip as a whole: identification, address, errors of the register bus.
#pragma once

#include "rtl_models/registers/description.h"

namespace tinsim::registers {

inline constexpr unsigned kPorts = 50;
inline constexpr unsigned kVcs = 32;
inline constexpr std::uint32_t kVersionMajor = 1, kVersionMinor = 0;

inline constexpr Register kChipRegisters[] = {
    {"id",
     0x00,
     "Identification of the chip.",
     {{"name", 31, 0, Access::fixed, 0x004E6954, "ASCII \"TiN\", the first letter in bits 7..0"}}},
    {"version",
     0x04,
     "Version of this register map.",
     {{"minor", 15, 0, Access::fixed, kVersionMinor, "registers were added"},
      {"major", 31, 16, Access::fixed, kVersionMajor, "registers were changed or removed"}}},
    {"shape",
     0x08,
     "Size of the cell switch.",
     {{"ports", 7, 0, Access::fixed, kPorts, "ports"},
      {"vcs", 15, 8, Access::fixed, kVcs, "virtual channels (VCs) of each port"}}},
    {"scratch",
     0x0C,
     "No effect on the chip; for tests of the bus.",
     {{"value", 31, 0, Access::rw, 0, "any value"}}},
    {"address",
     0x10,
     "GNet address of the chip.",
     {{"tin", 9, 6, Access::rw, 0, "number of the chip in its pod"},
      {"pod", 15, 10, Access::rw, 0, "number of the pod"}}},
    {"bus_status",
     0x14,
     "Accesses that the register bus answered with an error.",
     {{"illegal_read", 0, 0, Access::w1c, 0, "a read of an address without a register"},
      {"illegal_write", 1, 1, Access::w1c, 0, "a write to an address without a register"}}},
    {"bus_error_address",
     0x18,
     "Address of the last of these accesses.",
     {{"address", 21, 0, Access::ro, 0, "offset on the register bus"}}},
};

}  // namespace tinsim::registers
