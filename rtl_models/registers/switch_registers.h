// SPDX-License-Identifier: Apache-2.0
// Registers of the cell switch: arbitration, VC buffers, credit.
#pragma once

#include "rtl_models/registers/chip_registers.h"

namespace tinsim::registers {

inline constexpr Register kSwitchRegisters[] = {
    {"arbiter",
     0x00,
     "Arbitration between the inputs (Aquila 3.1).",
     {{"iterations", 2, 0, Access::rw, 1, "rounds of request, grant and accept per cycle, 1..4"},
      {"speedup", 6, 4, Access::ro, 1, "words that the crossbar moves per port and cycle"},
      {"queue_words", 23, 8, Access::ro, 40, "space of an output queue for each VC, in words"}}},
    {"strict_vcs",
     0x04,
     "VCs that are served before all others.",
     {{"vcs", 31, 0, Access::rw, 0, "a bit for each VC"}}},
    {"fc_timing",
     0x08,
     "Flow-control (FC) sets of the links.",
     {{"hold", 7, 0, Access::ro, 32, "cycles that a credit update may wait behind cells"}}},
    {"fc_refresh",
     0x0C,
     "Refresh of the credit of all VCs.",
     {{"cycles", 23, 0, Access::ro, 4000, "from one refresh set to the next; 0: none"}}},
};

inline constexpr Register kVcWeightElement[] = {
    {"share",
     0x0,
     "Service of a VC that is not strict.",
     {{"weight", 7, 0, Access::rw, 1, "quanta of 20 words per turn, 1..255"}}},
};

inline constexpr Register kPortElement[] = {
    {"fifo",
     0x0,
     "VC buffers of an input.",
     {{"words", 12, 0, Access::ro, 0, "words of 8 bytes of each VC FIFO"}}},
    {"credit",
     0x4,
     "Credit of an output.",
     {{"words", 12, 0, Access::ro, 0, "initial credit of each VC"}}},
};

inline constexpr RegisterArray kSwitchArrays[] = {
    {"vc_weight",
     0x100,
     kVcs,
     4,
     Writes::each,
     "Weighted service, by VC.",
     kVcWeightElement,
     {{"vc", kVcs}}},
    {"port",
     0x400,
     kPorts,
     8,
     Writes::each,
     "Buffers and credit, by port.",
     kPortElement,
     {{"port", kPorts}}},
};

}  // namespace tinsim::registers
