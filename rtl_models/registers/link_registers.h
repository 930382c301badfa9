// SPDX-License-Identifier: Apache-2.0
// Registers of the links: control, state, training, delay.
#pragma once

#include "rtl_models/registers/chip_registers.h"

namespace tinsim::registers {

inline constexpr Register kLinkRegisters[] = {
    {"changed_0",
     0x00,
     "Links whose state changed since the last read: ports 0 to 31.",
     {{"ports", 31, 0, Access::rc, 0, "a bit for each port"}}},
    {"changed_1",
     0x04,
     "Links whose state changed since the last read: ports 32 to 49.",
     {{"ports", 17, 0, Access::rc, 0, "a bit for each port"}}},
    {"measure_0",
     0x08,
     "Starts a measurement of the delay: ports 0 to 31.",
     {{"ports", 31, 0, Access::wo, 0, "a bit for each port; its PING is sent"}}},
    {"measure_1",
     0x0C,
     "Starts a measurement of the delay: ports 32 to 49.",
     {{"ports", 17, 0, Access::wo, 0, "a bit for each port; its PING is sent"}}},
};

inline constexpr Register kLinkElement[] = {
    {"control",
     0x0,
     "What the link is to do.",
     {{"enable", 0, 0, Access::rw, 1, "the link is to be used; 0: it goes DOWN"},
      {"fec", 1, 1, Access::ro, 0, "the link has forward error correction, RS(70,66)"},
      {"mos_enable", 2, 2, Access::fixed, 1,
       "management ordered sets (MOS) are sent and delivered"},
      {"mos_gap", 15, 8, Access::fixed, 63, "slots between one MOS and the next"}}},
    {"status",
     0x4,
     "State of this end of the link.",
     {{"state", 2, 0, Access::ro, 0, "0 DOWN, 1 TRAIN, 2 UP, 3 LOCAL_FAULT, 4 REMOTE_FAULT"}}},
    {"events",
     0x8,
     "Changes of the state.",
     {{"came_up", 0, 0, Access::w1c, 0, "the link entered UP"},
      {"went_down", 1, 1, Access::w1c, 0, "the link left UP"}}},
    {"delay",
     0xC,
     "Delay of the channel, as PING and PONG measured it.",
     {{"cycles", 30, 0, Access::ro, 0, "half of the round trip, in cycles"},
      {"valid", 31, 31, Access::ro, 0, "a measurement has ended"}}},
};

inline constexpr RegisterArray kLinkArrays[] = {
    {"port",
     0x400,
     kPorts,
     16,
     Writes::each,
     "Control and state, by port.",
     kLinkElement,
     {{"port", kPorts}}},
};

}  // namespace tinsim::registers
