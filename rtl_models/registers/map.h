// SPDX-License-Identifier: Apache-2.0
// All registers of the chip on its register bus; docs/reference/registers.md.
#pragma once

#include "rtl_models/registers/chip_registers.h"
#include "rtl_models/registers/counter_registers.h"
#include "rtl_models/registers/ip_registers.h"
#include "rtl_models/registers/link_registers.h"
#include "rtl_models/registers/map_rules.h"
#include "rtl_models/registers/rma_registers.h"
#include "rtl_models/registers/route_registers.h"
#include "rtl_models/registers/switch_registers.h"
#include "rtl_models/registers/timesync_registers.h"
#include "rtl_models/registers/trace_registers.h"

namespace tinsim::registers {

constexpr unsigned kAddressBits = 22;  ///< of the register bus; addresses are in bytes

inline constexpr Group kMap[] = {
    {"chip",
     0x000000,
     0x1000,
     "Identification, address, errors of the register bus.",
     kChipRegisters,
     {}},
    {"cell_switch", 0x001000, 0x1000, "Cell switch: arbitration, VC buffers, credit.",
     kSwitchRegisters, kSwitchArrays},
    {"link", 0x002000, 0x1000, "Links: control, state, delay.", kLinkRegisters, kLinkArrays},
    {"timesync", 0x003000, 0x1000, "TimeSync: local time, primary, tree, channel delays.",
     kTimeSyncRegisters, kTimeSyncArrays, true},
    {"trace", 0x004000, 0x1000, "Cell tracing: filter and collector.", kTraceRegisters, {}},
    {"route", 0x020000, 0x20000, "Routing: classes of ports, destinations, candidates.",
     kRouteRegisters, kRouteArrays},
    {"ip", 0x080000, 0x80000,
     "IP path: look-up, neighbours, traps, classes of service, RTS and CTS.", kIpRegisters,
     kIpArrays},
    {"rma0", 0x100000, 0x2000, "1RMA, registers of host 0, the privileged host.", kRmaRegisters,
     kRmaArrays, true},
    {"rma1", 0x102000, 0x2000, "1RMA, registers of host 1.", kRmaRegisters, kRmaArrays, true},
    {"counter", 0x140000, 0x40000, "Counters of ports, VCs and the IP path.", kCounterRegisters,
     kCounterArrays, true},
};

static_assert(is_sound_map(kMap, 1u << kAddressBits));

}  // namespace tinsim::registers
