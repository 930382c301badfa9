// SPDX-License-Identifier: Apache-2.0
// Registers of TimeSync (Aquila, appendix B).
#pragma once

#include "rtl_models/registers/chip_registers.h"

namespace tinsim::registers {

inline constexpr Register kTimeSyncRegisters[] = {
    {"control",
     0x00,
     "Role of the chip.",
     {{"enable", 0, 0, Access::rw, 0, "TIMESYNC sets are sent and received"},
      {"primary", 1, 1, Access::rw, 0, "the chip is the primary and follows no other clock"}}},
    {"select",
     0x04,
     "Port from which a client takes the time.",
     {{"port", 5, 0, Access::rw, 0, "port towards the primary"}}},
    {"interval",
     0x08,
     "Time between the TIMESYNC sets of the primary.",
     {{"cycles", 23, 0, Access::rw, 40000, "cycles; 40000 are 100 us"}}},
    {"outputs_0",
     0x0C,
     "Ports 0 to 31 that send or forward the time.",
     {{"ports", 31, 0, Access::rw, 0, "a bit for each port"}}},
    {"outputs_1",
     0x10,
     "Ports 32 to 49 that send or forward the time.",
     {{"ports", 17, 0, Access::rw, 0, "a bit for each port"}}},
    {"status",
     0x14,
     "Validity of the time.",
     {{"code", 3, 0, Access::ro, 0, "status of the last TIMESYNC set that was sent"},
      {"valid", 8, 8, Access::ro, 0, "the time is that of a primary"},
      {"lost", 9, 9, Access::w1c, 0, "no TIMESYNC set arrived for several intervals"}}},
    {"time_lo",
     0x18,
     "Local time in ticks of 2.5 ns, bits 31..0.",
     {{"ticks", 31, 0, Access::rw, 0, "bits 31..0"}},
     Half::low},
    {"time_hi",
     0x1C,
     "Local time in ticks of 2.5 ns, bits 47..32.",
     {{"ticks", 15, 0, Access::rw, 0, "bits 47..32"}},
     Half::high},
};

inline constexpr Register kTimeSyncPortElement[] = {
    {"channel",
     0x0,
     "Delay that is added to the time received at a port.",
     {{"cycles", 15, 0, Access::rw, 0, "delay of the channel, in ticks of 2.5 ns"}}},
};

inline constexpr RegisterArray kTimeSyncArrays[] = {
    {"port",
     0x100,
     kPorts,
     4,
     Writes::each,
     "Channel delays, by port.",
     kTimeSyncPortElement,
     {{"port", kPorts}}},
};

}  // namespace tinsim::registers
