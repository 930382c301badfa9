// SPDX-License-Identifier: Apache-2.0
// Counters of ports, VCs and the IP path. All count on without end and are never cleared by a read.
#pragma once

#include "rtl_models/registers/chip_registers.h"
#include "rtl_models/registers/halves.h"

namespace tinsim::registers {

inline constexpr Register kCounterRegisters[] = {
    TIN_READ_PAIR("packets_in", 0x00, "Packets that entered the chip."),
    TIN_READ_PAIR("packets_out", 0x08, "Packets that left the chip."),
    TIN_READ_PAIR("cells_sent", 0x10, "Cells that the IP path sent."),
    TIN_READ_PAIR("cells_received", 0x18, "Cells that the IP path received."),
    TIN_READ_PAIR("damaged_cells", 0x20, "Cells whose words were lost on a wire."),
    TIN_READ_PAIR("late_cells", 0x28, "Cells for a packet that had been given up."),
    TIN_READ_PAIR("unroutable", 0x40, "Packets lost: no entry matches."),
    TIN_READ_PAIR("ingress_full", 0x48, "Packets lost: the MAC's buffer was full."),
    TIN_READ_PAIR("cleared_to_drop", 0x50, "Packets lost: answered by a CTD."),
    TIN_READ_PAIR("rts_timeout", 0x58, "Packets lost: no answer to their RTS."),
    TIN_READ_PAIR("fetch_timeout", 0x60, "Packets lost: a DATA cell did not arrive."),
    TIN_READ_PAIR("bad_fcs", 0x68, "Packets lost: their frame was faulty."),
    TIN_READ_PAIR("expired", 0x70, "Packets lost: their time to live ended here."),
};

/// A counter that wraps at 2^32.
constexpr Register count_32(const char* name, std::uint32_t offset, const char* text) {
  return {name, offset, text, {{"count", 31, 0, Access::ro, 0, "modulo 2^32"}}};
}

inline constexpr Register kCounterVcElement[] = {
    count_32("cells", 0x00, "Cells that left the VC FIFO."),
    count_32("words", 0x04, "Words of these cells."),
    count_32("stall_input", 0x08, "Cycles in which the input sent a cell of another VC."),
    count_32("stall_credit", 0x0C, "Cycles in which the head was blocked on credit."),
    count_32("stall_queue", 0x10, "Cycles in which the output queue was full."),
    count_32("stall_output", 0x14, "Cycles in which the output served another input."),
    {"peak",
     0x18,
     "Fill level of the VC FIFO.",
     {{"words", 15, 0, Access::ro, 0, "most words at a time"}}},
};

inline constexpr Register kCounterPortElement[] = {
    TIN_READ_PAIR("cells", 0x00, "Cells that the link carried."),
    TIN_READ_PAIR("idle", 0x08, "Slots without content."),
    TIN_READ_PAIR("timesync", 0x10, "Slots with a TIMESYNC set."),
    TIN_READ_PAIR("lat", 0x18, "Slots with a LAT set."),
    TIN_READ_PAIR("phy", 0x20, "Slots with a PHY set."),
    TIN_READ_PAIR("fc", 0x28, "Slots with an FC set."),
    TIN_READ_PAIR("mos", 0x30, "Slots with a MOS."),
    TIN_READ_PAIR("cell_words", 0x38, "Slots with a word of a cell."),
    TIN_READ_PAIR("lost", 0x40, "Cells that were lost in the output queue as the link failed."),
};

inline constexpr RegisterArray kCounterArrays[] = {
    {"vc",
     0x10000,
     kPorts* kVcs,
     32,
     Writes::each,
     "By input port and VC.",
     kCounterVcElement,
     {{"port", kPorts}, {"vc", kVcs}}},
    {"port",
     0x20000,
     kPorts,
     128,
     Writes::each,
     "By output port.",
     kCounterPortElement,
     {{"port", kPorts}}},
};

}  // namespace tinsim::registers
