// SPDX-License-Identifier: Apache-2.0
// Registers of cell tracing (Aquila, section 6).
#pragma once

#include "rtl_models/registers/chip_registers.h"

namespace tinsim::registers {

inline constexpr Register kTraceRegisters[] = {
    {"control",
     0x00,
     "Cells whose trace bit is set where they enter the network.",
     {{"enable", 0, 0, Access::rw, 0, "the filter is on"},
      {"sample", 1, 1, Access::rw, 0, "cells with the trace bit are recorded by this chip"},
      {"classes", 25, 16, Access::rw, 0x3FF, "traffic classes, a bit for each"}}},
    {"period",
     0x04,
     "Rate of the filter.",
     {{"cells", 15, 0, Access::rw, 1, "one of so many cells that match is traced"}}},
    {"source",
     0x08,
     "Source address of the flow.",
     {{"address", 15, 0, Access::rw, 0, "GNet address"},
      {"mask", 31, 16, Access::rw, 0, "bits of it that must be equal"}}},
    {"destination",
     0x0C,
     "Destination address of the flow.",
     {{"address", 15, 0, Access::rw, 0, "GNet address"},
      {"mask", 31, 16, Access::rw, 0, "bits of it that must be equal"}}},
    {"collector_0",
     0x10,
     "Address of the collector of records, bits 127..96 or the IPv4 address.",
     {{"address", 31, 0, Access::rw, 0, "the first octet in bits 31..24"}}},
    {"collector_1",
     0x14,
     "Address of the collector of records, bits 95..64.",
     {{"address", 31, 0, Access::rw, 0, "of an IPv6 address"}}},
    {"collector_2",
     0x18,
     "Address of the collector of records, bits 63..32.",
     {{"address", 31, 0, Access::rw, 0, "of an IPv6 address"}}},
    {"collector_3",
     0x1C,
     "Address of the collector of records, bits 31..0.",
     {{"address", 31, 0, Access::rw, 0, "of an IPv6 address"}}},
    {"collector_port",
     0x20,
     "UDP port of the collector.",
     {{"port", 15, 0, Access::rw, 0, "destination port of the records"},
      {"v6", 16, 16, Access::rw, 0, "the collector's address is an IPv6 address"}}},
    {"records",
     0x24,
     "Records that this chip sent.",
     {{"count", 31, 0, Access::ro, 0, "modulo 2^32"}}},
    {"dropped",
     0x28,
     "Records that found no space.",
     {{"count", 31, 0, Access::ro, 0, "modulo 2^32"}}},
};

}  // namespace tinsim::registers
